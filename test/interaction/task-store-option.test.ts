import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { startHttpServer } from '../clients/http-server.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { startServer } from '../kit/start-server.js';
import { talk, type Message } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';

const definition = `
server: { name: kitchen, version: 1.0.0 }
tools:
  bake:
    description: Bakes a cake.
    inputSchema: { type: object, properties: { minutes: { type: integer, description: How long. } } }
    task: { support: optional, ttlMs: 60000, pollIntervalMs: 5 }
    elicitations:
      icing:
        message: Which icing?
        requestedSchema: { type: object, properties: { icing: { type: string } }, required: [icing] }
`;

const bake = `
import type { Bake } from '../../generated/handlers.ts';

export const bake: Bake = async ({ minutes }, { elicitations, signal }) => {
  if (minutes !== undefined) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  const answer = await elicitations.icing();
  return answer.action === 'accept' ? 'A cake with ' + answer.content.icing : 'A cake';
};
`;

/** A store of files, which takes its time. */
const server = `
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskRecord, TaskStore } from 'create-mcp-from-schema/runtime';
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

const fileOf = (taskId: string) => process.env['TASKS'] + '/' + taskId + '.json';

async function write(task: TaskRecord): Promise<void> {
  await writeFile(fileOf(task.taskId) + '.new', JSON.stringify(task));
  await rename(fileOf(task.taskId) + '.new', fileOf(task.taskId));
}

const taskStore: TaskStore = {
  add: async (task) => {
    await sleep(20);
    await write(task);
  },
  read: async (taskId) => {
    await sleep(20);
    const text = await readFile(fileOf(taskId), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as TaskRecord);
  },
  replace: async (task) => {
    await sleep(20);
    await write(task);
  },
};

export const options: StartOptions = { taskStore };
`;

let tasks: string;

const project = await createProject({
  'package.json': '{ "type": "module" }',
  'definitions/kitchen.mcp.yaml': definition,
  'handlers/tools/bake.ts': bake,
  'handlers/server.ts': server,
});
const bundle = await project.bundle();

beforeEach(async () => {
  tasks = makeFolder();
});

/** A client of a server, whatever lies between them. */
interface Client {
  request(method: string, params: object): Promise<Message>;
  /** Ends the server; gives what it has reported. */
  end(): Promise<string>;
}

interface Task {
  readonly taskId: string;
  readonly status: string;
  readonly inputRequests: object;
  readonly result: unknown;
  readonly error: unknown;
}

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {
    elicitation: {},
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  },
};

const frame = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } });

function openStdio(environment: { readonly [name: string]: string }): Client {
  const { child, output, exited } = startServer(bundle, [], environment);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    request: async (method, params) => {
      child.stdin.write(`${JSON.stringify(frame(method, params))}\n`);
      const { value } = (await lines.next()) as { value: string };
      return JSON.parse(value) as Message;
    },
    end: async () => {
      child.stdin.end();
      expect(await exited).toBe(0);
      return output.stderr;
    },
  };
}

/** Sends a request to whatever answers like `fetch`. */
async function post(send: (request: Request) => Promise<Response>, url: string, method: string, params: object) {
  const { name, taskId } = params as { name?: string; taskId?: string };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    'mcp-name': name ?? taskId ?? '',
  };
  const body = JSON.stringify(frame(method, params));
  const response = await send(new Request(url, { method: 'POST', headers, body }));
  return (await response.json()) as Message;
}

async function openHttp(environment: { readonly [name: string]: string }): Promise<Client> {
  const { url, stop } = await startHttpServer(bundle, environment);
  return {
    request: (method, params) => post(fetch, url, method, params),
    end: async () => (await stop()).stderr,
  };
}

async function openWeb(environment: { readonly [name: string]: string }): Promise<Client> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const lines: unknown[] = [];
  const consoleError = vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line));
  const web = await loadModule<{ default: { fetch(request: Request): Promise<Response> } }>(
    project.folder,
    'generated/web.ts',
  );
  return {
    request: (method, params) => post(web.default.fetch, 'http://kitchen.example/mcp', method, params),
    end: async () => {
      consoleError.mockRestore();
      vi.unstubAllEnvs();
      return lines.join('\n');
    },
  };
}

const bakeCake = { name: 'bake', arguments: {} };

async function until(client: Client, taskId: string, status: string): Promise<Task> {
  for (;;) {
    const task = (await client.request('tasks/get', { taskId })).result as Task;
    if (task.status === status) return task;
    if (!['working', 'input_required'].includes(task.status)) throw new Error(JSON.stringify(task));
  }
}

async function readTask(taskId: string): Promise<Task> {
  return JSON.parse(await readFile(path.join(tasks, `${taskId}.json`), 'utf8')) as Task;
}

test('a store fits the types of the generated project', async () => {
  expect(await typeCheck(project.folder)).toBe('');
});

test.each([
  ['stdio', openStdio],
  ['HTTP', openHttp],
  ['web', openWeb],
] as const)('a task store of one’s own keeps tasks, their questions and their results, %s', async (_, open) => {
  const client = await open({ TASKS: tasks });
  const begun = (await client.request('tools/call', bakeCake)).result as Task;
  expect(begun).toMatchObject({ resultType: 'task', status: 'working' });
  const { taskId } = begun;
  // A file that the store is writing may lie next to it.
  expect((await readdir(tasks)).filter((file) => file.endsWith('.json'))).toEqual([`${taskId}.json`]);
  const asking = await until(client, taskId, 'input_required');
  expect(asking.inputRequests).toMatchObject({ icing: { params: { message: 'Which icing?' } } });
  const inputResponses = { icing: { action: 'accept', content: { icing: 'lemon' } } };
  await client.request('tasks/update', { taskId, inputResponses });
  const done = await until(client, taskId, 'completed');
  expect(done.result).toMatchObject({ content: [{ text: 'A cake with lemon' }] });
  expect(await readTask(taskId)).toMatchObject({ taskId, status: 'completed', ttlMs: 60_000 });
  expect(await client.end()).toBe('');
});

test('a task is cancelled when its process stops, which waits for the store', async () => {
  const client = await openHttp({ TASKS: tasks });
  const { taskId } = (await client.request('tools/call', { name: 'bake', arguments: { minutes: 1 } })).result as Task;
  await client.end();
  expect(await readTask(taskId)).toMatchObject({
    status: 'cancelled',
    statusMessage: 'The server is shutting down',
  });
});

test('a task that begins when input has ended does not stay in the store as if it ran', async () => {
  expect((await talk(bundle, [frame('tools/call', bakeCake)], { TASKS: tasks })).exitCode).toBe(0);
  const [file = ''] = await readdir(tasks);
  expect(await readTask(path.basename(file, '.json'))).toMatchObject({ status: 'cancelled' });
});
