import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientKinds, type ConnectedClient } from '../clients/client-kinds.js';
import { startRecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';

const operation = (id: string, schema: string): string => `
  /${id}:
    get:
      operationId: ${id}
      summary: Answers.
      parameters: [{ name: as, in: query, description: What to answer., schema: { type: string } }]
      responses: { '200': { description: d, content: { application/json: { schema: ${schema} } } } }`;

const document = `
openapi: 3.1.0
info: { title: Odd, version: 1.0.0 }
paths:${operation('node', "{ $ref: '#/components/schemas/Node' }")}${operation(
  'nodes',
  "{ type: array, items: { $ref: '#/components/schemas/Node' } }",
)}${operation('count', '{ type: integer }')}
components:
  schemas:
    Node:
      type: object
      properties:
        name: { type: string }
        at: { type: string, format: date-time }
        kind: { type: string, enum: [leaf, branch] }
        next: { $ref: '#/components/schemas/Node' }
      required: [name]
      additionalProperties: false
`;

const definition = `
server: { name: odd, version: 1.0.0 }
openapi:
  lenient: { document: ./odd.yaml }
  strict: { document: ./odd.yaml, prefix: strict_, validateResponses: error }
  limited: { document: ./odd.yaml, prefix: limited_, validateResponses: error, output: { maxTokens: 2000 } }
`;

const project = await createProject({ 'definitions/odd.mcp.yaml': definition, 'definitions/odd.yaml': document });
const server = await project.bundle();
const api = await startRecordingServer();
/** Some hundred kB. The last item fits no schema. */
const many = JSON.stringify([...Array.from({ length: 60_000 }, () => ({ name: 'a' })), { name: 1 }]);
// The query says what to answer: the media type, then the body.
api.answer = ({ target }, response) => {
  if (target.includes('as=many')) return void response.setHeader('content-type', 'application/json').end(many);
  const [type = '', body = ''] = (new URL(target, api.url).searchParams.get('as') ?? '').split('|', 2);
  response.setHeader('content-type', type).end(body);
};
afterAll(async () => {
  await api.close();
});

/** Answer of the API, and the structured content that users of legacy and of modern clients get. */
const invalidOutputs: readonly (readonly [tool: string, json: string, legacy: unknown, modern: unknown])[] = [
  ['node', '{"name":1}', { name: 1 }, { name: 1 }],
  ['node', '{}', {}, {}],
  ['node', '{"name":null}', { name: null }, { name: null }],
  ['node', '{"name":"a","at":"yesterday"}', { name: 'a', at: 'yesterday' }, { name: 'a', at: 'yesterday' }],
  [
    'node',
    '{"name":"a","kind":"twig","new":1}',
    { name: 'a', kind: 'twig', new: 1 },
    { name: 'a', kind: 'twig', new: 1 },
  ],
  ['node', '{"name":"a","next":{"next":7}}', { name: 'a', next: { next: 7 } }, { name: 'a', next: { next: 7 } }],
  ['node', '[{"name":"a"}]', { result: [{ name: 'a' }] }, { result: [{ name: 'a' }] }],
  ['node', 'null', { result: null }, { result: null }],
  ['node', '"a"', { result: 'a' }, { result: 'a' }],
  ['nodes', '{"name":"a"}', { result: { name: 'a' } }, { name: 'a' }],
  ['nodes', '[{}]', { result: [{}] }, [{}]],
  ['nodes', 'false', { result: false }, false],
  ['nodes', 'null', { result: null }, null],
  ['count', '"many"', { result: 'many' }, 'many'],
];

/** Answers that are not JSON, although the document says so. */
const others: readonly (readonly [tool: string, as: string, content: object, legacy: unknown, modern: unknown])[] = [
  ['node', 'text/html|<p>', { type: 'text', text: '<p>' }, { result: '<p>' }, { result: '<p>' }],
  [
    'node',
    'application/json|{"name":',
    { type: 'text', text: '{"name":' },
    { result: '{"name":' },
    { result: '{"name":' },
  ],
  ['node', 'text/plain|', { type: 'text', text: 'Success' }, { result: 'Success' }, { result: 'Success' }],
  ['node', 'image/png|x', { type: 'image', data: 'eA==', mimeType: 'image/png' }, { result: null }, { result: null }],
  ['nodes', 'text/plain|none', { type: 'text', text: 'none' }, { result: 'none' }, 'none'],
];

/** Clients of each SDK and era: they accept different results. */
const kinds = clientKinds.filter(({ name }) => ['SDK v1, stdio', 'SDK v2, pinned, stdio'].includes(name));

describe.each(kinds)('answers that do not fit, $name', ({ era, connect }) => {
  let client: ConnectedClient;

  beforeAll(async () => {
    client = await connect(server, {
      ODD__LENIENT__BASE_URL: api.url,
      ODD__STRICT__BASE_URL: api.url,
      ODD__LIMITED__BASE_URL: api.url,
    });
    // Makes the client know the output schemas, which it then holds every answer against.
    await client.listTools();
  });
  afterAll(async () => {
    await client.close();
  });

  test.each(invalidOutputs)('%s: %s reaches the user of an official client', async (tool, json, legacy, modern) => {
    const result = (await client.callTool(tool, { as: `application/json|${json}` })) as object;
    const structuredContent = era === 'legacy' ? legacy : modern;
    expect(result).toMatchObject({
      content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
      structuredContent,
    });
    expect(result).not.toHaveProperty('isError');
  });

  test.each(others)('%s: %s reaches the user of an official client', async (tool, as, content, legacy, modern) => {
    const result = (await client.callTool(tool, { as })) as object;
    expect(result).toMatchObject({ content: [content], structuredContent: era === 'legacy' ? legacy : modern });
    expect(result).not.toHaveProperty('isError');
  });

  test('with `strict` they are errors that say what does not fit', async () => {
    for (const [tool, json] of invalidOutputs.filter(([, text]) => !text.includes('yesterday'))) {
      const result = await client.callTool(`strict_${tool}`, { as: `application/json|${json}` });
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('does not fit its output schema') as string }],
      });
      expect(result).not.toHaveProperty('structuredContent');
    }
  });

  test('a long answer is checked to its end only with `strict`, with a limit, too', async () => {
    expect(await client.callTool('nodes', { as: 'many' })).toMatchObject({
      content: [{ text: expect.stringMatching(/items are omitted/u) as string }],
    });
    expect(await client.callTool('limited_nodes', { as: 'many' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('[60000].name') as string }],
    });
  });

  test('what fits is the same either way', async () => {
    const [fits, legacy] = ['[{"name":"a","next":{"name":"b"}}]', { result: [{ name: 'a', next: { name: 'b' } }] }];
    for (const tool of ['nodes', 'strict_nodes']) {
      const result = await client.callTool(tool, { as: `application/json|${fits}` });
      expect(result).toMatchObject({ structuredContent: era === 'legacy' ? legacy : legacy.result });
    }
  });

  test('the schema tells what is expected anyway', async () => {
    const { tools } = (await client.listTools()) as {
      readonly tools: readonly { name: string; outputSchema: object }[];
    };
    const [loose, exact] = ['node', 'strict_node'].map(
      (name) => tools.find((tool) => tool.name === name)?.outputSchema,
    );
    const properties = { name: { type: 'string' }, kind: { enum: ['leaf', 'branch'] }, next: { $ref: '#' } };
    expect(exact).toMatchObject({ type: 'object', properties, required: ['name'] });
    const moved = { ...properties, next: { $ref: '#/anyOf/0' } };
    expect(loose).toMatchObject({ type: 'object', anyOf: [{ properties: moved, required: ['name'] }, {}] });
  });
});
