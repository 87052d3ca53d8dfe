import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { startBalancer, type Balancer } from '../kit/start-balancer.js';
import { startCable, type Cable } from '../kit/start-cable.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { openValkey } from '../kit/open-valkey.js';
import type { Valkey } from '../kit/start-valkey.js';
import { untilSaid } from '../kit/until-said.js';
import { askOverHttp, untilStatus } from '../tasks/ask-over-http.js';
import { HttpTarget } from '../wire/http-kit.js';
import type { Wire } from '../wire/wire.js';

const definition = `
server: { name: field, version: 1.0.0, store: redis, capabilities: { resources: { subscribe: true } } }
tools:
  echo:
    description: Gives its id back.
    inputSchema: &input
      { type: object, properties: { id: { type: string, description: Id of the call. } }, required: [id] }
  hold: { description: Waits until it is released., inputSchema: *input }
  greet:
    description: Asks for a name.
    inputSchema: *input
    elicitations: &questions
      name:
        message: Your name?
        requestedSchema: { type: object, properties: { name: { type: string } }, required: [name] }
  stroll: { description: Takes its time and reports progress., inputSchema: *input }
  tell: { description: Says that the news has changed and what time it is. }
  bake:
    description: Bakes a cake.
    inputSchema: *input
    task: { durable: true, pollIntervalMs: 10 }
    elicitations: *questions
resources:
  field://news: { name: news, text: Nothing new. }
`;

const server = `
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerControl } from 'create-mcp-from-schema/runtime';

export const options = { shutdownTimeoutMs: Number(process.env['SHUTDOWN_TIMEOUT_MS'] ?? 20_000), http: { keepAliveMs: 500, shutdownDelayMs: 500 } };

let control: ServerControl | undefined;
export const setup = (given: ServerControl): void => void (control = given);
export const change = (): void => control?.resources.updated('field://news');

const folder = String(process.env['NOTES']);
export const note = (text: string): void => appendFileSync(path.join(folder, 'notes'), text + ' ' + process.pid + '\\n');
export const released = async (id: string): Promise<void> => {
  while (!readFileSync(path.join(folder, 'released'), 'utf8').includes(id + '\\n')) await sleep(20);
};
`;

const handler = (name: string, body: string): string => `
import type { ${name[0]?.toUpperCase()}${name.slice(1)} } from '../../generated/handlers.ts';
import { change, note, released } from '../server.ts';
void [change, note, released];
export const ${name}: ${name[0]?.toUpperCase()}${name.slice(1)} = ${body};
`;

const project = await createProject({
  'package.json': '{ "name": "field", "type": "module" }',
  'definitions/field.mcp.yaml': definition,
  'handlers/server.ts': server,
  'handlers/tools/echo.ts': handler('echo', `({ id }) => { note('echo ' + id); return id; }`),
  'handlers/tools/hold.ts': handler(
    'hold',
    `async ({ id }, { progress }) => { note('hold ' + id); progress(1); await released(id); progress(2); return id; }`,
  ),
  'handlers/tools/stroll.ts': handler(
    'stroll',
    `async ({ id }, { progress }) => {
  note('stroll ' + id);
  for (let step = 1; step <= 5; step += 1) {
    progress(step);
    await new Promise((resolve) => setTimeout(resolve, 200 * Math.random()));
  }
  return id;
}`,
  ),
  'handlers/tools/greet.ts': handler(
    'greet',
    `async ({ id }, { elicitations }) => {
  note('greet ' + id);
  const answer = await elicitations.name();
  return answer.action === 'accept' ? id + ' ' + answer.content.name : answer.action;
}`,
  ),
  'handlers/tools/tell.ts': handler('tell', `() => { change(); return String(Date.now()); }`),
  'handlers/tools/bake.ts': handler(
    'bake',
    `async ({ id }, { step, elicitations }) => {
  await step('mix', () => note('mix ' + id));
  await step('bake', async () => { note('bake ' + id); await released(id); });
  const answer = await elicitations.name();
  await step('ice', () => note('ice ' + id));
  return answer.action === 'accept' ? id + ' ' + answer.content.name : answer.action;
}`,
  ),
});
const dist = path.dirname(await project.bundle());

/** A process of the server, which may be another one later. */
export interface FieldNode {
  readonly process: ServerProcess;
  readonly http: HttpTarget;
}

/** Variables of a process. */
export interface Environment {
  readonly [name: string]: string;
}

type Three<Value> = readonly [Value, Value, Value];

/** Three processes of one server, their Redis, to which a cable of its own leads from the last one, and the balancer before them. */
export class Field {
  readonly #nodes: FieldNode[] = [];
  readonly #environments: Three<Environment>;
  readonly #folder = makeFolder();
  readonly #started: ServerProcess[] = [];
  readonly redis: Valkey;
  readonly cable: Cable;
  readonly balancer: Balancer;

  private constructor(redis: Valkey, cable: Cable, balancer: Balancer, environments: Three<Environment>) {
    this.redis = redis;
    this.cable = cable;
    this.balancer = balancer;
    this.#environments = environments;
  }

  /** Starts a server with each of the environments. They end with `close`. */
  static async open(environments: Three<Environment>): Promise<Field> {
    const valkey = await openValkey();
    const field = new Field(valkey, await startCable(valkey.port), await startBalancer(), environments);
    await field.begin();
    return field;
  }

  /** Begins a test: no handler has noted or may go on with anything, and all processes run and get requests. */
  async begin(): Promise<void> {
    for (const file of ['notes', 'released']) writeFileSync(path.join(this.#folder, file), '');
    this.cable.restore();
    const started = this.#environments.map(async (_, index) => {
      const { child } = this.#nodes[index]?.process ?? {};
      // The test before may have failed while one had ended.
      const isRunning = child !== undefined && child.exitCode === null && child.signalCode === null;
      if (!isRunning) await this.start(index);
    });
    await Promise.all(started);
    this.#balance();
  }

  async close(): Promise<void> {
    for (const { child } of this.#started) child.kill('SIGKILL');
    await Promise.all(this.#started.map(({ exited }) => exited));
    this.cable.stop();
    this.balancer.stop();
  }

  get nodes(): Three<FieldNode> {
    const [a, b, c] = this.#nodes;
    if (a === undefined || b === undefined || c === undefined) throw new Error('There are no processes');
    return [a, b, c];
  }

  /** Starts the process of a place, and lets the balancer know. */
  async start(index: number): Promise<void> {
    const port = index === 2 ? this.cable.port : this.redis.port;
    const process = this.#run('server', ['--http', '0'], port, this.#environments[index]);
    const [, url = ''] = await untilSaid(process, /Listening on (\S+)/u);
    const node = { process, http: new HttpTarget(url) };
    this.#nodes[index] = node;
    await vi.waitUntil(async () => (await readinessOf(node)) === '200 ok', patient);
    this.#balance();
  }

  /** Starts a worker. */
  async startWorker(environment: Environment): Promise<void> {
    await untilSaid(this.#run('worker', [], this.redis.port, environment), /is waiting for tasks/u);
  }

  /** Ends the process of a place with a signal; gives its exit code. The balancer is not told. */
  async end(index: number, signal: NodeJS.Signals): Promise<number | NodeJS.Signals | undefined> {
    const { process } = this.#nodes[index] ?? {};
    process?.child.kill(signal);
    return process?.exited;
  }

  /** Takes a process out of the balancer as soon as it says that it is not ready, or has ended already. */
  async leave(index: number): Promise<void> {
    await vi.waitUntil(async () => /^(?:503 stopping|gone)$/u.test((await this.readiness())[index] ?? ''), patient);
    this.balancer.targets = this.nodes.filter((_, each) => each !== index).map(({ http }) => http.url);
  }

  /** Index of the process that began a call. */
  async findRunner(note: string): Promise<number> {
    const line = await vi.waitUntil(() => this.notes().find((each) => each.startsWith(`${note} `)), patient);
    return this.nodes.findIndex(({ process }) => String(process.child.pid) === line.split(' ').at(-1));
  }

  /** What handlers noted: what they do, the id of the call, the process. */
  notes(): readonly string[] {
    return readFileSync(path.join(this.#folder, 'notes'), 'utf8').split('\n').slice(0, -1);
  }

  /** How often handlers noted something. */
  count(note: string): number {
    return this.notes().filter((each) => each.startsWith(`${note} `)).length;
  }

  /** Lets a call that waits go on. */
  release(id: string): void {
    appendFileSync(path.join(this.#folder, 'released'), `${id}\n`);
  }

  /** Begins a durable task through the balancer; gives its id. */
  async bake(id: string): Promise<string> {
    const { taskId } = await askOverHttp(this.balancer.url, 'tools/call', { name: 'bake', arguments: { id } });
    return String(taskId);
  }

  /** Asks for a task, of one process after the other, until it has a status. */
  untilTask(taskId: string, status: string): Promise<Wire> {
    return untilStatus(this.balancer.url, taskId, status);
  }

  /** Answers the question of a task with a name. */
  async answerTask(taskId: string, name: string): Promise<void> {
    const inputResponses = { name: { action: 'accept', content: { name } } };
    await askOverHttp(this.balancer.url, 'tasks/update', { taskId, inputResponses });
  }

  /** HTTP status and state of each process when it is asked whether it is ready, such as `200 ok`. */
  readiness(): Promise<readonly string[]> {
    return Promise.all(this.nodes.map(readinessOf));
  }

  /** Resolves when the processes are in these states. */
  async untilReadiness(...states: Three<string>): Promise<void> {
    await vi.waitFor(async () => expect(await this.readiness()).toEqual(states), patient);
  }

  #balance(): void {
    this.balancer.targets = this.#nodes.map(({ http }) => http.url);
  }

  #run(program: string, args: readonly string[], port: number, environment: Environment = {}): ServerProcess {
    const all = { ...environment, NOTES: this.#folder, MCP_REDIS_URL: `redis://127.0.0.1:${port}` };
    const started = startServer(path.join(dist, `${program}.mjs`), args, all);
    this.#started.push(started);
    return started;
  }
}

async function readinessOf({ http }: FieldNode): Promise<string> {
  const answer = await http.fetch({ method: 'GET', path: '/readyz' }).catch(() => undefined);
  if (answer === undefined) return 'gone';
  const { status, body } = answer;
  // A process that ends may close the connection before the body.
  return body === '' ? `${status}` : `${status} ${(JSON.parse(body) as Wire)['status']}`;
}

/** Limits of waiting for something that may take long on a busy machine. */
export const patient: { readonly timeout: number; readonly interval: number } = { timeout: 50_000, interval: 100 };
