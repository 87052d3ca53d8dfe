import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildProject } from './build-project.mjs';
import { cacheFolder } from './cache-folder.mjs';
import { makeCatalog } from './make-catalog.mjs';
import { describeHandlers } from './our-handlers.mjs';

const server = { name: 'bench', version: '1.0.0' };

/** Makes our server with so many tools, and says where its bundle is. */
export function buildOurs(count) {
  const tools = Object.fromEntries(makeCatalog(count).map(({ name, ...tool }) => [name, tool]));
  return buildProject(path.join(cacheFolder, 'ours', String(count)), {
    'definitions/bench.mcp.json': JSON.stringify({ server, tools }),
    ...describeHandlers(count),
  });
}

/**
 * Makes our server with so many tools, of which `add` needs a scope, and says where its bundle is. `BENCH_ISSUER` names the issuer of
 * access tokens, `BENCH_RESOURCE` what they are for.
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
    // One caller makes all calls.
    'handlers/server.ts': handlers['handlers/server.ts'].replace('= {', '= { callsPerSecond: 1_000_000,'),
  });
}

/** Makes our server whose two tools are the operations of the API of pets, and says where its bundle is. */
export function buildForwarding() {
  return buildProject(path.join(cacheFolder, 'forwarding'), {
    'definitions/bench.mcp.json': JSON.stringify({ server, openapi: { pets: { document: './pets.openapi.json' } } }),
    'definitions/pets.openapi.json': readFileSync(path.join(import.meta.dirname, 'pets.openapi.json'), 'utf8'),
  });
}
