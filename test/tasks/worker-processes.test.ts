import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { startValkey, type Valkey } from '../kit/start-valkey.js';
import { typeCheck } from '../kit/type-check.js';

const definition = (kind: string): string => `
server: { name: bakery, version: 1.0.0, stores: ${kind} }
tools:
  bake:
    description: Bakes a cake.
    inputSchema: { type: object, properties: { name: { type: string, description: Name. } }, required: [name] }
    annotations: { idempotentHint: true }
    task: { durable: true, pollIntervalMs: 10 }
    elicitations:
      icing:
        message: Which icing?
        requestedSchema: { type: object, properties: { icing: { type: string } }, required: [icing] }
`;

/** Notes in a file what it does; waits in its second step while there is a file called \`wait\`. */
const bake = `
import { appendFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bake } from '../../generated/handlers.ts';

const folder = String(process.env['NOTES']);
const note = (text: string): void => appendFileSync(path.join(folder, 'notes'), text + '\\n');

export const bake: Bake = async ({ name }, context) => {
  await context.step('mix', () => note('mix ' + name));
  await context.step('bake', async () => {
    note('bake ' + name);
    while (existsSync(path.join(folder, 'wait'))) await sleep(10);
  });
  const answer = await context.elicit.icing();
  await context.step('ice', () => note('ice ' + name));
  return answer.action === 'accept' ? 'A cake with ' + answer.content.icing : 'A cake';
};
`;

const kinds = ['sqlite', 'redis'] as const;
type Kind = (typeof kinds)[number];

const projects = new Map<Kind, string>();
let valkey: Valkey;

beforeAll(async () => {
  for (const kind of kinds) {
    const project = await createProject({
      'package.json': '{ "type": "module" }',
      'definitions/bakery.mcp.yaml': definition(kind),
      'handlers/tools/bake.ts': bake,
    });
    expect(await typeCheck(project.folder)).toBe('');
    projects.set(kind, path.dirname(await project.bundle()));
  }
  valkey = await startValkey();
}, 180_000);

afterAll(() => valkey?.stop());

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {
    elicitation: {},
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  },
};

interface Task {
  readonly taskId: string;
  readonly status: string;
  readonly inputRequests?: object;
  readonly result?: { readonly content: readonly { readonly text: string }[] };
}

/** Parameters of a request. */
interface Params {
  readonly name?: string;
  readonly taskId?: string;
  readonly [name: string]: unknown;
}

/** The processes of one machine. */
interface Machine {
  readonly url: string;
  /** Sends all of them a signal; gives their exit codes. */
  end(signal: NodeJS.Signals): Promise<readonly (number | NodeJS.Signals)[]>;
}

/** Sends a request over HTTP and gives the result. */
async function send(url: string, method: string, params: Params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      'Mcp-Name': params.name ?? params.taskId ?? '',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  // On a busy machine an answer may come late, and then as an event.
  const text = await response.text();
  const json = /^data: (\{.*)$/mu.exec(text)?.[1] ?? text;
  const { result, error } = JSON.parse(json) as { readonly result?: Task; readonly error?: object };
  if (result === undefined) throw new Error(JSON.stringify(error));
  return result;
}

describe.each(kinds)('processes that share %s', (kind) => {
  let folder: string;
  let environment: { readonly [name: string]: string };

  beforeEach(() => {
    folder = makeFolder();
    writeFileSync(path.join(folder, 'notes'), '');
    if (kind === 'redis') valkey.run('FLUSHALL');
    environment = { NOTES: folder, MCP_SQLITE_FILE: path.join(folder, 'state.sqlite'), MCP_REDIS_URL: valkey.url };
  });

  const notes = (): readonly string[] => readFileSync(path.join(folder, 'notes'), 'utf8').trim().split('\n');
  const untilNoted = (...lines: readonly string[]): Promise<void> =>
    vi.waitFor(() => expect(notes()).toEqual(lines), { timeout: 60_000, interval: 20 });

  /** Starts a process of the server, and waits until it says something. */
  async function start(program: 'server' | 'worker', args: readonly string[], says: RegExp): Promise<ServerProcess> {
    const variable = kind === 'redis' ? 'MCP_REDIS_URL' : 'MCP_SQLITE_FILE';
    const file = path.join(projects.get(kind) ?? '', `${program}.mjs`);
    const started = startServer(file, args, { NOTES: folder, [variable]: environment[variable] ?? '' });
    onTestFinished(() => void started.child.kill('SIGKILL'));
    let code: unknown;
    void started.exited.then((ended) => (code = ended));
    while (!says.test(started.output.stderr)) {
      if (code !== undefined) throw new Error(`${program} ended with ${String(code)}: ${started.output.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return started;
  }

  const startWorker = (): Promise<ServerProcess> => start('worker', [], /The worker of bakery waits for tasks/u);

  /** Starts what a machine runs: a server, and a worker where the server does not run tasks itself. */
  async function startMachine(): Promise<Machine> {
    const server = await start('server', ['--http', '0'], /Listening on /u);
    const processes = [server, ...(kind === 'redis' ? [await startWorker()] : [])];
    const end = async (signal: NodeJS.Signals): Promise<readonly (number | NodeJS.Signals)[]> => {
      for (const { child } of processes) child.kill(signal);
      return Promise.all(processes.map(({ exited }) => exited));
    };
    return { url: /Listening on (\S+)/u.exec(server.output.stderr)?.[1] ?? '', end };
  }

  async function begin({ url }: Machine, name: string): Promise<string> {
    const { taskId } = await send(url, 'tools/call', { name: 'bake', arguments: { name } });
    return taskId;
  }

  async function until({ url }: Machine, taskId: string, status: string): Promise<Task> {
    for (;;) {
      const task = await send(url, 'tasks/get', { taskId });
      if (task.status === status) return task;
      if (!['working', 'input_required'].includes(task.status)) throw new Error(JSON.stringify(task));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function answerAndFinish(machine: Machine, taskId: string): Promise<string | undefined> {
    const inputResponses = { icing: { action: 'accept', content: { icing: 'lemon' } } };
    await send(machine.url, 'tasks/update', { taskId, inputResponses });
    return (await until(machine, taskId, 'completed')).result?.content[0]?.text;
  }

  const block = (): void => writeFileSync(path.join(folder, 'wait'), '');
  const unblock = (): void => rmSync(path.join(folder, 'wait'));

  test('all are killed in a step: the next ones go on, without the finished step', async () => {
    block();
    const first = await startMachine();
    const taskId = await begin(first, 'plain');
    await untilNoted('mix plain', 'bake plain');
    await first.end('SIGKILL');
    unblock();
    const second = await startMachine();
    await until(second, taskId, 'input_required');
    expect(notes()).toEqual(['mix plain', 'bake plain', 'bake plain']);
    expect(await answerAndFinish(second, taskId)).toBe('A cake with lemon');
    expect(notes()).toEqual(['mix plain', 'bake plain', 'bake plain', 'ice plain']);
    expect(await second.end('SIGTERM')).toEqual(kind === 'redis' ? [0, 0] : [0]);
  });

  test('all are killed while a question is open: the next ones take the answer', async () => {
    const first = await startMachine();
    const taskId = await begin(first, 'plain');
    const { inputRequests } = await until(first, taskId, 'input_required');
    await first.end('SIGKILL');
    const second = await startMachine();
    expect((await until(second, taskId, 'input_required')).inputRequests).toEqual(inputRequests);
    expect(await answerAndFinish(second, taskId)).toBe('A cake with lemon');
    expect(notes()).toEqual(['mix plain', 'bake plain', 'ice plain']);
  });

  test('a step that runs when all are asked to stop is finished, and not repeated', async () => {
    block();
    const first = await startMachine();
    const taskId = await begin(first, 'plain');
    await untilNoted('mix plain', 'bake plain');
    const ended = first.end('SIGTERM');
    unblock();
    expect(await ended).toEqual(kind === 'redis' ? [0, 0] : [0]);
    const second = await startMachine();
    await until(second, taskId, 'input_required');
    expect(notes()).toEqual(['mix plain', 'bake plain']);
  });

  test('a worker is killed: another one goes on with its tasks', async () => {
    block();
    const killed = await startWorker();
    const machine = await startMachine();
    const names = Array.from({ length: 12 }, (_, index) => `cake ${index}`);
    const taskIds = await Promise.all(names.map((name) => begin(machine, name)));
    await vi.waitFor(() => expect(notes()).toHaveLength(24), { timeout: 60_000, interval: 20 });
    killed.child.kill('SIGKILL');
    unblock();
    for (const taskId of taskIds) {
      await until(machine, taskId, 'input_required');
      expect(await answerAndFinish(machine, taskId)).toBe('A cake with lemon');
    }
    for (const name of names) {
      expect(notes().filter((line) => line === `mix ${name}`)).toHaveLength(1);
      expect(notes().filter((line) => line === `ice ${name}`)).toHaveLength(1);
    }
    // Those of the worker that was killed are repeated, and no others.
    const baked = names.map((name) => notes().filter((line) => line === `bake ${name}`).length);
    expect(Math.max(...baked)).toBe(2);
    expect(Math.min(...baked)).toBe(1);
  });
});

describe('the command line of a worker', () => {
  const run = async (args: readonly string[], environment = {}): Promise<readonly [unknown, string]> => {
    const { exited, output } = startServer(path.join(projects.get('sqlite') ?? '', 'worker.mjs'), args, environment);
    return [await exited, output.stdout + output.stderr];
  };

  test('explains itself', async () => {
    const [code, text] = await run(['--help']);
    expect(code).toBe(0);
    expect(text).toContain('Worker of a Model Context Protocol server');
    expect(await run(['--version'])).toEqual([0, '1.0.0\n']);
  });

  test.each([
    [['--http'], 'Unknown argument: --http. Try --help.'],
    [['--concurrency', '0'], '--concurrency needs a number from 1 to 10000. Try --help.'],
    [['--concurrency'], '--concurrency needs a number from 1 to 10000. Try --help.'],
    [['--concurrency=2', '--x'], 'Unknown argument: --x. Try --help.'],
  ])('refuses %j', async (args, message) => {
    const [code, text] = await run(args);
    expect(code).toBe(2);
    expect(text.trim()).toBe(message);
  });

  test('a worker without the address of its store says so', async () => {
    const [code, text] = await run([]);
    expect(code).toBe(1);
    expect(text).toContain('MCP_SQLITE_FILE');
  });
});
