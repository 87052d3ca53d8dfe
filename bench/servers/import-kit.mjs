import { build } from 'esbuild';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder } from './cache-folder.mjs';

const kit = path.join(import.meta.dirname, '..', '..', 'test', 'kit');

/** Imports a module of the test kit, which is TypeScript. */
export async function importKit(name) {
  const outfile = path.join(cacheFolder, 'kit', `${name}.mjs`);
  await build({
    entryPoints: [path.join(kit, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: [path.join(kit, '*.mjs')],
    define: { 'import.meta.dirname': JSON.stringify(kit) },
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}
