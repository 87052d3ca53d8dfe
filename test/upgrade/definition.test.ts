import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { renameFormerKeys } from '../../generator/core/source/former-keys.js';
import { parseSource } from '../../generator/core/source/parse-source.js';
import { stringifyNode } from '../../generator/core/source/source-node.js';
import { formerKeys } from '../../generator/pipeline/read/list-former-keys.js';
import { upgradeDefinition } from '../../generator/tools/upgrade/upgrade-definition.js';

const yaml = (text: string) => upgradeDefinition('a.mcp.yaml', text);

describe('a definition', () => {
  test.each([
    ['a comment stays', 'server:\n  page: true   # all\n', 'server:\n  docsPage: true   # all\n'],
    ['quotes stay', `server:\n  "page": 'public'\n`, `server:\n  "docsPage": 'public'\n`],
    ['quotes of a value stay', `server: { 'mode': "direct" }\n`, `server: { 'mode': "tools" }\n`],
    ['a value in capitals', 'openapi: { a: { strict: TRUE } }\n', 'openapi: { a: { validateResponses: error } }\n'],
    [
      'line ends stay',
      'server:\r\n  page: true\r\n  mode: direct\r\n',
      'server:\r\n  docsPage: true\r\n  mode: tools\r\n',
    ],
    ['an explicit key', 'server:\n  ? page\n  : true\n', 'server:\n  ? docsPage\n  : true\n'],
    ['an anchor', 'tools:\n  a: &a { active: false }\n  b: *a\n', 'tools:\n  a: &a { enabled: false }\n  b: *a\n'],
    [
      'a text with the same word',
      'tools:\n  a: { description: active, active: true }\n',
      'tools:\n  a: { description: active, enabled: true }\n',
    ],
    ['text that is no definition', 'server: [', 'server: ['],
    ['present keys', 'server:\n  docsPage: true\n', 'server:\n  docsPage: true\n'],
  ])('%s', (_what, before, after) => {
    expect(yaml(before)).toEqual({ text: after, manual: [] });
    expect(yaml(after)).toEqual({ text: after, manual: [] });
  });

  test('in JSON gets texts for values that were none', () => {
    const before = '{\n  "openapi": { "a": { "strict": true, "validate": "strict" } }\n}\n';
    const after = '{\n  "openapi": { "a": { "validateResponses": "error", "validateRequests": "strict" } }\n}\n';
    expect(upgradeDefinition('a.mcp.json', before)).toEqual({ text: after, manual: [] });
  });

  test('keeps what has no plain form, and what is set twice, for the user', () => {
    expect(yaml('server: { page: true, docsPage: public }\n')).toEqual({
      text: 'server: { page: true, docsPage: public }\n',
      manual: [{ file: 'a.mcp.yaml', line: 1, column: 11, fix: 'Remove `server.page`: `docsPage` is also set.' }],
    });
    const tagged = 'openapi: { a: { strict: !!bool "true" } }\n';
    const fix = 'Write `validateResponses: error` instead of `openapi.a.strict`.';
    expect(yaml(tagged)).toEqual({ text: tagged, manual: [{ file: 'a.mcp.yaml', line: 1, column: 17, fix }] });
  });

  test('whose alias means something else elsewhere stays', () => {
    const text = 'x-a: &a { active: false }\ntools:\n  b: *a\nx-c: { d: *a }\n';
    const fix = 'Write `enabled` instead of `tools.b.active`.';
    expect(yaml(text)).toEqual({ text, manual: [{ file: 'a.mcp.yaml', line: 1, column: 11, fix }] });
  });
});

/** A value at each former key, with other keys around it. */
const scalars = fc.constantFrom<unknown>(
  true,
  false,
  'public',
  'direct',
  'strict',
  'lenient',
  'call',
  'handler',
  7,
  'a # b',
);
const definitions = fc.record(
  {
    server: fc.record(
      { name: fc.string(), page: scalars, card: scalars, stores: scalars, mode: scalars },
      { requiredKeys: [] },
    ),
    auth: fc.record(
      { required: fc.array(fc.string()), scopes: fc.dictionary(fc.string(), fc.string()) },
      { requiredKeys: [] },
    ),
    tools: fc.dictionary(
      fc.string(),
      fc.record(
        { description: fc.string(), active: scalars, task: fc.record({ begins: scalars }, { requiredKeys: [] }) },
        { requiredKeys: [] },
      ),
    ),
    openapi: fc.dictionary(
      fc.string(),
      fc.record(
        {
          strict: scalars,
          validate: scalars,
          auth: fc.record({ exchange: fc.dictionary(fc.string(), fc.string()) }, { requiredKeys: [] }),
          tools: fc.dictionary(fc.string(), fc.record({ active: scalars }, { requiredKeys: [] })),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);

/** Ways to write a definition. */
const styles = fc.record({
  collectionStyle: fc.constantFrom('any' as const, 'flow' as const, 'block' as const),
  defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
  defaultKeyType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
});

test('any definition means the same after its upgrade, has no former key, and a second upgrade changes nothing', () => {
  const meaning = (file: string, text: string): string | undefined => {
    const { root } = parseSource(file, text);
    return root && stringifyNode(renameFormerKeys(root, formerKeys).root);
  };
  fc.assert(
    fc.property(definitions, styles, fc.boolean(), (definition, style, isJson) => {
      const file = isJson ? 'a.mcp.json' : 'a.mcp.yaml';
      const before = isJson ? JSON.stringify(definition, null, 2) : `# First.\n${stringify(definition, style)}`;
      const { text, manual } = upgradeDefinition(file, before);
      expect(manual).toEqual([]);
      expect(meaning(file, text)).toBe(meaning(file, before));
      const { root } = parseSource(file, text);
      if (root) expect(renameFormerKeys(root, formerKeys).uses).toEqual([]);
      expect(upgradeDefinition(file, text).text).toBe(text);
    }),
  );
});
