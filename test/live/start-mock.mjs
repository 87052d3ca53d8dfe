// Starts an API that answers from an OpenAPI document, and prints its requests: npm run mock -- <document> [port]
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { parse } from 'yaml';

const [document, port = '8788'] = process.argv.slice(2);
if (document === undefined) {
  console.error('npm run mock -- <OpenAPI document> [port]');
  process.exit(2);
}
const outfile = path.resolve(import.meta.dirname, '../../dist/mock-api.mjs');
mkdirSync(path.dirname(outfile), { recursive: true });
await build({
  entryPoints: [path.join(import.meta.dirname, '../kit/start-mock-api.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'error',
});
const { formatRequest, startMockApi } = await import(pathToFileURL(outfile));
const text = readFileSync(document, 'utf8');
const parsed = document.endsWith('.json') ? JSON.parse(text) : parse(text);
const { url } = await startMockApi(parsed, {
  port: Number(port),
  onRequest: (request) => console.log(formatRequest(request)),
});
console.log(`Listening on ${url}`);
