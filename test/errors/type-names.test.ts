import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

const schema = (member: string) => ({ type: 'object', properties: { [member]: { type: 'string' } } });
const response = (given: object, mediaType = 'application/json') => ({
  description: 'A response',
  content: { [mediaType]: { schema: given } },
});
const problem = { type: 'object', properties: { type: { const: 'https://a.example/error' } } };
const operation = (operationId: string, responses: object) => ({
  get: {
    operationId,
    summary: `Calls ${operationId}.`,
    responses: { 200: response({ type: 'object' }), ...responses },
  },
});
const document = {
  openapi: '3.0.3',
  info: { title: 'Names', version: '1' },
  servers: [{ url: 'https://a.example' }],
  paths: {
    '/a': operation('find', {
      default: response({ $ref: '#/components/schemas/FindErrors' }),
      '4XX': response(schema('a')),
    }),
    '/b': operation('findErrors', { '4XX': response(schema('b')) }),
    '/c': operation('findClientErrorBody', {}),
    '/d': operation('findClient', { 409: response(problem, 'application/problem+json') }),
  },
  components: { schemas: { FindErrors: schema('c') } },
};

const definition = (settings: string) => `
server: { name: names, version: 1.0.0 }
openapi: { names: { document: ./names.json${settings} } }
tools:
  book:
    description: Books.
    errors: { errors: { description: It failed., data: { type: object, properties: { n: { type: integer } } } } }
  book_errors:
    description: Lists errors.
    errors: { gone: { description: It is gone. } }
`;
const create = (settings: string) =>
  createProject({
    'definitions/names.mcp.yaml': definition(settings),
    'definitions/names.json': JSON.stringify(document),
  });

test.each(['', ', implement: true'])('tools named like the errors of others compile%s', async (settings) => {
  const { folder } = await create(settings);
  expect(await typeCheck(folder)).toBe('');
  const errors = readFileSync(path.join(folder, 'generated/errors.ts'), 'utf8');
  for (const type of ['BookErrors', 'BookErrorsErrors', 'FindErrors', 'FindErrorsErrors', 'FindClientErrors']) {
    expect(errors).toContain(`export interface ${type} {`);
  }
});

test('an error whose data has the type of one of the document is reported', async () => {
  const tools = (error: string) => `, implement: true, tools: { find: { errors: { ${error} } } }`;
  await expect(create(tools('clientError: { description: C., data: { type: object } }'))).rejects.toThrow(
    'definitions/names.mcp.yaml:3:89 error colliding-names: Two errors would both generate the type FindClientErrorData.',
  );
  await expect(
    create(
      `, tools: { find: { errors: { clientError: { description: C., data: { type: object }, when: { status: 409 } } } }, findClient: { errors: { error: { description: E., data: { type: object }, when: { status: 408 } } } } }`,
    ),
  ).rejects.toThrow('colliding-names: `find` and `findClient` would both generate the type FindClientErrorData.');
  // This one is instead of that of the document.
  const { folder } = await create(
    tools('clientError: { description: C., data: { type: object }, when: { status: 4XX } }'),
  );
  expect(await typeCheck(folder)).toBe('');
});
