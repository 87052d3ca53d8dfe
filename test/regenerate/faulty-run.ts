import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const script = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');
const preload = pathToFileURL(path.join(import.meta.dirname, 'kill-at.mjs')).href;

/** How a process ended. */
export interface Ending {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error: string;
}

/** `generate` in a process of its own, which is killed in some call that changes the disk, counted from 1, if one is given. */
export function spawnGenerate(folder: string, killedAt?: number): Promise<Ending> {
  const faults = killedAt !== undefined && { KILLED_AT: String(killedAt), KILLED_BELOW: folder };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...(faults ? ['--import', preload] : []), script, 'generate'], {
      cwd: folder,
      env: { ...process.env, ...faults },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let error = '';
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, error }));
  });
}
