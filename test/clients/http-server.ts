import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Ending } from './watch-server.js';

/** A server that listens. */
export interface HttpServer {
  readonly url: string;
  /** Asks it to stop, and tells how it took that. */
  stop(): Promise<Ending>;
}

/**
 * Starts a server on a free port.
 *
 * @throws Error when it does not say where it listens.
 */
export async function startHttpServer(
  server: string,
  environment: { readonly [name: string]: string } = {},
): Promise<HttpServer> {
  const child = spawn(process.execPath, [server, '--http', '0'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const reader = createInterface(child.stderr);
  const listening = new Promise<string>((resolve, reject) => {
    reader.on('line', (line) => {
      const [, url] = /^Listening on (http:\S+)$/u.exec(line) ?? [];
      if (url === undefined) lines.push(line);
      else resolve(url);
    });
    reader.on('close', () => reject(new Error(`The server did not listen:\n${lines.join('\n')}`)));
  });
  const url = await listening;
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      const [exitCode] = (await exited) as [number | null];
      return { exitCode: exitCode ?? undefined, survivors: [], stderr: lines.map((line) => `${line}\n`).join('') };
    },
  };
}
