import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const script = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');
const preload = pathToFileURL(path.join(import.meta.dirname, 'inject-fault.mjs')).href;

/** Fault of a run. */
export interface Fault {
  /** `kill`, or the code of an error of the operating system. */
  readonly kind: string;
  /** In which call that changes the disk, counted from 1. */
  readonly at: number;
}

/** How a process ended. */
export interface Ending {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error: string;
}

/** `generate` in a process of its own, with a fault in its disk if one is given. */
export function spawnGenerate(folder: string, fault?: Fault, more: readonly string[] = []): Promise<Ending> {
  const argv = [script, 'generate', ...more];
  const faults = fault && { FAULT: fault.kind, FAULT_AT: String(fault.at), FAULT_BELOW: folder };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...(fault ? ['--import', preload] : []), ...argv], {
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
