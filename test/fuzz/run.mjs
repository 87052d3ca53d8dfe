// Bundles the fuzzers, so that V8 counts the blocks of one file, and runs them: npm run fuzz [target …] [--minutes n] [--seed s]
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..', '..');
const outfile = path.join(root, 'dist', 'fuzz', 'main.mjs');
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
const options = ['--expose-gc', '--max-old-space-size=1024', outfile, ...process.argv.slice(2)];
const child = spawn(process.execPath, options, { stdio: 'inherit' });
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
