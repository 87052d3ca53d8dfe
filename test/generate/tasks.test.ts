import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import { typeCheck } from '../kit/type-check.js';
import { byId, talk, type Message } from '../kit/talk.js';
import { modern } from '../wire/wire.js';

const definition = `
server: { name: jobs, version: 1.0.0 }
tools:
  never: { description: Is answered at once., task: forbidden }
  maybe: { description: Becomes a task., task: optional }
  always: { description: Has to become a task., task: required }
  slowly:
    description: Becomes a task that lives for long.
    task: { ttlMs: 86400000, pollIntervalMs: 30000 }
  later:
    description: Becomes a task when its handler says so.
    task: { support: required, start: manual }
`;

const later = `import type { Later } from '../../generated/handlers.ts';

export const later: Later = async (_input, context) => {
  context.log.info('Not yet.');
  await context.startTask();
  return 'done';
};
`;

const message = (id: number, method: string, params: object, extensions: object): object =>
  modern(id, method, params, { 'io.modelcontextprotocol/clientCapabilities': { extensions } });

const project = await createProject({ 'definitions/jobs.mcp.yaml': definition, 'handlers/tools/later.ts': later });
const server = await project.bundle();

const call = async (extensions: object): Promise<readonly Message[]> => {
  const names = ['never', 'maybe', 'always', 'slowly', 'later'];
  const { messages } = await talk(
    server,
    names.map((name, index) => message(index, 'tools/call', { name }, extensions)),
  );
  return byId(messages);
};

test('the definition says which calls become tasks', async () => {
  const results = (await call({ 'io.modelcontextprotocol/tasks': {} })).map(({ result }) => result);
  expect(results.map(({ resultType }) => resultType)).toEqual(['complete', 'task', 'task', 'task', 'task']);
  expect(results.slice(1).map(({ ttlMs, pollIntervalMs }) => [ttlMs, pollIntervalMs])).toEqual([
    [3_600_000, 1000],
    [3_600_000, 1000],
    [86_400_000, 30_000],
    [3_600_000, 1000],
  ]);
});

test('clients without the extension get the plain answer, or none where a task is required', async () => {
  const answers = await call({});
  expect(answers.map(({ result, error }) => result?.resultType ?? error?.code)).toEqual([
    'complete',
    'complete',
    -32021,
    'complete',
    -32021,
  ]);
});

test('descriptors say nothing of tasks to clients of the extension: the server decides call by call', async () => {
  const { messages } = await talk(server, [message(1, 'tools/list', {}, {})]);
  const [descriptor] = messages[0]?.result.tools.slice(2) ?? [];
  expect(descriptor).toEqual({
    name: 'always',
    title: 'always',
    description: 'Has to become a task.',
    inputSchema: { type: 'object', properties: {} },
  });
});

test.each([
  ['2025-06-18', [undefined, undefined, undefined, undefined, undefined]],
  ['2025-11-25', [undefined, 'optional', 'optional', 'optional', 'optional']],
])('descriptors of %s say which calls may become tasks', async (protocolVersion, expected) => {
  const clientInfo = { name: 'client', version: '1.0.0' };
  const { messages } = await talk(server, [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion, clientInfo, capabilities: {} } },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
  ]);
  const [, list] = byId(messages);
  const tools = (list?.result.tools ?? []) as readonly { readonly execution?: { readonly taskSupport: string } }[];
  expect(tools.map(({ execution }) => execution?.taskSupport)).toEqual(expected);
});

describe('durable tasks', () => {
  const durable = (server: string, task: string): { readonly [file: string]: string } => ({
    'definitions/jobs.mcp.yaml': `
server: { name: jobs, version: 1.0.0${server} }
tools:
  survive:
    description: Goes on after a crash.
    annotations: { idempotentHint: true }
    task: ${task}
`,
  });

  test('the server gets a worker, and says in its definition that it needs a store', async () => {
    const { folder } = await createProject(durable(', store: sqlite', '{ durable: true }'));
    const read = (file: string): string => readFileSync(path.join(folder, 'generated', file), 'utf8');
    expect(read('worker.ts')).toContain("import { stores } from './stores.ts';");
    expect(read('definition.ts')).toContain('  hasDurableTasks: true,\n');
    expect(read('tools.ts')).toContain("task: { support: 'optional', durable: true, isRepeatable: true },");
    expect(await typeCheck(folder)).toBe('');
  });

  test('a server without them has no worker, and nothing of it in its bundle', () => {
    const bundled = readdirSync(path.dirname(server));
    expect(existsSync(path.join(project.folder, 'generated', 'worker.ts'))).toBe(false);
    expect(bundled).not.toContain('worker.mjs');
    const texts = bundled.map((file) => readFileSync(path.join(path.dirname(server), file), 'utf8')).join('');
    expect(texts).not.toContain('The worker ended while the step');
  });

  test('a server without a store says what is missing, also with workers, whose memory is none for durable tasks', async () => {
    const entrypoint = await (await createProject(durable('', '{ durable: true }'))).bundle();
    const reasonFor = async (...args: readonly string[]) => {
      const { exited, output } = startServer(entrypoint, args);
      expect(await exited).toBe(1);
      expect(output.stderr).not.toContain('WORKER');
      return output.stderr;
    };
    expect(await reasonFor()).toContain(
      'Durable tasks need a store: set `server.store`, or export `stores` from handlers/server.ts',
    );
    expect(await reasonFor('--http', '0', '--workers', '2')).toContain(
      'Durable tasks need a store, because the memory that workers share is lost when the server stops: set `store: sqlite`',
    );
  });

  test.each([
    ['{ durable: true, start: manual }', 'A `durable` task cannot have `start: manual`'],
    ['{ durable: true, support: forbidden }', 'A `durable` task needs `support: optional` or `required`'],
    ['{ durable: yes please }', 'boolean'],
  ])('%s is an error', async (task, message) => {
    await expect(createProject(durable('', task))).rejects.toThrow(message);
  });
});
