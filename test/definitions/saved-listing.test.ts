import { expect, test } from 'vitest';
import { toPlainJson } from '../../generator/core/model/json.js';
import { diagnose, read } from './diagnose.js';

const unmatchable = String.raw`^(a+)+\1$`;
const listing = JSON.stringify({
  tools: [
    {
      name: 't',
      description: 'd',
      inputSchema: {
        type: 'object',
        properties: { q: { description: 'd', allOf: [{ type: 'string', pattern: unmatchable }] } },
        patternProperties: { [unmatchable]: {}, '^b$': {} },
        default: { pattern: unmatchable },
      },
    },
  ],
});

test('the patterns of another server that cannot be matched in linear time are skipped with a warning', async () => {
  const files = {
    'definitions/a.tools.json': listing,
    'definitions/a.mcp.yaml': 'server: { name: a, version: 1.0.0 }\n',
  };
  expect(await diagnose(files)).toEqual(['slow-pattern 1:145', 'slow-pattern 1:183']);
  const { resolved } = await read(files);
  expect(toPlainJson(resolved.model.tools[0]?.input.schema ?? false)).toEqual({
    type: 'object',
    properties: { q: { description: 'd', allOf: [{ type: 'string' }] } },
    patternProperties: { '^b$': {} },
    default: { pattern: unmatchable },
  });
});

test('the values of another server that the protocol does not allow are skipped with a warning', async () => {
  const tool = {
    name: 't',
    description: 'd',
    inputSchema: { type: 'object' },
    icons: [{ src: 'x.png' }, { src: 'https://a.example/i', mimeType: 'png', sizes: ['48x48'], theme: 'blue' }],
    annotations: { priority: 3, readOnlyHint: 'yes', destructiveHint: false },
    _meta: { '-x': 1, 'com.example/a': 2 },
  };
  const files = {
    'definitions/a.tools.json': JSON.stringify({ tools: [tool] }),
    'definitions/a.mcp.yaml': 'server: { name: a, version: 1.0.0 }\n',
  };
  expect(await diagnose(files)).toEqual([
    'ignored-field 1:89',
    'ignored-field 1:138',
    'ignored-field 1:170',
    'ignored-field 1:205',
    'ignored-field 1:222',
    'ignored-field 1:267',
  ]);
  const { resolved } = await read(files);
  const { icons, meta, annotations } = resolved.model.tools[0] ?? {};
  expect([icons ?? null, meta ?? null, annotations ?? null].map(toPlainJson)).toEqual([
    [{ src: 'https://a.example/i', sizes: ['48x48'] }],
    { 'com.example/a': 2 },
    { destructiveHint: false },
  ]);
});
