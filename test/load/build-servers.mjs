import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildProject } from '../../bench/servers/build-project.mjs';
import { cacheFolder } from '../../bench/servers/cache-folder.mjs';

/** Topics that clients can subscribe to: `load://news/0` and so on. */
export const topicCount = 20;

const input = (properties = '') =>
  `{ type: object, properties: { text: { type: string, description: Number of the call. }, ${properties} }, required: [text] }`;
const topic = 'topic: { type: integer, description: Number of the topic. }';

const definition = (
  taskMs,
) => `server: { name: load, version: 1.0.0, store: redis, capabilities: { resources: { subscribe: true } } }
tools:
  echo: { description: Returns its text., inputSchema: ${input()} }
  report: { description: Reports its progress twice., inputSchema: ${input()} }
  wait: { description: Takes half a second., inputSchema: ${input()} }
  change: { description: Announces that a topic has changed., inputSchema: ${input(topic)} }
  bake:
    description: Takes three steps.
    annotations: { idempotentHint: true }
    inputSchema: ${input()}
    task: { durable: true, ttlMs: ${taskMs}, pollIntervalMs: 500 }
resourceTemplates:
  load://news/{topic}: { name: news }
`;

const server = `import { openSync, writeSync } from 'node:fs';
import type { Routes, ServerControl } from 'create-mcp-from-schema/runtime';
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

// All clients have the address of this machine: one caller may have half.
const most = 1_000_000;
const sessionIdleMs = Number(process.env['LOAD_SESSION_IDLE_MS'] ?? 1_800_000);
export const options: StartOptions = {
  shutdownTimeoutMs: 20_000,
  // Longer than the balancer needs to notice: two checks in two seconds, which take a second each while thousands of clients reconnect.
  // Otherwise it would still use connections that are being closed.
  http: { shutdownDelayMs: Number(process.env['LOAD_SHUTDOWN_DELAY_MS'] ?? 6000), maxSessions: most, maxStreams: most, maxRequests: 20_000, sessionIdleMs },
};

let control: ServerControl | undefined;
export const setup = (given: ServerControl): void => void (control = given);
export const announce = (topic: number): void => control?.resources.updated(\`load://news/\${topic}\`);

const folder = process.env['LOAD_LEDGER'];
const ledger = folder === undefined ? undefined : openSync(\`\${folder}/\${process.pid}\`, 'a');
/** Notes what has run. The line survives the end of this process. */
export const note = (text: string): void => void (ledger !== undefined && writeSync(ledger, text + '\\n'));
export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Bytes that objects need without garbage, and resources that keep the process busy. */
export const routes: Routes = {
  'GET /usage': () => {
    (globalThis as { gc?: () => void }).gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return Response.json({ heap: heapUsed + external, resources: process.getActiveResourcesInfo().length });
  },
};
`;

/**
 * Builds the server whose processes share a Redis; returns the path of its bundle. The task worker is next to it.
 *
 * @param {number} taskMs Lifetime of a task in milliseconds.
 */
export function buildNode(taskMs = 60_000) {
  return buildProject(path.join(cacheFolder, 'load', `node-${taskMs}`), {
    'definitions/load.mcp.yaml': definition(taskMs),
    'handlers/server.ts': server,
    'handlers/tools/echo.ts': handler(
      'echo',
      `({ text }) => {\n  note(text);\n  return text;\n}`,
      `import { note } from '../server.ts';\n`,
    ),
    'handlers/tools/report.ts': handler(
      'report',
      `async ({ text }, { progress }) => {
  note(text);
  progress(1, 2);
  await sleep(100);
  progress(2, 2);
  return text;
}`,
      `import { note, sleep } from '../server.ts';\n`,
    ),
    'handlers/tools/wait.ts': handler(
      'wait',
      `async ({ text }) => {\n  note(text);\n  await sleep(500);\n  return text;\n}`,
      `import { note, sleep } from '../server.ts';\n`,
    ),
    'handlers/tools/change.ts': handler(
      'change',
      `({ text, topic }) => {\n  note(text);\n  if (topic !== undefined) announce(topic);\n  return text;\n}`,
      `import { announce, note } from '../server.ts';\n`,
    ),
    'handlers/tools/bake.ts': handler(
      'bake',
      `async ({ text }, { step }) => {
  for (const name of ['mix', 'bake', 'ice']) {
    await step(name, async () => {
      note(\`\${text} \${name}\`);
      await sleep(100);
    });
  }
  return text;
}`,
      `import { note, sleep } from '../server.ts';\n`,
    ),
    'handlers/resources/news.ts': `import type { NewsResource } from '../../generated/handlers.ts';

export const newsResource: NewsResource = ({ topic }) => topic;
`,
  });
}

/** Builds the server that computes; gives the path of its bundle. */
export function buildComputing() {
  return buildProject(path.join(cacheFolder, 'load', 'computing'), {
    'definitions/computing.mcp.yaml': `server: { name: computing, version: 1.0.0 }
tools:
  compute:
    description: Computes for some milliseconds.
    inputSchema: { type: object, properties: { rounds: { type: integer, description: How long. } }, required: [rounds] }
`,
    'handlers/compute.mjs': readFileSync(path.join(import.meta.dirname, 'compute.mjs'), 'utf8'),
    'handlers/compute.d.mts': 'export function compute(rounds: number): number;\n',
    'handlers/tools/compute.ts': handler(
      'compute',
      '({ rounds }) => String(run(rounds))',
      `import { compute as run } from '../compute.mjs';\n`,
    ),
  });
}

function handler(name, body, imports = '') {
  const type = `${name[0].toUpperCase()}${name.slice(1)}`;
  return `import type { ${type} } from '../../generated/handlers.ts';\n${imports}\nexport const ${name}: ${type} = ${body};\n`;
}
