import { expect, test } from 'vitest';
import { initialize, modern, request } from '../wire/wire.js';
import { makeBooks, resource, serveBooks, textOf } from './books.js';
import { startIssuer } from './issuer.js';

const issuer = await startIssuer();
const bearer = async (sub: string) => ({
  Authorization: `Bearer ${await issuer.sign(issuer.claims(resource, { sub }))}`,
});

/** `_meta` of a client that says it is somebody. */
const claiming = (name: string) => ({
  'io.modelcontextprotocol/clientInfo': { name, title: name, version: '1.0.0', principal: name, sub: name },
});
const callAs = (name: string, tool: string) => modern(1, 'tools/call', { name: tool, arguments: {} }, claiming(name));

test('who sends a request is told by the token alone, whatever the client calls itself', async () => {
  const { subject } = await serveBooks(makeBooks({ issuers: [issuer.url] }));
  for (const name of ['ada', 'bob', issuer.url]) {
    const response = await subject.post(callAs(name, 'who'), await bearer('ada'));
    expect(JSON.parse(textOf(response))).toMatchObject({ principal: `${issuer.url} ada`, subject: 'ada' });
  }
  const hello = initialize(1, '2025-11-25');
  const { headers } = await subject.post(
    { ...hello, params: { ...(hello['params'] as object), clientInfo: { name: 'ada', version: '1' } } },
    await bearer('bob'),
  );
  const session = { 'Mcp-Session-Id': headers['mcp-session-id'], 'MCP-Protocol-Version': '2025-11-25' };
  const who = request(2, 'tools/call', { name: 'who', arguments: {} });
  const response = await subject.post(who, { ...session, ...(await bearer('bob')) });
  expect(JSON.parse(textOf(response))).toMatchObject({ principal: `${issuer.url} bob` });
});
