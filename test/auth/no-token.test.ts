import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeBooks, request, resource, serveBooks } from './books.js';
import { makeKey, startIssuer } from './issuer.js';

const issuer = await startIssuer();
const strange = await makeKey('first');
const forged = await issuer.sign(issuer.claims(resource, { scope: 'books:order books:stock' }), { key: strange });

const legacy = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const initialize = legacy('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'thief', version: '1' },
});
const call = { name: 'order', arguments: {} };
const bodies = [
  request('tools/call', call),
  request('TOOLS/CALL', call),
  request('server/discover'),
  request('subscriptions/listen', { notifications: { resourceSubscriptions: ['books://stock'] } }),
  legacy('tools/call', call),
  legacy('resources/read', { uri: 'books://book/1' }),
  initialize,
  [initialize, legacy('tools/call', call)],
  [legacy('tools/call', call)],
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 1, result: {} },
  {},
  [],
  null,
];
const paths = [
  '/mcp',
  '/mcp?',
  '/mcp?x=/.well-known/oauth-protected-resource',
  '/sse',
  '/messages',
  '/messages?sessionId=1',
];
const credentials = [
  undefined,
  '',
  'Bearer',
  'Bearer null',
  `Bearer ${forged}`,
  `DPoP ${forged}`,
  `Bearer ${forged}, Bearer ${forged}`,
  'Basic YWRhOmFkYQ==',
];

test('no request without a good token reaches a handler, opens a session or a stream', async () => {
  const books = makeBooks({ issuers: [issuer.url] });
  const { subject } = await serveBooks(books, { http: { legacySse: true } });
  const property = fc.asyncProperty(
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD'),
      path: fc.constantFrom(...paths),
      body: fc.constantFrom(...bodies),
      authorization: fc.constantFrom(...credentials),
      accept: fc.constantFrom(
        'application/json',
        'text/event-stream',
        'application/json, text/event-stream',
        undefined,
      ),
      revision: fc.constantFrom('2026-07-28', '2025-11-25', '2025-03-26', undefined),
      session: fc.constantFrom('1', undefined),
      named: fc.constantFrom('tools/call', undefined),
    }),
    async ({ method, path, body, authorization, accept, revision, session, named }) => {
      const response = await subject.fetch({
        method,
        path,
        ...(method === 'GET' || method === 'HEAD' ? {} : { body: JSON.stringify(body) }),
        headers: {
          Authorization: authorization,
          Accept: accept,
          'Content-Type': 'application/json',
          'MCP-Protocol-Version': revision,
          'Mcp-Session-Id': session,
          'Mcp-Method': named,
          'Mcp-Name': named && 'order',
        },
      });
      expect([400, 401]).toContain(response.status);
      expect(response.headers['www-authenticate']).toContain('resource_metadata="https://books.example/');
      expect(response.headers).not.toHaveProperty('mcp-session-id');
      expect(books.ran).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});
