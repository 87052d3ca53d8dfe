import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { Exchange } from '../../runtime/core/exchange/exchange.js';
import { CallContext } from '../../runtime/core/calls/call-context.js';
import { openTestServer, type ClientProject, type OpenServer } from '../../runtime/clients/testing/index.js';
import { createWebServer, type WebProgram } from '../../runtime/transports/web/index.js';
import { askServer } from '../kit/ask-server.js';
import { loadModule } from '../kit/load-module.js';
import { putFiles } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';
import { project } from './project.js';

/** The typed client, as far as the tests use it. */
interface Client {
  readonly tools: { readonly [tool in 'which' | 'later']: () => Promise<{ readonly text: string }> };
  readonly prompts: { readonly which: (values: object) => Promise<{ readonly text: string }> };
  readonly resources: { readonly [uri: string]: () => Promise<{ readonly text: string }> };
  readonly resourceTemplates: { readonly [uri: string]: (values: object) => Promise<{ readonly text: string }> };
  readonly completions: {
    readonly prompts: { readonly which: { readonly part: (value: string) => Promise<{ readonly values: unknown }> } };
  };
}

interface App {
  readonly name: string;
  readonly closed: boolean;
}

/** Exports of `generated/test-project.ts` for programs that contain a server. */
interface Embedding {
  readonly start: (handlers: object, options: object, app: object) => Promise<void>;
}

let counted: ClientProject<Client, App>;

beforeAll(async () => {
  const exported = await loadModule<{ readonly project: ClientProject<Client, App> }>(
    project.folder,
    'generated/test-project.ts',
  );
  counted = exported.project;
});

/** What handlers of every kind say that they have got. */
async function askAll(server: Client & OpenServer<App>): Promise<readonly unknown[]> {
  const { resources } = (await server.request('resources/list')) as { readonly resources: readonly { name: string }[] };
  return [
    (await server.tools.which()).text,
    (await server.tools.later()).text,
    (await server.prompts.which({})).text,
    (await server.resources['counted://which']?.())?.text,
    (await server.resourceTemplates['counted://which/{part}']?.({ part: '1' }))?.text,
    resources.at(-1)?.name,
    (await server.completions.prompts.which.part('')).values,
  ];
}

test('servers side by side and after each other have what their own `setup` returned, in handlers of every kind', async () => {
  const first = await openTestServer(counted);
  const second = await openTestServer(counted);
  expect(await askAll(first)).toEqual(['app 1', 'app 1', 'app 1', 'app 1', '1 of app 1', 'app 1', ['app 1']]);
  await first.close();
  await first.close();
  expect([first.app.closed, second.app.closed]).toEqual([true, false]);
  expect(await askAll(second)).toEqual(['app 2', 'app 2', 'app 2', 'app 2', '1 of app 2', 'app 2', ['app 2']]);
  await second.close();
  const third = await openTestServer(counted);
  expect((await third.tools.which()).text).toBe('app 3');
  await third.close();
});

test('`start` serves handlers on streams of its own, which `setup` is not asked about', async () => {
  const { start } = await loadModule<Embedding>(project.folder, 'generated/test-project.ts');
  const [input, output] = [new PassThrough(), new PassThrough()];
  const finished = start(counted.handlers, { input, output }, { name: 'embedded' });
  const params = { name: 'which', arguments: {} };
  input.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`);
  await finished;
  expect(JSON.parse(String(output.read()))).toMatchObject({ id: 1, result: { content: [{ text: 'embedded' }] } });
});

test('a call inside of another one, such as those of scripts, has it', () => {
  const exchange = new Exchange(1, { send: () => {}, respond: () => {} });
  const caller = {
    protocolVersion: '2026-07-28',
    client: undefined,
    clientCapabilities: {},
    logLevel: undefined,
  } as const;
  const openRequester = (): never => expect.fail();
  const context = new CallContext(exchange, caller, undefined, { openRequester }, 'the app');
  expect(context.branch().app).toBe('the app');
});

describe('over HTTP', () => {
  test('`authenticate` has it, and `close` gets it', async () => {
    const way = { carrier: 'HTTP', revision: '2026-07-28' } as const;
    const server = await askServer(await project.bundle(), way);
    const { result } = await server.call('which');
    expect(result.content).toEqual([{ type: 'text', text: 'app 1 undefined of app 1' }]);
    expect(await server.close()).toContain('closed app 1');
  });

  test('a server for `fetch` has its own, which is closed once `setup` has returned it', async () => {
    const { setup, ...rest } = counted;
    let closed = 0;
    const program = { ...rest, setup, close: () => (closed += 1) } as unknown as WebProgram;
    const unused = createWebServer(program);
    await unused.close();
    expect(closed).toBe(0);
    const failing = createWebServer({ ...program, setup: () => Promise.reject(new Error('no database')) });
    expect((await failing.fetch(new Request('http://a.example/which'))).status).toBe(500);
    await failing.close();
    expect(closed).toBe(0);
    const server = createWebServer(program);
    expect(await (await server.fetch(new Request('http://a.example/which'))).text()).toMatch(/^app \d$/u);
    await server.close();
    expect(closed).toBe(1);
  });

  test('it is closed when the port is taken', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { readonly port: number };
    const { startServer } = await import('../kit/start-server.js');
    const { output, exited } = startServer(await project.bundle(), ['--http', String(port)]);
    expect(await exited).toBe(1);
    expect(output.stderr).toContain('closed app 1');
    holder.close();
  });
});

describe('types', () => {
  const server = path.join(project.folder, 'handlers/server.ts');

  test('handlers, `authenticate`, routes and `close` know what `setup` returns', async () => {
    expect(await typeCheck(project.folder)).toBe('');
    const use = `import type { Which } from '../../generated/handlers.ts';
      export const which: Which = (_input, { app }) => app.pool;`;
    putFiles(project.folder, { 'handlers/tools/which.ts': use });
    const text = readFileSync(server, 'utf8');
    putFiles(project.folder, {
      'handlers/server.ts': text.replace('close(app: ServerApp)', 'close(app: { closed: 0 })'),
    });
    const found = await typeCheck(project.folder);
    expect(found).toMatch(
      /handlers\/tools\/which\.ts.*'pool' does not exist on type '\{ name: string; closed: boolean; \}'/u,
    );
    expect(found).toMatch(/generated\/server\.ts.*TS2345/u);
  });

  test('a `setup` that returns nothing, and none at all, give `undefined`', async () => {
    const use = `import type { Which } from '../../generated/handlers.ts';
      export const which: Which = (_input, { app }) => { const none: undefined = app; return none; };`;
    for (const text of [
      'export async function setup(): Promise<void> {}\nexport async function close() {}',
      'export {}',
    ]) {
      putFiles(project.folder, { 'handlers/tools/which.ts': use, 'handlers/server.ts': text });
      expect(await typeCheck(project.folder, ['handlers/tools/which.ts', 'generated/server.ts'])).not.toContain(
        'tools/which.ts(',
      );
    }
  });
});
