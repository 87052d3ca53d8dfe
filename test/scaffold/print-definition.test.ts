import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseYaml } from '../../generator/core/source/parse-yaml.js';
import { toJson } from '../../generator/core/source/source-node.js';
import { isJsonObject, stringifyJson } from '../../generator/core/model/json.js';
import { printDefinition, serverFile } from '../../generator/tools/scaffold/source/print-definition.js';
import { fromPlainJson } from '../kit/from-plain-json.js';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'#:-&*!|>%@`"\'{}[],? \n\r\t\\~ab1.0\u0000\u0085\u2028\ufeff\ud800') }),
  fc.constantFrom('null', 'true', '0x1f', '1e3', '---', '...', '<<', '=', 'y', '.nan', '0o7', '2001-01-01', '{{x}}'),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e-9, -1.25e-7),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('whatever is printed reads as the same value again', () => {
  fc.assert(
    fc.property(fc.dictionary(text, json, { maxKeys: 4 }), (value) => {
      const definition = fromPlainJson(value);
      if (!isJsonObject(definition)) throw new Error('It is an object.');
      const { root, diagnostics } = parseYaml('x.mcp.yaml', printDefinition(definition));
      expect(diagnostics).toEqual([]);
      expect(root && stringifyJson(toJson(root))).toBe(stringifyJson(definition));
    }),
    { numRuns: 500 },
  );
});

test.each([' \n', '  \n\n', '\n \n', ' \n \n', ' \na', '\n \na', '\n', '\na\n', ' a\n', 'a\n \n'])(
  'the spaces of blank lines are kept: %j',
  (written) => {
    const { root, diagnostics } = parseYaml('x.mcp.yaml', printDefinition(new Map([['a', [written]]])));
    expect(diagnostics).toEqual([]);
    expect(root && stringifyJson(toJson(root))).toBe(JSON.stringify({ a: [written] }));
  },
);

test('nothing that is printed is hidden', () => {
  const printed = printDefinition(new Map([['a\u202eb', 'x\u0000\u001b[2J\u200b\ufeff\u2028']]));
  expect(printed).toBe('"a\\u202eb": "x\\0\\e[2J\\u200b\\ufeff\\u2028"\n');
});

const identity = { name: 'shop', title: 'Shop', description: 'Sells.' };

test.each([
  ['nothing', [], 'shop.mcp.yaml'],
  ['a file of its name', ['Shop.mcp.yaml'], 'shop-server.mcp.yaml'],
  ['files of both names', ['shop.mcp.yaml', 'shop-server.mcp.yaml'], 'shop-server-server.mcp.yaml'],
])('the definition of the server writes over no other one: %s', (_, paths, expected) => {
  const others = paths.map((path) => ({ path, content: '' }));
  expect(serverFile(identity, others).path).toBe(expected);
});
