import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stream } from 'node:stream';
import { makeFolder } from '../kit/make-folder.js';

/** How a server that a client had started came to its end. */
export interface Ending {
  /** `undefined`: it did not end by itself. */
  readonly exitCode: number | undefined;
  /** Processes that the client had started and that are still there. */
  readonly survivors: readonly number[];
  readonly stderr: string;
}

/** A server to be started by a client, and watched. */
export interface WatchedServer {
  /** Parameters with which a stdio transport starts it. */
  readonly parameters: { command: string; args: string[]; env: { [name: string]: string }; stderr: 'pipe' };
  /** Takes stderr of the process that the client started. */
  collect(stderr: Stream | null): void;
  /** How the process with this id ended, and how the others did. */
  finish(pid: number | null): Promise<Ending>;
}

/** Loaded into the server before anything else: notes that it has started, and how it ends. */
const recorder = `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from 'node:fs';
  const note = (what) => appendFileSync(process.env.LIFE_RECORD, process.pid + ' ' + what + '\\n');
  note('start');
  process.on('exit', note);
`)}`;

/** Prepares a server for a client to start. */
export async function watchServer(
  server: string,
  environment: { readonly [name: string]: string },
): Promise<WatchedServer> {
  const folder = makeFolder();
  const record = path.join(folder, 'record');
  let text = '';
  return {
    parameters: {
      command: process.execPath,
      args: ['--import', recorder, server],
      env: { ...environment, LIFE_RECORD: record },
      stderr: 'pipe',
    },
    collect: (stderr) => {
      stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
    },
    finish: async (pid) => {
      const lines = (await readFile(record, 'utf8')).trimEnd().split('\n');
      const notes = lines.map((line) => line.split(' '));
      const exit = notes.find(([id, what]) => Number(id) === pid && what !== 'start')?.[1];
      const started = notes.filter(([, what]) => what === 'start').map(([id]) => Number(id));
      return {
        exitCode: exit === undefined ? undefined : Number(exit),
        survivors: started.filter(isAlive),
        stderr: text,
      };
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
