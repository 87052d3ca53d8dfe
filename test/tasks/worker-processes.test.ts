import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi, type TestContext } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { startValkey } from '../kit/start-valkey.js';
import { untilSaid } from '../kit/until-said.js';
import type { Wire } from '../wire/wire.js';
import { askOverHttp, untilStatus } from './ask-over-http.js';

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
    while (existsSync(path.join(folder, 'wait'))) await sleep(50);
  });
  const answer = await context.elicitations.icing();
  await context.step('ice', () => note('ice ' + name));
  return answer.action === 'accept' ? 'A cake with ' + answer.content.icing : 'A cake';
};
`;

const kinds = ['sqlite', 'redis'] as const;
type Kind = (typeof kinds)[number];

const projects = new Map<Kind, string>();

beforeAll(async () => {
  for (const kind of kinds) {
    const project = await createProject({
      'package.json': '{ "type": "module" }',
      'definitions/bakery.mcp.yaml': definition(kind),
      'handlers/tools/bake.ts': bake,
    });
    projects.set(kind, path.dirname(await project.bundle()));
  }
}, 180_000);

/** What is waited for comes, however busy the machine is. */
const patient = { timeout: 240_000, interval: 200 };

/** A place for the processes of one test, with a store of their own. */
class Site {
  readonly #kind: Kind;
  readonly #folder = makeFolder({ notes: '' });
  readonly #environment: { readonly [name: string]: string };
  readonly #onFinished: TestContext['onTestFinished'];

  private constructor(kind: Kind, store: { readonly [name: string]: string }, { onTestFinished }: TestContext) {
    this.#kind = kind;
    this.#environment = { NOTES: this.#folder, ...store };
    this.#onFinished = onTestFinished;
  }

  static async open(kind: Kind, context: TestContext): Promise<Site> {
    if (kind === 'sqlite') return new Site(kind, { MCP_SQLITE_FILE: path.join(makeFolder(), 'state.sqlite') }, context);
    const valkey = await startValkey();
    context.onTestFinished(() => valkey.stop());
    return new Site(kind, { MCP_REDIS_URL: valkey.url }, context);
  }

  notes(): readonly string[] {
    return readFileSync(path.join(this.#folder, 'notes'), 'utf8').trim().split('\n');
  }

  /** Resolves when handlers have noted so many lines; gives them. */
  async untilNoted(count: number): Promise<readonly string[]> {
    await vi.waitUntil(() => this.notes().filter(Boolean).length >= count, patient);
    return this.notes();
  }

  /** From now on cakes stay in the oven. */
  block(): void {
    writeFileSync(path.join(this.#folder, 'wait'), '');
  }

  unblock(): void {
    rmSync(path.join(this.#folder, 'wait'));
  }

  startWorker(): Promise<ServerProcess> {
    return this.#start('worker', [], /The bakery worker is waiting for tasks/u);
  }

  /** Starts what a machine runs: a server, and a worker where the server does not run tasks itself. */
  async startMachine(): Promise<Machine> {
    const [server, ...workers] = await Promise.all([
      this.#start('server', ['--http', '0'], /Listening on /u),
      ...(this.#kind === 'redis' ? [this.startWorker()] : []),
    ]);
    const processes = [server, ...workers];
    return new Machine(/Listening on (\S+)/u.exec(server.output.stderr)?.[1] ?? '', processes);
  }

  /** Starts a process of the server, and waits until it says something. */
  async #start(program: 'server' | 'worker', args: readonly string[], says: RegExp): Promise<ServerProcess> {
    const file = path.join(projects.get(this.#kind) ?? '', `${program}.mjs`);
    const started = startServer(file, args, this.#environment);
    this.#onFinished(() => void started.child.kill('SIGKILL'));
    await untilSaid(started, says);
    return started;
  }
}

/** The processes of one machine. */
class Machine {
  readonly #url: string;
  readonly #processes: readonly ServerProcess[];

  constructor(url: string, processes: readonly ServerProcess[]) {
    this.#url = url;
    this.#processes = processes;
  }

  /** Sends all processes a signal; gives their exit codes. */
  end(signal: NodeJS.Signals): Promise<readonly (number | NodeJS.Signals)[]> {
    for (const { child } of this.#processes) child.kill(signal);
    return Promise.all(this.#processes.map(({ exited }) => exited));
  }

  async begin(name: string): Promise<string> {
    return (await askOverHttp(this.#url, 'tools/call', { name: 'bake', arguments: { name } }))['taskId'] as string;
  }

  until(taskId: string, status: string): Promise<Wire> {
    return untilStatus(this.#url, taskId, status);
  }

  async answerAndFinish(taskId: string): Promise<string> {
    const inputResponses = { icing: { action: 'accept', content: { icing: 'lemon' } } };
    await askOverHttp(this.#url, 'tasks/update', { taskId, inputResponses });
    return (await this.until(taskId, 'completed'))['result'].content[0].text as string;
  }
}

// At the same time: they wait for locks of processes that were killed.
describe.concurrent.each(kinds)('processes that share %s', { timeout: 300_000 }, (kind) => {
  const stopped = kind === 'redis' ? [0, 0] : [0];

  test('all end, in whichever way: the next ones go on, and repeat no finished step', async (context) => {
    const site = await Site.open(kind, context);
    site.block();
    const first = await site.startMachine();
    const taskId = await first.begin('plain');
    expect(await site.untilNoted(2)).toEqual(['mix plain', 'bake plain']);
    // Killed in a step, which the next ones begin again.
    await first.end('SIGKILL');
    site.unblock();
    const second = await site.startMachine();
    const { inputRequests } = await second.until(taskId, 'input_required');
    const baked = ['mix plain', 'bake plain', 'bake plain'];
    expect(site.notes()).toEqual(baked);
    // Killed while a question is open, which the next ones go on asking.
    await second.end('SIGKILL');
    const third = await site.startMachine();
    expect((await third.until(taskId, 'input_required'))['inputRequests']).toEqual(inputRequests);
    expect(await third.answerAndFinish(taskId)).toBe('A cake with lemon');
    expect(site.notes()).toEqual([...baked, 'ice plain']);
    // Asked to stop in a step, which is finished before.
    site.block();
    const otherId = await third.begin('other');
    expect(await site.untilNoted(6)).toEqual([...baked, 'ice plain', 'mix other', 'bake other']);
    const ended = third.end('SIGTERM');
    site.unblock();
    expect(await ended).toEqual(stopped);
    const fourth = await site.startMachine();
    await fourth.until(otherId, 'input_required');
    expect(site.notes()).toEqual([...baked, 'ice plain', 'mix other', 'bake other']);
    expect(await fourth.end('SIGTERM')).toEqual(stopped);
  });

  test('a worker is killed: another one goes on with its tasks', async (context) => {
    const site = await Site.open(kind, context);
    site.block();
    const killed = await site.startWorker();
    const machine = await site.startMachine();
    const names = Array.from({ length: 12 }, (_, index) => `cake ${index}`);
    const taskIds = await Promise.all(names.map((name) => machine.begin(name)));
    expect(await site.untilNoted(24)).toHaveLength(24);
    killed.child.kill('SIGKILL');
    site.unblock();
    for (const taskId of taskIds) {
      await machine.until(taskId, 'input_required');
      expect(await machine.answerAndFinish(taskId)).toBe('A cake with lemon');
    }
    const count = (line: string): number => site.notes().filter((each) => each === line).length;
    for (const name of names) expect([count(`mix ${name}`), count(`ice ${name}`)]).toEqual([1, 1]);
    // Those of the worker that was killed are repeated, and no others.
    const baked = names.map((name) => count(`bake ${name}`));
    expect([Math.min(...baked), Math.max(...baked)]).toEqual([1, 2]);
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
    [['--concurrency', '0'], '--concurrency needs a number from 1 to 10000. Try --help.'],
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

  test('a worker logs as the environment says', async () => {
    const [code, text] = await run([], { MCP_LOG: 'json' });
    expect(code).toBe(1);
    expect(JSON.parse(text)).toMatchObject({ level: 'error', message: expect.stringContaining('MCP_SQLITE_FILE') });
    expect(await run([], { MCP_LOG: 'xml' })).toEqual([
      2,
      'Invalid log format: "xml". Valid formats: text, json. Try --help.\n',
    ]);
  });
});
