import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { byId, talk, type Message } from '../kit/talk.js';

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
    task: { support: required, begins: handler }
`;

const later = `import type { Later } from '../../generated/handlers.ts';

export const later: Later = async (_input, context) => {
  context.log.info('Not yet.');
  await context.beginTask();
  return 'done';
};
`;

const meta = (extensions: object): object => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { extensions },
});
const message = (id: number, method: string, params: object, extensions: object): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params: { ...params, _meta: meta(extensions) },
});

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

test('descriptors say nothing of tasks: the server decides call by call', async () => {
  const { messages } = await talk(server, [message(1, 'tools/list', {}, {})]);
  const [descriptor] = messages[0]?.result.tools.slice(2) ?? [];
  expect(descriptor).toEqual({
    name: 'always',
    title: 'always',
    description: 'Has to become a task.',
    inputSchema: { type: 'object', properties: {} },
  });
});
