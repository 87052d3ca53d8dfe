import path from 'node:path';
import { buildProject } from './build-project.mjs';
import { cacheFolder } from './cache-folder.mjs';

const server = { name: 'growth', version: '1.0.0' };

/** Entries on a list page of the servers of `buildResources`. */
export const pageSize = 100;

/** URI of a resource of `buildResources`. */
export const uriOf = (number) => `growth://book/${number}`;

/** Builds a server with static resources and returns the path of its bundle. */
export function buildResources(count) {
  const entries = countTo(count).map((number) => [
    uriOf(number),
    { name: `book-${number}`, title: `Book ${number}`, description: `Book number ${number}.`, text: `Text ${number}.` },
  ]);
  return buildProject(folderOf('resources', count), {
    'definitions/growth.mcp.json': JSON.stringify({ server, resources: Object.fromEntries(entries) }),
    'handlers/server.ts': exportOptions(`{ pageSize: ${pageSize}, http: { sessions: false } }`),
  });
}

/** Builds a server with resource templates and returns the path of its bundle. Only the last one has a handler. */
export function buildTemplates(count) {
  const entries = countTo(count).map((number) => [
    `growth://shelf-${number}/{book}`,
    { name: `shelf-${number}`, description: `Books on shelf ${number}.` },
  ]);
  const last = count - 1;
  return buildProject(folderOf('templates', count), {
    'definitions/growth.mcp.json': JSON.stringify({ server, resourceTemplates: Object.fromEntries(entries) }),
    [`handlers/resources/shelf-${last}.ts`]: `import type { Shelf${last}Resource } from '../../generated/handlers.ts';

export const shelf${last}Resource: Shelf${last}Resource = ({ book }) => book;
`,
  });
}

/** Builds a server whose clients subscribe to resources, and returns the path of its bundle. */
export function buildSubscriptions() {
  return buildProject(folderOf('subscriptions', ''), {
    'definitions/growth.mcp.json': JSON.stringify({
      server: { ...server, capabilities: { resources: { subscribe: true } } },
      tools: {
        change: {
          description: 'Announces changes of a resource.',
          inputSchema: {
            type: 'object',
            properties: {
              uri: { type: 'string', description: 'URI of the resource.' },
              times: { type: 'integer', description: 'Number of changes.' },
            },
            required: ['uri', 'times'],
          },
        },
      },
      resourceTemplates: { 'growth://topic/{topic}': { name: 'topic', description: 'A topic.' } },
    }),
    'handlers/server.ts': `import type { Routes, ServerControl } from 'create-mcp-from-schema/runtime';
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

// One caller may have half.
const most = 10_000;
export const options: StartOptions = { http: { maxSessions: most, maxStreams: most } };

let control: ServerControl | undefined;
export const setup = (given: ServerControl): void => void (control = given);
export const announce = (uri: string): void => control?.resources.updated(uri);
${heapRoute}`,
    'handlers/tools/change.ts': `import type { Change } from '../../generated/handlers.ts';
import { announce } from '../server.ts';

export const change: Change = async ({ uri, times }) => {
  for (let time = 0; time < times; time += 1) {
    announce(uri);
    await new Promise(setImmediate);
  }
  return 'Announced.';
};
`,
    'handlers/resources/topic.ts': `import type { TopicResource } from '../../generated/handlers.ts';

export const topicResource: TopicResource = ({ topic }) => topic;
`,
  });
}

/**
 * Builds a server with tools that become tasks, and returns the path of its bundle.
 *
 * @param {'memory' | 'sqlite' | 'redis'} store
 * @param {number} probeMs Milliseconds after which tasks of the tool `probe` expire.
 */
export function buildTasks(store, probeMs) {
  return buildProject(folderOf('tasks', store), {
    'definitions/growth.mcp.json': JSON.stringify({
      server: { ...server, ...(store !== 'memory' && { store }) },
      tools: {
        wait: { description: 'Runs until it is canceled.', task: {} },
        probe: { description: 'Runs until it expires.', task: { ttlMs: probeMs } },
      },
    }),
    'handlers/server.ts': taskServer,
    'handlers/tools/wait.ts': describeWaiting('wait', 'Wait'),
    'handlers/tools/probe.ts': describeWaiting('probe', 'Probe'),
  });
}

function describeWaiting(name, type) {
  return `import type { ${type} } from '../../generated/handlers.ts';

export const ${name}: ${type} = (_, { signal }) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve('Stopped.')));
`;
}

/** Builds a server with a durable task in Redis, and returns the path of its bundle; `worker.mjs` is next to it. */
export function buildDurable() {
  return buildProject(folderOf('tasks', 'durable'), {
    'definitions/growth.mcp.json': JSON.stringify({
      server: { ...server, store: 'redis' },
      tools: {
        job: { description: 'Ends at once.', annotations: { idempotentHint: true }, task: { durable: true } },
      },
    }),
    'handlers/server.ts': taskServer,
    'handlers/tools/job.ts': `import type { Job } from '../../generated/handlers.ts';

export const job: Job = () => 'Done.';
`,
  });
}

/** Route with the bytes that objects need, without garbage. */
const heapRoute = `
export const routes: Routes = {
  'GET /heap': () => {
    (globalThis as { gc?: () => void }).gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return new Response(String(heapUsed + external));
  },
};
`;

/** The header `User` names the caller, because tasks are limited per user. */
const taskServer = `import type { AuthInfo, HttpRequestInfo, Routes } from 'create-mcp-from-schema/runtime';
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

${exportOptions('{ http: { sessions: false, maxRequests: 10_000 } }', false)}
export const authenticate = (request: HttpRequestInfo): AuthInfo => ({ principal: request.header('User') ?? '' });
${heapRoute}`;

function exportOptions(options, hasImport = true) {
  const imported = "import type { StartOptions } from 'create-mcp-from-schema/runtime/node';\n\n";
  return `${hasImport ? imported : ''}export const options: StartOptions = ${options};\n`;
}

function folderOf(kind, size) {
  return path.join(cacheFolder, 'growth', `${kind}-${size}`);
}

function countTo(count) {
  return Array.from({ length: count }, (_, index) => index);
}
