import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildProject } from '../../bench/servers/build-project.mjs';
import { cacheFolder } from '../../bench/servers/cache-folder.mjs';

/** Topics that clients can subscribe to: `load://news/0` and so on. */
export const topicCount = 20;

const definition = `server: { name: load, version: 1.0.0, store: redis, capabilities: { resources: { subscribe: true } } }
tools:
  echo:
    description: Returns its text.
    inputSchema: { type: object, properties: { text: { type: string, description: The text. } }, required: [text] }
  report: { description: Reports its progress twice. }
  change:
    description: Announces that a topic has changed.
    inputSchema: { type: object, properties: { topic: { type: integer, description: Number of it. } }, required: [topic] }
resourceTemplates:
  load://news/{topic}: { name: news }
`;

const server = `import type { Routes, ServerControl } from 'create-mcp-from-schema/runtime';
import type { StartOptions } from 'create-mcp-from-schema/runtime/node';

// All clients have the address of this machine: one caller may have half.
const most = 1_000_000;
export const options: StartOptions = { http: { maxSessions: most, maxStreams: most, maxRequests: 20_000 } };

let control: ServerControl | undefined;
export const setup = (given: ServerControl): void => void (control = given);
export const announce = (topic: number): void => control?.resources.updated(\`load://news/\${topic}\`);

/** Bytes that objects need, without garbage. */
export const routes: Routes = {
  'GET /heap': () => {
    (globalThis as { gc?: () => void }).gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return new Response(String(heapUsed + external));
  },
};
`;

/** Builds the server whose processes share a Redis; gives the path of its bundle. */
export function buildNode() {
  return buildProject(path.join(cacheFolder, 'load', 'node'), {
    'definitions/load.mcp.yaml': definition,
    'handlers/server.ts': server,
    'handlers/tools/echo.ts': handler('echo', '({ text }) => text'),
    'handlers/tools/report.ts': handler(
      'report',
      `async (_, { progress }) => {
  progress(1, 2);
  await new Promise(setImmediate);
  progress(2, 2);
  return 'Done.';
}`,
    ),
    'handlers/tools/change.ts': handler(
      'change',
      `({ topic }) => {
  announce(topic);
  return 'Announced.';
}`,
      `import { announce } from '../server.ts';\n`,
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
