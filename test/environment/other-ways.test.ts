import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { initialize, startDev } from '../dev/dev-session.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { typeCheck } from '../kit/type-check.js';

const files = {
  'package.json': '{ "name": "notes", "type": "module" }',
  'definitions/notes.mcp.yaml': `server:
  name: notes
  version: 1.0.0
  environment:
    NOTES_URL: { description: Address of the notes. }
    NOTES_LIMIT: { description: Most notes., type: integer, default: 5 }
tools:
  show: { description: Shows values. }
  fetch_note: { description: Fetches a note., http: { url: 'https://notes.example/note' } }
`,
  'handlers/server.ts': `import { env } from '../generated/env.ts';
export const setup = () => ({ limit: env.NOTES_LIMIT });
`,
  'handlers/tools/show.ts': `import type { Show } from '../../generated/handlers.ts';
import { env } from '../../generated/env.ts';
export const show: Show = async (_input, { app }) => {
  await new Promise((resolve) => setImmediate(resolve));
  if (app.limit !== env.NOTES_LIMIT) throw new Error('another server');
  return \`\${env.NOTES_URL.toUpperCase()} \${env.NOTES_LIMIT + 1}\`;
};
`,
  'test/fetch-note.test.ts': `import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openTestServer } from 'create-mcp-from-schema/testing';
import { project } from '../generated/test-project.ts';

const openNotes = async (text: string) => {
  const api = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1').unref();
  await once(api, 'listening');
  const address = api.address() as AddressInfo;
  return openTestServer(project, { env: { NOTES__NOTES_EXAMPLE__BASE_URL: \`http://127.0.0.1:\${address.port}\` } });
};

test('each server calls the API of its variables', async () => {
  const [first, second] = [await openNotes('one'), await openNotes('two')];
  const texts = await Promise.all([first, second, first].map(async ({ tools }) => (await tools.fetch_note({})).text));
  assert.deepEqual(texts, ['one', 'two', 'one']);
});
`,
  'test/show.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestServer } from 'create-mcp-from-schema/testing';
import { project } from '../generated/test-project.ts';

test('values of .env, of the test, and none', async () => {
  const first = await openTestServer(project);
  assert.equal((await first.tools.show({})).text, 'FILE 6');
  const second = await openTestServer(project, { env: { NOTES_LIMIT: '8' } });
  assert.equal((await second.tools.show({})).text, 'FILE 9');
  assert.equal((await first.tools.show({})).text, 'FILE 6');
  const texts = await Promise.all([first, second, first].map(async (server) => (await server.tools.show({})).text));
  assert.deepEqual(texts, ['FILE 6', 'FILE 9', 'FILE 6']);
  await assert.rejects(openTestServer(project, { env: { NOTES_URL: undefined, NOTES_LIMIT: 'x' } }), {
    name: 'EnvironmentError',
    message: /^2 environment variables .*\\n *NOTES_URL is missing .*\\n *NOTES_LIMIT must be an integer, got "x" /u,
  });
});
`,
};

const project = await createProject(files);
const envFile = path.join(project.folder, '.env');
afterEach(() => rmSync(envFile, { force: true }));

test('handlers are checked against the types of variables', async () => {
  expect(await typeCheck(project.folder, ['generated', 'handlers', 'test'])).toBe('');
});

test('tests get the values of .env, and values of their own', async () => {
  writeFileSync(envFile, 'NOTES_URL=file\n');
  const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');
  await promisify(execFile)(process.execPath, [cli, 'test'], { cwd: project.folder });
});

test('a Worker gets the values of its bindings, and says what is missing', async () => {
  const { default: server } = await loadModule<{
    readonly default: { fetch(request: Request, bindings: object): Promise<Response> };
  }>(project.folder, 'generated/web.ts');
  const call = (bindings: object) =>
    server.fetch(
      new Request('https://notes.example.com/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': 'show',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'show',
            arguments: {},
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        }),
      }),
      bindings,
    );
  expect((await call({})).status).toBe(500);
  const answer = await call({ NOTES_URL: 'bound', NOTES_LIMIT: '1' });
  expect(await answer.text()).toContain('BOUND 2');
});

test('dev says what is missing, and starts the server when .env has it', async () => {
  const session = await startDev(files);
  try {
    await session.told('NOTES_URL is missing (string, declared in definitions/notes.mcp.yaml:5)');
    writeFileSync(path.join(session.project.folder, '.env'), 'NOTES_URL=first\n');
    const answered = async () => (await initialize(session)).result !== undefined;
    await expect.poll(answered, { timeout: 20_000 }).toBe(true);
    const ask = async () => (await session.ask('tools/call', { name: 'show' })).result?.content?.[0]?.text;
    expect(await ask()).toBe('FIRST 6');
    await session.edit('.env', (text) => `${text}NOTES_LIMIT=1\n`);
    await expect.poll(ask, { timeout: 20_000 }).toBe('FIRST 2');
  } finally {
    await session.remove();
  }
});
