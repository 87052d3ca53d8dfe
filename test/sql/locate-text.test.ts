import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parseSource } from '../../generator/core/source/parse-source.js';
import { childOf } from '../../generator/core/source/source-node.js';
import { locateText } from '../../generator/features/sql/locate-text.js';

const styles = ['BLOCK_LITERAL', 'BLOCK_FOLDED', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'PLAIN'] as const;

const words = fc.constantFrom(
  'select',
  'id',
  ',',
  "'it''s'",
  '"quoted"',
  '\n',
  '\n  ',
  '  ',
  '\\',
  '{{x}}',
  'ä',
  '😀',
  '#',
  ': ',
  '-- c',
  'a'.repeat(60),
);

/** Reads a statement from the text of a definition. */
function readStatement(file: string, text: string) {
  const { root } = parseSource(file, text);
  const node = childOf(childOf(root, 'tool'), 'statement');
  return node?.kind === 'scalar' && typeof node.value === 'string' ? { ...node, value: node.value } : undefined;
}

test('every character of a statement is found where it is written, in all styles of YAML', () => {
  let checked = 0;
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 20 }), fc.constantFrom(...styles), (parts, style) => {
      const text = stringify(
        { tool: { other: 1, statement: parts.join(' ') } },
        { defaultStringType: style, defaultKeyType: 'PLAIN' },
      );
      const statement = readStatement('a.mcp.yaml', text);
      if (!statement) return;
      const lines = text.split('\n');
      for (const { 0: character, index } of statement.value.matchAll(/\S/gu)) {
        const { line, column } = locateText(statement, text, { offset: index, length: character.length });
        const written = (lines[line - 1] ?? '').slice(column - 1);
        // In double quotes, some characters are written with a backslash.
        expect(written.replace(/^\\(?=["\\/])/u, '').startsWith(character)).toBe(true);
        checked += 1;
      }
    }),
    { numRuns: 300 },
  );
  expect(checked).toBeGreaterThan(1000);
});

test('every character of a statement in JSON is found where it is written', () => {
  const text = JSON.stringify({ tool: { statement: 'select "a",\n\t{{x}} / 1' } }, undefined, 2);
  const statement = readStatement('a.mcp.json', text);
  expect(
    statement && locateText(statement, text, { offset: statement.value.indexOf('{{x}}'), length: 5 }),
  ).toMatchObject({
    line: 3,
    // After the escapes `\\"`, `\\n` and `\\t`.
    column: 36,
    length: 5,
  });
});

test('a statement in a block is found with its line and column', () => {
  const text = 'tool:\n  statement: |\n    select id,\n      totl from orders\n';
  const statement = readStatement('a.mcp.yaml', text);
  expect(statement && locateText(statement, text, { offset: statement.value.indexOf('totl'), length: 4 })).toEqual({
    file: 'a.mcp.yaml',
    line: 4,
    column: 7,
    length: 4,
  });
});
