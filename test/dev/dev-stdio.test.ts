import { readdir, rm, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { putFiles } from '../kit/make-folder.js';
import { greeter, initialize, modern, startDev, type DevSession } from './dev-session.js';

let session: DevSession;
afterEach(() => session.remove());

const definition = 'definitions/greeter.mcp.yaml';
const handler = 'handlers/tools/greet.ts';
const secondTool = `  wave:
    description: Waves.
    inputSchema: { type: object }
`;
const prompt = 'prompts: { p: { description: A., messages: [{ role: user, content: { type: text, text: A } }] } }\n';
const isToolsChanged = ({ method }: { readonly method?: string }) => method === 'notifications/tools/list_changed';
const greet = async (params: object = {}): Promise<unknown> =>
  (await session.ask('tools/call', { name: 'greet', ...params })).result?.content?.[0]?.text;

test('a legacy client is told of changes, keeps its server while a version is broken, and gets the fixed one', async () => {
  const server = 'handlers/server.ts';
  session = await startDev({ ...greeter, [server]: 'export async function setup() {}\n' });
  const { result } = await initialize(session);
  expect(result.capabilities).toEqual({
    logging: {},
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { listChanged: true },
  });
  await session.edit(definition, (text) => text + secondTool);
  expect(await session.next(isToolsChanged)).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  const listed = await session.ask('tools/list');
  expect(listed.result.tools.map(({ name }: { name: string }) => name)).toEqual(['greet', 'wave']);
  await session.edit(definition, (text) => `${text}${prompt}`);
  await session.next(({ method }) => method === 'notifications/prompts/list_changed');

  // A changed handler answers the next call, and no list is announced.
  await session.edit(handler, (text) => text.replace('Hello', 'Good day'));
  await expect.poll(() => greet(), { timeout: 20_000 }).toBe('Good day');
  expect(session.messages.filter(({ method }) => method !== undefined)).toHaveLength(2);

  await session.edit(definition, (text) => text.replace('description: Greets.', 'descriptoin: Greets.'));
  await session.told(`${definition}:4:5 error unknown-key`);
  expect(await greet()).toBe('Good day');
  await session.edit(definition, (text) => text.replace('descriptoin: Greets.', 'description: Greets well.'));
  await session.next(isToolsChanged);
  expect((await session.ask('tools/list')).result.tools[0].description).toBe('Greets well.');
  expect(session.stderr()).toContain('The definitions no longer have errors.');

  await session.edit(handler, (text) => text.replace("'Good day'", "['Good day'"));
  await session.told(`${handler}:3:`);
  expect(session.stderr()).toMatch(/error build-failed: .*\n {2}3 \| export const greet.*\n {4}\| +\^/u);
  expect(await greet()).toBe('Good day');
  await session.edit(handler, (text) => text.replace("['Good day'", "'Hi'"));
  await expect.poll(() => greet(), { timeout: 20_000 }).toBe('Hi');

  await session.edit(server, () => "export async function setup() { throw new Error('No database'); }\n");
  await session.told('START: setup | ERROR: No database');
  await session.told('The new server does not start (exit code 1); the previous one keeps running.');
  expect(await greet()).toBe('Hi');
  expect(await session.end()).toBe(0);
});

test('options and output: --toolsets chooses tools, --arg reaches `setup`, and a line that is no message is told once', async () => {
  const toolset = secondTool.replace('description', 'toolset: motions\n    description');
  const other = secondTool.replace('wave', 'bow').replace('description', 'toolset: manners\n    description');
  const setup = `import { writeSync } from 'node:fs';
export const setup = ({ args }) => {
  console.error(\`arguments \${JSON.stringify(args)}\`);
  for (const word of ['first', 'second']) writeSync(1, word + ' \\x1b[2J log line\\n');
};
`;
  const files = { ...greeter, [definition]: `${greeter[definition]}${toolset}${other}`, 'handlers/server.ts': setup };
  session = await startDev(files, '--toolsets', 'motions', '--arg', '/home/ada', '--arg=--verbose');
  await initialize(session);
  const listed = await session.ask('tools/list');
  expect(listed.result.tools.map(({ name }: { name: string }) => name)).toEqual(['greet', 'wave']);
  expect(await greet()).toBe('Hello');
  await session.told('that is not a JSON-RPC message. Write logs to stderr: first  [2J log line\n');
  expect(session.stderr()).toContain('arguments ["/home/ada","--verbose"]');
  expect(session.stderr()).not.toContain('second');
});

test('calls are answered by the server that they were made to, questions by the one that asked, also when it ends', async () => {
  session = await startDev({
    [definition]: `server: { name: greeter, version: 1.0.0 }
tools:
  late: { description: Waits., inputSchema: { type: object } }
  ask: { description: Asks., inputSchema: { type: object } }
  die: { description: Ends., inputSchema: { type: object } }
`,
    'handlers/tools/late.ts': `import { watch } from 'node:fs/promises';
export const late = async () => {
  for await (const { filename } of watch('.')) if (filename === 'go') return 'Late';
};
`,
    'handlers/tools/ask.ts': `export const ask = async (_input, { elicit }) => {
  const { content } = await elicit('Who?', { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] });
  return 'Hello ' + content.name;
};
`,
    'handlers/tools/die.ts': 'export const die = () => process.exit(3);\n',
  });
  await initialize(session, { elicitation: { form: {} } });
  const late = session.ask('tools/call', { name: 'late' });
  session.send({ id: 'first', method: 'tools/call', params: { name: 'ask', arguments: {} } });
  const first = await session.next(({ method }) => method === 'elicitation/create');
  await session.edit('handlers/tools/ask.ts', (text) => text.replace('Hello', 'Bye'));
  await session.edit(definition, (text) => text + secondTool);
  await session.next(isToolsChanged);
  expect((await session.ask('tools/list')).result.tools).toHaveLength(4);
  session.send({ id: 'second', method: 'tools/call', params: { name: 'ask', arguments: {} } });
  const second = await session.next(({ method }) => method === 'elicitation/create');
  expect(second.id).not.toEqual(first.id);
  session.send({ id: second.id, result: { action: 'accept', content: { name: 'Eve' } } });
  session.send({ id: first.id, result: { action: 'accept', content: { name: 'Ada' } } });
  expect((await session.next(({ id }) => id === 'first')).result.content[0].text).toBe('Hello Ada');
  expect((await session.next(({ id }) => id === 'second')).result.content[0].text).toBe('Bye Eve');
  await writeFile(path.join(session.project.folder, 'go'), '');
  expect((await late).result.content[0].text).toBe('Late');

  const { error } = await session.ask('tools/call', { name: 'die' });
  expect(error).toEqual({ code: -32603, message: 'The server exited (exit code 3) before it responded.' });
  expect((await session.ask('tools/list')).result.tools).toHaveLength(4);
  expect(session.stderr()).toContain('The server exited (exit code 3) and is restarting.');
  session.signal('SIGTERM');
  expect(await session.exited).toBe(0);
  expect(await readdir(session.project.folder)).not.toContain('dist');
});

test('subscriptions of a modern client go on, and only what they ask for is announced on them', async () => {
  session = await startDev(greeter);
  const discovered = await session.ask('server/discover', modern);
  expect(discovered.result.capabilities.tools).toEqual({ listChanged: true });
  session.send({
    id: 'tools',
    method: 'subscriptions/listen',
    params: { ...modern, notifications: { toolsListChanged: true } },
  });
  session.send({
    id: 7,
    method: 'subscriptions/listen',
    params: { ...modern, notifications: { promptsListChanged: true } },
  });
  await session.next(({ method }) => method === 'notifications/subscriptions/acknowledged');
  await session.next(({ method }) => method === 'notifications/subscriptions/acknowledged');
  const subscription = (id: string | number) => ({ _meta: { 'io.modelcontextprotocol/subscriptionId': id } });
  for (const words of ['Greets you.', 'Greets all.']) {
    await session.edit(definition, (text) => text.replace(/Greets.*/u, words));
    expect(await session.next(isToolsChanged)).toMatchObject({ params: subscription('tools') });
    const listed = await session.ask('tools/list', modern);
    expect(listed.result).toMatchObject({ ttlMs: 0, tools: [{ description: words }] });
  }
  await session.edit(definition, (text) => `${text}${prompt}`);
  expect(await session.next(({ method }) => method === 'notifications/prompts/list_changed')).toMatchObject({
    params: subscription(7),
  });
  const acknowledged = session.messages.filter(({ method }) => method?.endsWith('/acknowledged'));
  expect(acknowledged).toHaveLength(2);
  expect(await session.end()).toBe(0);
});

test('log level and resource subscriptions hold for the new server', async () => {
  session = await startDev({
    'definitions/clock.mcp.yaml': `server: { name: clock, version: 1.0.0, capabilities: { resources: { subscribe: true } } }
tools:
  tick: { description: Ticks., inputSchema: { type: object } }
resources:
  clock://now: { name: now, text: noon }
`,
    'handlers/server.ts': `export let server;
export async function setup(control) { server = control; }
`,
    'handlers/tools/tick.ts': `import { server } from '../server.ts';
export const tick = async (_input, { log }) => {
  log.debug('version 1');
  server.resources.updated('clock://now');
  return 'tick';
};
`,
  });
  await initialize(session);
  await session.ask('logging/setLevel', { level: 'debug' });
  await session.ask('resources/subscribe', { uri: 'clock://now' });
  await session.edit('handlers/tools/tick.ts', (text) => text.replace('version 1', 'version 2'));
  await expect
    .poll(
      async () => {
        await session.ask('tools/call', { name: 'tick' });
        return session.messages.some(({ params }) => params?.['data'] === 'version 2');
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  const last = session.messages.slice(-3);
  expect(last.map(({ method }) => method)).toContain('notifications/resources/updated');
});

test('a client that frames with Content-Length is answered so, by every version', async () => {
  session = await startDev(greeter);
  await rm(path.join(session.project.folder, 'dist'), { recursive: true, force: true });
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }, undefined, 2);
  const framed = session.rawOutput();
  session.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
  await framed.contains('Content-Length: 36\r\n\r\n{"jsonrpc":"2.0","id":1,"result":{}}');
  await session.edit(handler, (code) => code.replace('Hello', 'Hé'));
  const call = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'greet' } });
  await expect
    .poll(
      async () => {
        session.write(`Content-Length: ${call.length}\r\n\r\n${call}`);
        return framed.text();
      },
      { timeout: 20_000, interval: 200 },
    )
    .toContain('"text":"Hé"');
});

test('input that ends before the server is ready is answered anyway', async () => {
  session = await startDev(greeter);
  session.send({ id: 1, method: 'tools/call', params: { name: 'greet' } });
  expect(await session.end()).toBe(0);
  expect(session.messages).toMatchObject([{ id: 1, result: { content: [{ text: 'Hello' }] } }]);
  expect(await readdir(session.project.folder)).not.toContain('dist');
});

test('a project that never had a server gets one when its definition is fixed, and the client waits', async () => {
  session = await startDev(greeter);
  await writeFile(path.join(session.project.folder, handler), 'export const broken =');
  const answer = initialize(session);
  await session.told('error build-failed');
  await session.edit(handler, () => greeter[handler]);
  expect((await answer).result.serverInfo.name).toBe('greeter');
});

const typed = {
  ...greeter,
  'package.json': '{ "type": "module" }',
  'tsconfig.json': `{ "compilerOptions": { "target": "es2023", "lib": ["es2023"], "types": ["node"], "module": "nodenext",
    "allowImportingTsExtensions": true, "noEmit": true, "strict": true, "verbatimModuleSyntax": true },
    "include": ["generated", "test"] }`,
};

test('a version with type errors is told, the server before goes on, and the fixed one takes over', async () => {
  session = await startDev({ ...typed, 'test/a.test.ts': 'export const count: number = "one";\n' });
  // Type errors of tests stop nothing.
  await session.told('test/a.test.ts(1,14): error TS2322');
  await initialize(session);
  await session.edit(handler, (text) => text.replace("'Hello'", "'Good day'.leng"));
  await session.told("error TS2339: Property 'leng' does not exist");
  await session.told('The previous version, which has no type errors, keeps running.');
  expect(await greet()).toBe('Hello');
  await session.edit('test/a.test.ts', (text) => text.replace('number', 'string'));
  await session.edit(handler, (text) => text.replace('.leng', ''));
  await session.told('The type checker no longer reports errors.');
  await expect.poll(() => greet(), { timeout: 20_000 }).toBe('Good day');
});

test('a first version with type errors is not started: the client gets the first error, and a server after the fix', async () => {
  session = await startDev({ ...typed, [handler]: greeter[handler].replace("'Hello'", "'Hello'.leng") });
  const { error } = await initialize(session);
  expect(error).toMatchObject({ code: -32603 });
  expect(error?.message).toMatch(
    /^The server has not been started .* handlers\/tools\/greet\.ts\(3,\d+\): error TS2339: .*--no-check/u,
  );
  await session.edit(handler, () => greeter[handler]);
  await session.told('The type checker no longer reports errors.');
  await expect
    .poll(() => initialize(session), { timeout: 20_000 })
    .toMatchObject({
      result: { serverInfo: { name: 'greeter' } },
    });
});

test('a first server that does not start answers with that, and one with what was missing takes over', async () => {
  const declared = greeter[definition].replace(
    '1.0.0 }',
    '1.0.0, environment: { TOKEN: { description: A key, required: true } } }',
  );
  session = await startDev({ ...greeter, [definition]: declared });
  const { error } = await initialize(session);
  expect(error?.code).toBe(-32603);
  expect(error?.message).toMatch(/^The server does not start \(exit code \d+\); it restarts after a change/u);
  expect(session.stderr()).toContain('TOKEN is missing');
  await writeFile(path.join(session.project.folder, '.env'), 'TOKEN=a\n');
  await expect
    .poll(() => initialize(session), { timeout: 20_000 })
    .toMatchObject({ result: { serverInfo: { name: 'greeter' } } });
});

test('with --no-check type errors of handlers stop nothing', async () => {
  session = await startDev({ ...typed, [handler]: greeter[handler].replace("'Hello'", "'Hello'.leng") }, '--no-check');
  await initialize(session);
  await session.told("error TS2339: Property 'leng' does not exist");
  expect((await session.ask('tools/list')).result.tools).toHaveLength(1);
});

test('the output of the type checker cannot command a terminal or a CI system', async () => {
  session = await startDev({ ...greeter, 'tsconfig.json': '{}' });
  const compiler = path.join(session.project.folder, 'node_modules/typescript');
  // Only the link to it.
  await unlink(compiler);
  putFiles(session.project.folder, {
    'node_modules/typescript/package.json': '{}',
    'node_modules/typescript/bin/tsc': String.raw`console.log('\u202e\u001b[2J\n::warning::forged'); process.exitCode = 2;`,
  });
  await initialize(session);
  await session.told('forged');
  expect(session.stderr()).toContain('\u00b7\u00b7[2J\n\u00b7:warning::forged\n');
});
