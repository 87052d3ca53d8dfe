import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unlikeKinds, type ConnectedClient } from '../clients/client-kinds.js';
import { startRecordingServer } from '../forward/recording-server.js';
import { createProject } from '../kit/build-server.js';

const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /note:
    get:
      operationId: note
      summary: Reads a note.
      parameters: [{ name: as, in: query, required: true, description: What to answer., schema: { type: string } }]
      responses: { '200': { description: d } }
`;

const definition = `
server: { name: notes, version: 1.0.0 }
openapi:
  notes: { document: ./notes.yaml, implement: [note] }
`;

const handler = `
import type { Note } from '../../generated/handlers.ts';
export const note: Note = async (input, context) => {
  const answer = await context.step('read', () => context.forward(input));
  await context.elicit('Shown?', { type: 'object', properties: { ok: { type: 'boolean' } } });
  return answer;
};
`;

const project = await createProject({
  'definitions/notes.mcp.yaml': definition,
  'definitions/notes.yaml': document,
  'handlers/tools/note.ts': handler,
});
const server = await project.bundle();
const api = await startRecordingServer();
api.answer = ({ target }, response) => {
  const [status = '', type = '', body] = (new URL(target, api.url).searchParams.get('as') ?? '').split('|');
  response.writeHead(Number(status), { 'content-type': type }).end(body);
};
beforeEach(() => void (api.requests.length = 0));
afterAll(async () => {
  await api.close();
});

describe.each(unlikeKinds)('what an API answered in a step is kept while the user is asked, $name', ({ connect }) => {
  let client: ConnectedClient;
  beforeAll(async () => {
    client = await connect(server, { NOTES__NOTES__BASE_URL: api.url }, () => ({ ok: true }));
  });
  afterAll(() => client.close());

  test.each([
    ['JSON', '200|application/json|{"a":[1]}', { content: [{ type: 'text', text: '{"a":[1]}' }] }],
    ['a text', '200|text/plain|hello', { content: [{ type: 'text', text: 'hello' }] }],
    ['an image', '200|image/png|x', { content: [{ type: 'image', data: 'eA==', mimeType: 'image/png' }] }],
    ['bytes', '200|application/pdf|x', { content: [{ type: 'resource', resource: { blob: 'eA==' } }] }],
    ['nothing', '204||', { content: [{ type: 'text', text: 'Success' }] }],
    [
      'an error',
      '409|text/plain|no',
      { isError: true, content: [{ text: 'GET /note was answered with 409 Conflict\nno' }] },
    ],
  ])('%s', async (_, as, expected) => {
    const result = await client.callTool('note', { as });
    expect(result).toMatchObject(expected);
    expect(api.requests).toHaveLength(1);
  });
});
