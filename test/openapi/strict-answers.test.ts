import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { byId, talk } from '../kit/talk.js';

const document = `
openapi: 3.0.3
info: { title: Clock, version: 1.0.0 }
paths:
  /time:
    get:
      operationId: time
      responses:
        '200':
          description: d
          content: { application/json: { schema: { type: object, properties: { hour: { type: integer } } } } }
`;

const definition = `
server: { name: clock, version: 1.0.0 }
openapi:
  lenient: { document: ./clock.yaml }
  strict: { document: ./clock.yaml, prefix: strict_, strict: true }
`;

test('an answer that does not fit its schema is passed on, and is an error where the definition says `strict`', async () => {
  const project = await createProject({
    'definitions/clock.mcp.yaml': definition,
    'definitions/clock.yaml': document,
  });
  const api = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"hour":"noon"}');
  });
  try {
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    const { messages } = await talk(
      await project.bundle(),
      ['time', 'strict_time'].map((name, id) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name, arguments: {} },
      })),
      { LENIENT_BASE_URL: address, STRICT_BASE_URL: address },
    );
    const [lenient, strict] = byId(messages.filter(({ id }) => id !== undefined));
    expect(lenient?.result).toMatchObject({ structuredContent: { hour: 'noon' } });
    expect(strict?.result).toMatchObject({ isError: true });
    expect(strict?.result).not.toHaveProperty('structuredContent');
  } finally {
    await project.remove();
    api.close();
  }
});
