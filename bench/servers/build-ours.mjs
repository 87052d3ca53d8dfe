import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildProject } from './build-project.mjs';
import { cacheFolder } from './cache-folder.mjs';
import { makeCatalogue } from './make-catalogue.mjs';
import { describeHandlers } from './our-handlers.mjs';

const server = { name: 'bench', version: '1.0.0' };

/** Makes our server with so many tools, and says where its bundle is. */
export function buildOurs(count) {
  const tools = Object.fromEntries(makeCatalogue(count).map(({ name, ...tool }) => [name, tool]));
  return buildProject(path.join(cacheFolder, 'ours', String(count)), {
    'definitions/bench.mcp.json': JSON.stringify({ server, tools }),
    ...describeHandlers(count),
  });
}

/** Makes our server whose two tools are the operations of the API of pets, and says where its bundle is. */
export function buildForwarding() {
  return buildProject(path.join(cacheFolder, 'forwarding'), {
    'definitions/bench.mcp.json': JSON.stringify({ server, openapi: { pets: { document: './pets.openapi.json' } } }),
    'definitions/pets.openapi.json': readFileSync(path.join(import.meta.dirname, 'pets.openapi.json'), 'utf8'),
  });
}
