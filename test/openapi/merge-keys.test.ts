import { describe, expect, test } from 'vitest';
import { readApi } from './read-api.js';

/** A document with these definitions under `x-parts`, which begin in line 4, and this schema of a body, which stands after them. */
const documentOf = (parts: string, schema: string) => `openapi: 3.0.3
info: { title: T, version: '1' }
x-parts:
${parts}paths:
  /books:
    post:
      operationId: save
      requestBody:
        required: true
        content:
          application/json:
            schema:
${schema.replace(/^/gmu, '              ')}
      responses: { 204: { description: Saved. } }
`;

const base = `  base: &base
    type: object
    properties: { title: { type: string } }
`;

/** The properties of the body and the diagnostics. */
async function readBody(parts: string, schema: string) {
  const { tools, diagnostics } = await readApi(documentOf(parts, schema));
  return { properties: tools['save']?.inputSchema.properties, diagnostics };
}

describe('a merge key of a document', () => {
  test('adds keys that the mapping does not have, before and after it', async () => {
    const parts = '  base: &base { a: { type: string }, b: { type: string }, c: { type: string } }\n';
    const schema = 'type: object\nproperties:\n  a: { type: integer }\n  <<: *base\n  b: { type: boolean }';
    expect(await readBody(parts, schema)).toEqual({
      properties: { a: { type: 'integer' }, b: { type: 'boolean' }, c: { type: 'string' } },
      diagnostics: [],
    });
  });

  test('adds those of a list of mappings, of which earlier ones win', async () => {
    const parts =
      '  one: &one { a: { type: string } }\n  two: &two { <<: { b: { type: string } }, a: { type: integer } }\n';
    const schema = 'type: object\nproperties: { <<: [*one, *two, { b: { type: boolean } }] }';
    const { properties, diagnostics } = await readBody(parts, schema);
    expect(properties).toEqual({ a: { type: 'string' }, b: { type: 'string' } });
    expect(diagnostics).toEqual([]);
  });

  test('points diagnostics at the merged text', async () => {
    const parts =
      '  base: &base\n    type: object\n    properties:\n      a: { type: string }\n      b: { type: sting }\n';
    expect((await readBody(parts, '<<: *base')).diagnostics).toEqual(['invalid-api 8:18']);
  });

  test('warns of a value that is no mapping, and of an anchor that is missing', async () => {
    expect((await readBody('  base: &base text\n', 'type: object\n<<: *base')).diagnostics).toEqual([
      'invalid-api 15:19',
    ]);
    expect((await readBody(base, '<<: *bas')).diagnostics).toContain('syntax 16:19');
  });

  test('in quotes is a key', async () => {
    const { properties } = await readBody(base, "type: object\nproperties: { '<<': { type: string } }");
    expect(Object.values(properties)).toEqual([{ type: 'string' }]);
  });

  test('that grows without end, or into itself, is refused', async () => {
    const levels = Array.from({ length: 30 }, (_, level) => {
      const one = `*x${level - 1}`;
      return level === 0 ? '  x0: &x0 { a: 1 }\n' : `  x${level}: &x${level} { <<: [${one}, ${one}] }\n`;
    });
    expect((await readBody(levels.join(''), '<<: *x29')).diagnostics).toContainEqual(
      expect.stringMatching(/^too-large /u),
    );
    expect((await readBody('  base: &base { <<: *base }\n', '<<: *base')).diagnostics).toContainEqual(
      expect.stringMatching(/^too-large /u),
    );
  });
});
