import { describe, expect, test } from 'vitest';
import type { HandlerContext } from '../../runtime/index.js';
import { initialize, initialized, modern, request } from '../wire/wire.js';
import { nameSchema } from '../wire/asking.js';
import { makeBooks, resource, serveBooks, textOf, type Books } from './books.js';
import { startIssuer } from './issuer.js';

const issuer = await startIssuer();
const bearer = async (sub: string) => ({
  Authorization: `Bearer ${await issuer.sign(issuer.claims(resource, { sub }))}`,
});

/** `_meta` of a client that claims an identity. */
const claiming = (name: string) => ({
  'io.modelcontextprotocol/clientInfo': { name, title: name, version: '1.0.0', principal: name, sub: name },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
});
const callAs = (name: string, tool: string, more: object = {}) =>
  modern(1, 'tools/call', { name: tool, arguments: {}, ...more }, claiming(name));

/** A bookshop whose tool `find` asks for a name. */
function makeAsking(): Books {
  const books = makeBooks({ issuers: [issuer.url] });
  const find = async (_: unknown, { elicit, auth }: HandlerContext) => {
    const answer = await elicit('What is your name?', nameSchema);
    return `${String(auth?.['subject'])}: ${JSON.stringify(answer)}`;
  };
  return { ...books, handlers: { ...books.handlers, tools: { ...books.handlers.tools, find: find as never } } };
}

describe('who sends a request', () => {
  test('is told by the token alone, whatever the client calls itself', async () => {
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
});

describe('a question', () => {
  test('of the modern era is answered with a token of the user who was asked, and with no other', async () => {
    const { subject } = await serveBooks(makeAsking());
    const first = await subject.post(callAs('ada', 'find'), await bearer('ada'));
    const { result } = JSON.parse(first.body) as { result: { requestState: string } };
    const answered = {
      requestState: result.requestState,
      inputResponses: { ask: { action: 'accept', content: { name: 'Ada' } } },
    };
    const other = await subject.post(callAs('ada', 'find', answered), await bearer('bob'));
    expect(JSON.parse(other.body)).toMatchObject({ error: { code: -32602 } });
    const own = await subject.post(callAs('bob', 'find', answered), await bearer('ada'));
    expect(textOf(own)).toBe('ada: {"action":"accept","content":{"name":"Ada"}}');
  });

  test('of a session is answered with a token of the user who was asked: the session id is not enough', async () => {
    const { subject } = await serveBooks(makeAsking());
    const hello = initialize(1, '2025-11-25');
    const capable = { ...(hello['params'] as object), capabilities: { elicitation: { form: {} } } };
    const { headers } = await subject.post({ ...hello, params: capable }, await bearer('ada'));
    const session = { 'Mcp-Session-Id': headers['mcp-session-id'], 'MCP-Protocol-Version': '2025-11-25' };
    await subject.post(initialized, { ...session, ...(await bearer('ada')) });
    const call = request(2, 'tools/call', { name: 'find', arguments: {} });
    const stream = await subject.stream(call, { ...session, ...(await bearer('ada')) });
    const question = await stream.nextMessage();
    expect(question).toMatchObject({ method: 'elicitation/create' });
    const answer = (name: string) => ({
      jsonrpc: '2.0',
      id: question?.['id'] as string,
      result: { action: 'accept', content: { name } },
    });
    expect((await subject.post(answer('Bob'), { ...session, ...(await bearer('bob')) })).status).toBe(404);
    expect((await subject.post(answer('Eve'), session)).status).toBe(401);
    expect((await subject.post(answer('Ada'), { ...session, ...(await bearer('ada')) })).status).toBe(202);
    expect(JSON.stringify(await stream.nextMessage())).toContain('\\"name\\":\\"Ada\\"');
  });
});
