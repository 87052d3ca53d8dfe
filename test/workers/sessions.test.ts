import { describe, expect, test } from 'vitest';
import { afterFile } from '../kit/after-file.js';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import { untilSaid } from '../kit/until-said.js';
import { HttpTarget, HttpTestSession, sessionHeaders } from '../wire/http-kit.js';
import { initialize, initialized, request, type Wire } from '../wire/wire.js';

const project = await createProject({
  'package.json': '{ "name": "crew", "type": "module" }',
  'definitions/crew.mcp.yaml': `server:
  name: crew
  version: 1.0.0
  capabilities: { resources: { subscribe: true } }
tools:
  who: { description: Says which process answers., returns: { pid: { type: integer } } }
  tell: { description: Says that the news has changed. }
  crawl: { description: Says which process it runs in and never ends. }
  greet:
    description: Asks for a name.
    elicitations:
      name: { message: What is your name?, requestedSchema: { type: object, properties: { name: { type: string } }, required: [name] } }
resources:
  crew://news: { name: news, text: Nothing new. }
`,
  'handlers/tools/who.ts': 'export const who = () => ({ pid: process.pid });\nexport default who;\n',
  'handlers/tools/tell.ts': `import { control } from '../server.js';
export const tell = () => { control()?.resources.updated('crew://news'); return 'told'; };
export default tell;
`,
  'handlers/tools/crawl.ts': `export const crawl = (_: unknown, context: { progress(done: number, total: number, message: string): void }) => {
  context.progress(1, 2, String(process.pid));
  return new Promise<string>(() => {});
};
export default crawl;
`,
  'handlers/tools/greet.ts': `import type { Greet } from '../../generated/handlers.js';
export const greet: Greet = async (_, context) => {
  const answer = await context.elicitations.name();
  return answer.action === 'accept' ? \`Hello, \${answer.content.name}!\` : answer.action;
};
export default greet;
`,
  'handlers/server.ts': `import type { ServerControl } from 'create-mcp-from-schema/runtime';
export const options = { http: { keepAliveMs: 500 } };
let given: ServerControl | undefined;
export const setup = (server: ServerControl) => { given = server; };
export const control = () => given;
`,
});
// Three workers. Each request has a connection of its own, so that any of them may get it.
const running = startServer(await project.bundle(), ['--http', '0', '--workers', '3']);
afterFile(() => running.child.kill('SIGKILL'));
const [, url = ''] = await untilSaid(running, /Listening on (\S+?)[\s,]/u);
const subject = new HttpTarget(url);

async function openSession(): Promise<HttpTestSession> {
  const hello = initialize('init', '2025-11-25');
  const { headers } = await subject.post({
    ...hello,
    params: { ...hello['params'], capabilities: { elicitation: {} } },
  });
  const session = new HttpTestSession(subject, sessionHeaders(headers['mcp-session-id'] ?? '', '2025-11-25'));
  expect((await session.post(initialized)).status).toBe(202);
  return session;
}

const call = (id: unknown, name: string): Wire =>
  request(id, 'tools/call', { name, arguments: {}, _meta: { progressToken: 't' } });

describe('sessions of a server with workers', () => {
  test('are served by all of them', async () => {
    const session = await openSession();
    const pids = new Set<string>();
    while (pids.size < 3) {
      const { status, messages } = await session.post(call(1, 'who'));
      expect(status).toBe(200);
      pids.add(messages[0]?.['result'].content[0].text);
    }
  });

  test('questions are answered, and changes are told, whichever worker hears of them', async () => {
    const session = await openSession();
    const stream = await session.listen();
    expect((await session.post(request('sub', 'resources/subscribe', { uri: 'crew://news' }))).status).toBe(200);
    for (let id = 0; id < 6; id += 1) {
      const asking = await session.stream(call(id, 'greet'));
      const question = await asking.nextMessage();
      expect(question?.['method']).toBe('elicitation/create');
      const result = { action: 'accept', content: { name: 'Alice' } };
      expect((await session.post({ jsonrpc: '2.0', id: question?.['id'], result })).status).toBe(202);
      expect((await asking.rest()).map((answer) => answer['result'].content[0].text)).toEqual(['Hello, Alice!']);
      await session.post(call(`tell ${id}`, 'tell'));
      expect((await stream.nextMessage())?.['params']).toEqual({ uri: 'crew://news' });
    }
  });

  test('a call whose worker is killed is answered with an error where its client continues the stream', async () => {
    const session = await openSession();
    const stream = await session.stream(call('lost', 'crawl'));
    const event = await stream.nextEvent();
    const { message: pid } = JSON.parse(event?.data ?? '').params;
    process.kill(Number(pid), 'SIGKILL');
    const resumed = await session.listen(event?.id);
    const message = 'The process that served the request has ended. It is unknown whether the request was executed.';
    const error = { code: -32603, message, data: { reason: 'server-ended' } };
    expect(await resumed.rest()).toEqual([{ jsonrpc: '2.0', id: 'lost', error }]);
    expect((await session.post(call(2, 'who'))).status).toBe(200);
  });

  test('when all workers end, a question ends at once: no client could take its answer', async () => {
    const session = await openSession();
    const asking = await session.stream(call('asked', 'greet'));
    expect((await asking.nextMessage())?.['method']).toBe('elicitation/create');
    running.child.kill('SIGTERM');
    const text = 'cancel';
    expect(await asking.rest()).toMatchObject([{ id: 'asked', result: { content: [{ text }] } }]);
    expect(await running.exited).toBe(0);
  });
});
