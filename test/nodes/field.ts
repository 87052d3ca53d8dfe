import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { startBalancer, type Balancer } from '../kit/start-balancer.js';
import { startServer, type ServerProcess } from '../kit/start-server.js';
import { openValkey } from '../kit/open-valkey.js';
import type { Valkey } from '../kit/start-valkey.js';
import { untilSaid } from '../kit/until-said.js';
import { HttpTarget } from '../wire/http-kit.js';
import { fromTaskClient } from '../wire/task-client.js';
import type { Wire } from '../wire/wire.js';

const definition = `
server: { name: field, version: 1.0.0, stores: redis, capabilities: { resources: { subscribe: true } } }
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

export const options = { drainMs: Number(process.env['DRAIN_MS'] ?? 20_000), http: { keepAliveMs: 500, drainDelayMs: 500 } };

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
    `async ({ id }, { elicit }) => {
  note('greet ' + id);
  const answer = await elicit.name();
  return answer.action === 'accept' ? id + ' ' + answer.content.name : answer.action;
}`,
  ),
  'handlers/tools/tell.ts': handler('tell', `() => { change(); return String(Date.now()); }`),
  'handlers/tools/bake.ts': handler(
    'bake',
    `async ({ id }, { step, elicit }) => {
  await step('mix', () => note('mix ' + id));
  await step('bake', async () => { note('bake ' + id); await released(id); });
  const answer = await elicit.name();
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

/** Where and how a process runs. */
export interface Place {
  /** Port of its Redis. */
  readonly port?: number;
  readonly environment?: { readonly [name: string]: string };
}

/** Processes of one server, their Redis, and the balancer before them. */
export class Field {
  readonly nodes: FieldNode[] = [];
  readonly #places: readonly Place[];
  readonly #folder = makeFolder();
  readonly redis: Valkey;
  readonly balancer: Balancer;

  private constructor(redis: Valkey, balancer: Balancer, places: readonly Place[]) {
    this.redis = redis;
    this.balancer = balancer;
    this.#places = places;
    for (const file of ['notes', 'released']) writeFileSync(path.join(this.#folder, file), '');
  }

  /** Starts a server at each place, with an empty Redis. All end with the test. */
  static async open(
    places: (redis: Valkey) => Promise<readonly Place[]> | readonly Place[] = () => [{}, {}, {}],
  ): Promise<Field> {
    const valkey = await openValkey();
    valkey.run('FLUSHALL');
    const balancer = await startBalancer();
    onTestFinished(() => balancer.stop());
    const field = new Field(valkey, balancer, await places(valkey));
    await Promise.all(field.#places.map((_, index) => field.start(index)));
    return field;
  }

  /** Starts the process of a place, and lets the balancer know. */
  async start(index: number): Promise<void> {
    const process = this.#run('server', ['--http', '0'], this.#places[index]);
    const [, url = ''] = await untilSaid(process, /Listening on (\S+)/u);
    this.nodes[index] = { process, http: new HttpTarget(url) };
    await vi.waitUntil(async () => (await this.#readinessOf(this.nodes[index])) === '200 ok', patient);
    this.#balance();
  }

  /** Starts a worker. */
  async startWorker(place: Place = {}): Promise<ServerProcess> {
    const worker = this.#run('worker', [], place);
    await untilSaid(worker, /waits for tasks/u);
    return worker;
  }

  /** Ends the process of a place with a signal; gives its exit code. The balancer is not told. */
  async end(index: number, signal: NodeJS.Signals): Promise<number | NodeJS.Signals | undefined> {
    const { process } = this.nodes[index] ?? {};
    process?.child.kill(signal);
    return process?.exited;
  }

  /** Takes a process out of the balancer as soon as it says that it is not ready. */
  async leave(index: number): Promise<void> {
    await vi.waitUntil(async () => (await this.readiness())[index] === '503 stopping', patient);
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
    const { taskId } = await this.#ask('tools/call', { name: 'bake', arguments: { id } });
    return String(taskId);
  }

  /** Asks for a task, of one process after the other, until it has a status. */
  async untilTask(taskId: string, status: string): Promise<Wire> {
    const ask = async (): Promise<Wire | false> => {
      const task = await this.#ask('tasks/get', { taskId });
      if (task['status'] === status) return task;
      if (!['working', 'input_required'].includes(task['status'])) throw new Error(JSON.stringify(task));
      return false;
    };
    return vi.waitUntil(ask, patient);
  }

  /** Answers the question of a task with a name. */
  async answerTask(taskId: string, name: string): Promise<void> {
    await this.#ask('tasks/update', { taskId, inputResponses: { name: { action: 'accept', content: { name } } } });
  }

  /** HTTP status and state of each process when it is asked whether it is ready, such as `200 ok`. */
  readiness(): Promise<readonly string[]> {
    return Promise.all(this.nodes.map((node) => this.#readinessOf(node)));
  }

  async #readinessOf(node: FieldNode | undefined): Promise<string> {
    if (node === undefined) return 'none';
    const { status, body } = await node.http.fetch({ method: 'GET', path: '/readyz' });
    // A process that ends may close the connection before the body.
    return body === '' ? `${status}` : `${status} ${(JSON.parse(body) as Wire)['status']}`;
  }

  async #ask(method: string, params: object): Promise<Wire> {
    const { status, messages } = await new HttpTarget(this.balancer.url).post(fromTaskClient(1, method, params));
    const result: Wire | undefined = messages[0]?.['result'];
    if (result === undefined) throw new Error(`${method}: ${status} ${JSON.stringify(messages)}`);
    return result;
  }

  #balance(): void {
    this.balancer.targets = this.nodes.map(({ http }) => http.url);
  }

  #run(program: string, args: readonly string[], { port = this.redis.port, environment }: Place = {}): ServerProcess {
    const url = `redis://127.0.0.1:${port}`;
    const all = { ...environment, NOTES: this.#folder, MCP_REDIS_URL: url };
    const started = startServer(path.join(dist, `${program}.mjs`), args, all);
    onTestFinished(async () => {
      started.child.kill('SIGKILL');
      await started.exited;
    });
    return started;
  }
}

/** Limits of waiting for something that may take long on a busy machine. */
export const patient: { readonly timeout: number; readonly interval: number } = { timeout: 50_000, interval: 30 };
