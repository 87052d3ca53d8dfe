import { expect, test } from 'vitest';
import { toPlainJson } from '../../generator/model/json.js';
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

test('the patterns of another server that cannot be matched in linear time are left out with a warning', async () => {
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
