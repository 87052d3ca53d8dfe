import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { compareProtocolVersions, MakeServer, ServerUnderTest } from '../../runtime/clients/testing/index.js';
import { createDatabase } from '../../definitions/shop/create-database.mjs';
import { linkSqlite } from '../kit/link-sqlite.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { startPetstore } from '../live/start-petstore.js';

const root = path.resolve(import.meta.dirname, '../..');

/** An example server, as its own tests would see it. */
export interface Example {
  readonly compareProtocolVersions: typeof compareProtocolVersions;
  /** Makes the server of a run: all runs find it in the same state. */
  readonly makeServer: MakeServer;
}

/** Servers whose modules keep a state: they are loaded anew for each run. */
const stateful = new Set(['bookshop', 'conformance', 'knowledge-graph', 'library', 'shop']);

/** Bundles a server without the runtime, which it has to share with the test kit. */
export async function openExample(server: string): Promise<Example> {
  const folder = makeFolder();
  const runtime = path.join(root, 'dist/runtime/bundled');
  const bundle = path.join(folder, 'server.mjs');
  await build({
    stdin: { contents: listExports(server), resolveDir: root },
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins: [leaveOut(runtime)],
    logLevel: 'silent',
  });
  const memory = path.join(folder, 'memory.jsonl');
  process.env['MEMORY_FILE_PATH'] = memory;
  if (server === 'shop') await linkSqlite();
  let runs = 0;
  return {
    compareProtocolVersions: (
      await importAsNode<Pick<Example, 'compareProtocolVersions'>>(path.join(runtime, 'testing.js'))
    ).compareProtocolVersions,
    makeServer: async ({ effect }) => {
      if (stateful.has(server)) runs += 1;
      await rm(memory, { force: true });
      if (server === 'shop') {
        process.env['SHOP_DB'] = path.join(folder, `shop-${runs}.db`);
        await createDatabase(process.env['SHOP_DB']);
      }
      const made = await importAsNode<ServerUnderTest>(bundle, `?run=${runs}`);
      const api = server === 'petstore' ? await openApi() : undefined;
      return {
        ...made,
        close: async (app) => {
          await made.close?.(app);
          await api?.close();
          effect('memory', await readFile(memory, 'utf8').catch(() => 'none'));
        },
      };
    },
  };
}

/** The API of the Petstore, empty, and where the server finds it. */
async function openApi() {
  const api = await startPetstore(path.join(root, 'definitions/petstore/petstore.openapi.yaml'));
  const credentials = {
    PETSTORE__PETSTORE__API_KEY: 'open sesame',
    PETSTORE__PETSTORE__STAFF_CLIENT_ID: 'bench client',
    PETSTORE__PETSTORE__STAFF_CLIENT_SECRET: 'shh/quiet',
  };
  Object.assign(process.env, { PETSTORE__PETSTORE__BASE_URL: api.url, ...credentials });
  return api;
}

function listExports(server: string): string {
  return [
    `export { definition } from './generated/${server}/definition.ts';`,
    `export { handlers } from './generated/${server}/handlers.ts';`,
    `export * from './definitions/${server}/handlers/server.ts';`,
  ].join('\n');
}

/** Has the runtime imported from a folder. */
function leaveOut(folder: string): Plugin {
  return {
    name: 'leave-out-runtime',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^create-mcp-from-schema\/runtime(?:\/[\w-]+)?$/ }, ({ path: wanted }) => {
        const [, , entry = 'index'] = wanted.split('/');
        return { path: pathToFileURL(path.join(folder, `${entry}.js`)).href, external: true };
      });
    },
  };
}

/** Imports a file past the test runner, which would load modules of its own. */
function importAsNode<Exports>(file: string, query = ''): Promise<Exports> {
  const text = `export * from ${JSON.stringify(`${pathToFileURL(file).href}${query}`)}`;
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(text)}`) as Promise<Exports>;
}
