import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';

const property = (number: number): string => `        argument${number}: { type: string, enum: [value${number}] }`;
const check = (number: number): string => `
  /checks/${number}:
    get:
      operationId: check${number}
      summary: Inspects
      parameters: [{ name: vote, in: query, description: Weather, schema: { type: string } }]
      responses: { '200': { description: d, content: { application/json: { schema: { type: object, properties: { weather: { type: string }, result${number}: { type: string } } } } } } }`;
const numbers = Array.from({ length: 500 }, (_, number) => number);

const project = await createProject({
  'definitions/kites.mcp.yaml':
    'server: { name: kites, version: 1.0.0 }\nopenapi: { kites: { document: ./kites.yaml, mode: discover } }\n',
  'definitions/kites.yaml': `
openapi: 3.1.0
info: { title: Kites, version: 1.0.0 }
servers: [{ url: 'https://kites.example.com' }]
paths:
  /kites:
    get:
      operationId: listKites
      summary: List kites
      parameters:
        - { name: flownBy, in: query, description: 'Who holds the string of the kites.', schema: { type: string, enum: [adult, child, 7, "it's \`\${x}\`"] } }
        - { name: kites, in: query, schema: { type: string } }
        - { name: q, in: query, schema: { type: string } }
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/KiteFleet' } } } } }
    post:
      operationId: addKite
      summary: Add a kite
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Kite' } } } }
      responses: { '204': { description: d } }
  /many:
    post:
      operationId: addMany
      summary: Add many
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Many' } } } }
      responses: { '204': { description: d } }
${[0, 1, 2, 3].map(check).join('')}
  /ping: { get: { operationId: ping, summary: Ping, responses: { '204': { description: d } } } }
components:
  schemas:
    KiteFleet: { type: object, properties: { size: { type: integer } } }
    Kite:
      type: object
      properties:
        tail: { type: object, properties: { ribbons: { type: integer }, knot: { type: object, properties: { strand: { type: string } } } } }
        twin: { $ref: '#/components/schemas/Kite' }
        fabric: { anyOf: [{ type: string, enum: [silk] }, { type: object, properties: { weave: { type: string } } }] }
    Many:
      type: object
      properties:
${numbers.map(property).join('\n')}
`,
});
const catalogue = await readFile(path.join(project.folder, 'generated/operation-index/api1.ts'), 'utf8');

/** Keywords of the operation of a name. */
function keywordsOf(name: string): string | undefined {
  const [, entry = ''] = catalogue.split(`name: '${name}',`);
  return /keywords: '([^']*)',/u.exec(entry.split('details:')[0] ?? '')?.[1];
}

test.each([
  ['listKites', 'flown kite fleet|adult child|who holds the string|size'],
  ['addKite', 'tail twin fabric ribbons knot weave|silk'],
  ['ping', undefined],
])(
  'the keywords of %s are the new words of its arguments and their values, and rare words of descriptions and results',
  (name, keywords) => {
    expect(keywordsOf(name)).toBe(keywords);
  },
);

test('words of descriptions and results that are frequent in an API are no keywords', () => {
  for (const number of [0, 1, 2, 3]) expect(keywordsOf(`check${number}`)).toBe(`vote|||result${number}`);
});

test('an operation with many arguments has at most 200 characters of keywords', () => {
  expect(keywordsOf('addMany')).toMatch(/^(?:argument\d* ?)+\|(?:value\d* ?)+$/u);
  expect(keywordsOf('addMany')?.length).toBeLessThan(200);
});
