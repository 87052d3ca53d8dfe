// Does 20 tasks in each mode, and prints what they cost: npm run modes -- [folder with the documents of GitHub and Stripe]
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..', '..');
const outfile = path.join(root, 'dist', 'modes', 'main.mjs');
await build({
  entryPoints: [path.join(import.meta.dirname, 'main.ts')],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
});
const child = spawn(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
