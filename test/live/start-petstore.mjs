// Starts the API of the Petstore, for its MCP server to call: node test/live/start-petstore.mjs [port]
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');
const outfile = path.join(root, 'dist', 'petstore-api.mjs');
mkdirSync(path.dirname(outfile), { recursive: true });
await build({
  entryPoints: [path.join(import.meta.dirname, 'start-petstore.ts')],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
});
const { startPetstore } = await import(pathToFileURL(outfile));
const document = path.join(root, 'definitions', 'petstore', 'petstore.openapi.yaml');
const { url, accounts } = await startPetstore(document, Number(process.argv[2] ?? 8787));
const [id, secret] = accounts.client.split(':').map(decodeURIComponent);
console.log(`The Petstore listens on ${url}. Start its MCP server with what it asks for:

PETSTORE__PETSTORE__BASE_URL='${url}' PETSTORE__PETSTORE__API_KEY='${accounts.key}' \\
PETSTORE__PETSTORE__STAFF_CLIENT_ID='${id}' PETSTORE__PETSTORE__STAFF_CLIENT_SECRET='${secret}' \\
node dist/petstore/server.mjs`);
