import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlainYaml } from '../../generator/source/parse-plain-yaml.js';
import { parseYaml } from '../../generator/source/parse-yaml.js';

/** What is read without the parser for all of YAML has to be what that parser gives, places included. */
function expectSame(text: string): void {
  const root = parsePlainYaml('a.yaml', text);
  if (root !== undefined) expect({ root, diagnostics: [] }).toEqual(parseYaml('a.yaml', text));
}

const documents = ['definitions', 'test/corpus/documents'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8')),
);

const read = [
  'a: 1',
  'a: 1 # one\n# two\nb: ~\n',
  'a:\n  # above\n  b: yes\n # left of it\n  c: No\n',
  "a: [1, 2.50, -3, \"x\\u00e9\\n\", 'it''s', plain text, {b: c}, []]\n",
  'a: { b: 1, "c d": [x,\n  y], e: {} }\n',
  '- a: 1\n  b: 2\n-   - x\n    - y\n-\n  c: |\n    text\n',
  'a:\n- 1\n- b: c\nd: e\n',
  'a: |\n  one\n\n    two \n  three\n\n\nb: |-\n  x\n',
  'a: >\n  one\n  two\n\n  three\nb: >-\n\n\nc: 1\n'.replace('>-\n\n\n', '>-\n  x\n\n\n'),
  'a:\n  "quoted"\nb:\n  [x]\n',
  'a: -x\nb: a:b#c\nc: http://x.y/z?q=1#f\nd: {{x}}\n'.replace('{{x}}', 'x{y}'),
  '$ref: "#/a"\nx-y: 1.0.0\n1.0: a\nnull: b\n12: c\n',
  'a: 1  \n\n\n   \nb: 2   ',
];

const left = [
  ['a key without a value', 'a:\nb: 1\n'],
  ['a key that stands twice', 'a: 1\na: 2\n'],
  ['an anchor', 'a: &x 1\nb: *x\n'],
  ['a tag', 'a: !!str 1\n'],
  ['a tab', 'a:\t1\n'],
  ['line ends of Windows', 'a: 1\r\nb: 2\r\n'],
  ['two documents', 'a: 1\n---\nb: 2\n'],
  ['the end of a document', 'a: 1\n...\n'],
  ['a text over two lines', 'a: one\n  two\n'],
  ['a quoted text over two lines', 'a: "one\n  two"\n'],
  ['a nested key in a line', 'a: b: c\n'],
  ['something after a quoted text', 'a: "b" c\n'],
  ['a list that is not closed', 'a: [b\n'],
  ['a list that is closed too far left', 'a:\n  b: [\n]\n'],
  ['a pair in a list', 'a: [b: c]\n'],
  ['an indicator at the beginning', 'a: @b\n'],
  ['a wrong indentation', 'a:\n    b: 1\n  c: 2\n'],
  ['an odd number', 'a: 0x1F\n'],
  ['a number without a fraction', 'a: 1.\n'],
  ['an integer that is not exact', 'a: 12345678901234567890\n'],
  ['an escape that JSON does not have', 'a: "\\x41"\n'],
  ['an indented line in folded text', 'a: >\n  x\n    y\n'],
  ['a text block that keeps its end', 'a: |+\n  x\n\n'],
  ['a text block with an indentation', 'a: |2\n   x\n'],
  ['an empty text block', 'a: |\nb: 1\n'],
  ['nesting without an end', `a: ${'['.repeat(100)}${']'.repeat(100)}\n`],
] as const;

const pieces = [
  '\n',
  '  ',
  ' ',
  '#',
  ' # c',
  ': ',
  ':',
  '- ',
  '-',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ', ',
  ',',
  '|\n',
  '>-\n',
  'null',
  '1.0',
  '.5',
  'é',
  '\u2028',
  '&a',
  '*a',
  '!',
  '\\n',
  '? ',
  '<<',
  '...',
  '---',
  '\n\n',
  ' \n',
  '\n    x',
  "''",
  '%',
];

/** Some lines of a document, moved to the left, with small changes. */
const damaged = fc
  .record({
    document: fc.constantFrom(...documents),
    start: fc.nat(),
    count: fc.integer({ min: 1, max: 14 }),
    changes: fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...pieces)), { maxLength: 3 }),
  })
  .map(({ document, start, count, changes }) => {
    const lines = document.split('\n');
    const first = start % lines.length;
    const indentation = /^ */u.exec(lines[first] ?? '')?.[0] ?? '';
    const moved = lines
      .slice(first, first + count)
      .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line));
    return changes.reduce(
      (text, [place, removed, piece]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + piece + text.slice(at + removed);
      },
      `${moved.join('\n')}\n`,
    );
  });

describe('YAML as most people write it', () => {
  test.each(read)('is read without the parser for all of YAML: %j', (text) => {
    expect(parsePlainYaml('a.yaml', text)).toBeDefined();
    expectSame(text);
  });

  test.each(left)('%s is left to the parser for all of YAML', (_what, text) => {
    expect(parsePlainYaml('a.yaml', text)).toBeUndefined();
  });

  test('is what example definitions are written in', () => {
    expect(documents.length).toBeGreaterThan(10);
    expect(documents.filter((text) => parsePlainYaml('a.yaml', text)).length).toBeGreaterThan(documents.length * 0.7);
    for (const text of documents) expectSame(text);
  });

  test('takes time that grows with the length of a text with many spaces in it', () => {
    const text = `a: x${' '.repeat(150_000)}y\n`;
    const before = process.cpuUsage();
    expectSame(text);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  test('means the same to both parsers, also where it is damaged', () => {
    fc.assert(fc.property(damaged, expectSame), { numRuns: 3000 });
  });
});
