import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { ServerDefinition } from '../../runtime/index.js';
import { start, type StartOptions } from '../../runtime/transports/node/index.js';
import { makeDefinition, makeHandlers, makeTool, oneTool } from './fixture-server.js';
import { converse, feed, initialize, parseLines, reports, request, talk, turn } from './wire.js';

describe('options', () => {
  test.each([
    [{ verion: '1' }, 'Unknown option "verion"; known options are input, output, name, version, title, mode, pageSize'],
    [{ version: 1 }, 'Option "version" must be a string'],
    [{ title: null }, 'Option "title" must be a string'],
    [{ name: ['x'] }, 'Option "name" must be a string'],
    [{ input: {} }, 'Option "input" must be a readable stream'],
    [{ output: 'x' }, 'Option "output" must be a writable stream'],
    [{ pageSize: 0 }, 'Option "pageSize" must be a positive integer'],
    [{ pageSize: 1.5 }, 'Option "pageSize" must be a positive integer'],
    [{ maxMessageBytes: '1' }, 'Option "maxMessageBytes" must be a positive integer'],
    [{ sequential: 1 }, 'Option "sequential" must be a boolean'],
    [{ warnings: 'yes' }, 'Option "warnings" must be a boolean'],
    [{ taskStore: null }, 'Option "taskStore" must be a task store'],
    [{ taskStore: { add: () => {} } }, 'Option "taskStore" must be a task store'],
    [{ shutdownTimeoutMs: -1 }, 'Option "shutdownTimeoutMs" must be a number of milliseconds'],
    [{ toString: 1 }, 'Unknown option "toString"'],
  ])('%j', (options, message) => {
    const input = new PassThrough();
    const output = new PassThrough();
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    const attempt = () => start(makeDefinition(), makeHandlers(), { input, output, ...options } as StartOptions);
    expect(attempt).toThrow(TypeError);
    expect(attempt).toThrow(message);
    expect(input.readableFlowing).toBeNull();
    expect(output.read()).toBeNull();
  });

  test('that are undefined are not given', async () => {
    const options = { name: undefined, pageSize: undefined } as unknown as StartOptions;
    const subject = { definition: makeDefinition(), handlers: makeHandlers() };
    const [answer] = await talk(subject, [initialize(1, '2025-11-25')], options);
    expect(answer?.['result'].serverInfo).toEqual({ name: 'fixture', version: '1.2.3' });
  });
});

test.each([['k'.repeat(31)], ['']])('a state key of fewer than 32 characters is refused: %j', (key) => {
  const attempt = () => start(makeDefinition(), makeHandlers(), { stateKeys: ['n'.repeat(32), key] });
  expect(attempt).toThrow(new TypeError('The keys in stateKeys or MCP_STATE_KEYS must have at least 32 characters'));
});

test.each([
  [7, 7],
  [undefined, 0],
])('generated code of the format %s is refused', (format, named) => {
  const definition = { ...makeDefinition(), format } as unknown as ServerDefinition;
  expect(() => start(definition, makeHandlers())).toThrow(
    `The generated code has format ${named} but this version of create-mcp-from-schema supports format 1: ` +
      'run `npx create-mcp-from-schema generate` and build the server again.',
  );
});

test('all missing handlers are named', () => {
  const definition = makeDefinition({
    tools: [makeTool('a'), makeTool('toString'), makeTool('there')],
    prompts: [
      { name: 'p', fields: {}, arguments: [] },
      { name: 'static', fields: {}, arguments: [], messages: async () => () => [] },
    ],
    resources: [
      { uri: 'app://r', fields: {} },
      { uri: 'app://static', fields: {}, content: async () => ({ text: '' }) },
    ],
    resourceTemplates: [{ uriTemplate: 'app://{x}', fields: {}, matcher: { pattern: /x/u, path: [], query: [] } }],
  });
  expect(() => start(definition, makeHandlers({ tools: { there: () => 1, a: 'x' } }))).toThrow(
    new TypeError(
      'Handlers are missing for tool "a", tool "toString", prompt "p", resource "app://r", resource template "app://{x}"',
    ),
  );
});

describe('end of input', () => {
  const slow = oneTool(async ({ isEndless }: { isEndless: boolean }, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => reports.push(`aborted: ${(signal.reason as Error).message}`));
    await (isEndless ? new Promise(() => {}) : turn());
    return 'done';
  });
  const call = (isEndless: boolean) =>
    `${JSON.stringify(request(1, 'tools/call', { name: 'probe', arguments: { isEndless } }))}\n`;

  test('running calls are still answered', async () => {
    expect(parseLines(await feed(slow, [call(false)]))).toMatchObject([{ id: 1, result: {} }]);
  });

  test('but they do not get longer than `shutdownTimeoutMs`', async () => {
    expect(await feed(slow, [call(true)], { shutdownTimeoutMs: 5 })).toBe('');
    expect(reports).toEqual(['aborted: The server is shutting down']);
  });

  test('an input that fails ends like one that ends', async () => {
    const input = new PassThrough();
    const done = start(slow.definition, slow.handlers, { input, output: new PassThrough() });
    input.destroy(new Error('cable cut'));
    await done;
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(/ INPUT \| ERROR: cable cut\n$/u);
  });

  test('an input that has already ended is no reason to wait', async () => {
    const input = new PassThrough();
    input.end();
    input.resume();
    await once(input, 'end');
    await start(slow.definition, slow.handlers, { input, output: new PassThrough() });
  });

  test('an input that is destroyed ends, too', async () => {
    const input = new PassThrough();
    const done = start(slow.definition, slow.handlers, { input, output: new PassThrough() });
    input.destroy();
    await done;
    expect(reports).toEqual([]);
  });
});

describe('output', () => {
  test('that fails ends the server, EPIPE without a word', async () => {
    const failing = (code: string) =>
      new Writable({ write: (_chunk, _encoding, callback) => callback(Object.assign(new Error('no'), { code })) });
    for (const code of ['EPIPE', 'EIO']) {
      const input = new PassThrough();
      const subject = oneTool(() => new Promise(() => {}));
      const done = start(subject.definition, subject.handlers, { input, output: failing(code) });
      input.write(`${JSON.stringify(request(1, 'tools/call', { name: 'probe' }))}\n`);
      input.write(`${JSON.stringify(request(2, 'ping'))}\n`);
      await done;
      expect(reports.filter((line) => line.includes('OUTPUT'))).toHaveLength(code === 'EIO' ? 1 : 0);
    }
  });

  test('that is blocked stops the reading, until it is free again', async () => {
    const callbacks: (() => void)[] = [];
    let isFree = false;
    let written = '';
    const output = new Writable({
      highWaterMark: 10,
      decodeStrings: false,
      write: (chunk, _encoding, callback) => {
        written += String(chunk);
        if (isFree) callback();
        else callbacks.push(callback);
      },
    });
    const input = new PassThrough();
    const done = start(makeDefinition(), makeHandlers(), { input, output });
    input.write(`${JSON.stringify(request(1, 'ping'))}\n`);
    await turn();
    expect(input.isPaused()).toBe(true);
    input.end(`${JSON.stringify(request(2, 'ping'))}\n`);
    await turn();
    expect(parseLines(written).map(({ id }) => id)).toEqual([1]);
    callbacks.shift()?.();
    await turn();
    expect(parseLines(written).map(({ id }) => id)).toEqual([1, 2]);
    isFree = true;
    callbacks.shift()?.();
    await done;
  });

  test('of one turn is written at once', async () => {
    let writes = 0;
    const output = new Writable({
      write: (_chunk, _encoding, callback) => {
        writes += 1;
        callback();
      },
    });
    const input = new PassThrough();
    const done = start(makeDefinition(), makeHandlers(), { input, output });
    input.end(Array.from({ length: 100 }, (_, id) => `${JSON.stringify(request(id, 'ping'))}\n`).join(''));
    await done;
    expect(writes).toBe(1);
  });
});

test('servers in one process know nothing of each other', async () => {
  const subject = oneTool((_: unknown, { protocolVersion }: { protocolVersion: string }) => protocolVersion);
  const first = converse(subject);
  const second = converse(subject);
  await first.ask(initialize(0, '2024-11-05'));
  first.send(request(1, 'tools/call', { name: 'probe' }));
  second.send(request(1, 'tools/call', { name: 'probe' }));
  expect((await first.next())['result'].content[0].text).toBe('2024-11-05');
  expect((await second.next())['result'].content[0].text).toBe('2025-11-25');
  expect(await first.end()).toEqual([]);
  second.send(request(2, 'ping'));
  expect(await second.end()).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
});

test('strings from a stream with an encoding are read, too', async () => {
  const input = new PassThrough();
  input.setEncoding('utf8');
  const output = new PassThrough();
  const done = start(makeDefinition(), makeHandlers(), { input, output });
  input.end(`${JSON.stringify(request('é', 'ping'))}\n`);
  await done;
  expect(String(output.read())).toBe('{"jsonrpc":"2.0","id":"é","result":{}}\n');
});

test('messages with long integers are answered in their place, although the input ends at once', async () => {
  const long = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"n":12345678901234567890}}';
  const answers = await talk({ definition: makeDefinition(), handlers: makeHandlers() }, [
    long,
    request(2, 'ping'),
    long.replace('"id":1', '"id":3'),
  ]);
  expect(answers.map(({ id }) => id as unknown)).toEqual([1, 2, 3]);
});
