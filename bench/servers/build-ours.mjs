import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildProject } from './build-project.mjs';
import { cacheFolder } from './cache-folder.mjs';
import { makeCatalog } from './make-catalog.mjs';
import { describeHandlers } from './our-handlers.mjs';

const server = { name: 'bench', version: '1.0.0' };

/** Builds our server with the given number of tools and returns the path of its bundle. */
export function buildOurs(count) {
  return buildProject(path.join(cacheFolder, 'ours', String(count)), {
    'definitions/bench.mcp.json': describeDefinition(count),
    ...describeHandlers(count),
  });
}

function describeDefinition(count) {
  const tools = Object.fromEntries(makeCatalog(count).map(({ name, ...tool }) => [name, tool]));
  return JSON.stringify({ server, tools });
}

/**
 * Builds our server with the given number of tools, where `add` needs a scope, and returns the path of its bundle.
 * `BENCH_ISSUER` is the issuer of access tokens, `BENCH_RESOURCE` their audience.
 */
export function buildProtected(count) {
  const tools = Object.fromEntries(
    makeCatalog(count).map(({ name, ...tool }) => [name, name === 'add' ? { ...tool, scopes: ['bench:add'] } : tool]),
  );
  const auth = { issuers: ['${BENCH_ISSUER}'], resource: '${BENCH_RESOURCE}', scopes: { 'bench:add': 'Add numbers' } };
  const handlers = describeHandlers(count);
  return buildProject(path.join(cacheFolder, 'protected', String(count)), {
    'definitions/bench.mcp.json': JSON.stringify({ server, auth, tools }),
    ...handlers,
    // All calls come from one caller.
    'handlers/server.ts': handlers['handlers/server.ts'].replace('= {', '= { callsPerSecond: 1_000_000,'),
  });
}

/** Builds our server with two tools, of which `add` uses an npm package, and returns the path of its bundle. */
export function buildWithPackage() {
  const handlers = describeHandlers(2);
  const add = handlers['handlers/tools/add.ts'].replace('sum: a + b', 'sum: z.number().parse(a + b)');
  return buildProject(path.join(cacheFolder, 'with-package'), {
    'definitions/bench.mcp.json': describeDefinition(2),
    ...handlers,
    'handlers/tools/add.ts': `import { z } from 'zod';\n${add}`,
  });
}

/** Builds our server whose two tools are the operations of the pets API, and returns the path of its bundle. */
export function buildForwarding() {
  return buildProject(path.join(cacheFolder, 'forwarding'), {
    'definitions/bench.mcp.json': JSON.stringify({ server, openapi: { pets: { document: './pets.openapi.json' } } }),
    'definitions/pets.openapi.json': readFileSync(path.join(import.meta.dirname, 'pets.openapi.json'), 'utf8'),
  });
}
