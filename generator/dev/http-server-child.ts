import { spawn, type ChildProcess } from 'node:child_process';
import { env, execPath } from 'node:process';
import { createInterface } from 'node:readline';
import type { ServerChildOptions } from './server-child.js';

/** Milliseconds after which a server that was asked to end is killed: it may take ten seconds to answer what it has begun. */
const patienceMs = 12_000;

/** Where a server listens on this machine. */
export interface HttpPlace {
  readonly port: number;
  /** Path of the MCP endpoint. */
  readonly path: string;
}

/** A server as a process of its own, on a port of its own. */
export class HttpServerChild {
  /** Resolves when it listens; `undefined`: it has ended before. */
  readonly place: Promise<HttpPlace | undefined>;
  /** Resolves when the process has ended; says how. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  #isStopping = false;

  /**
   * @param script Absolute path of its module.
   * @param report Gets what it says on standard error, line by line.
   */
  constructor(script: string, { cwd, environment }: ServerChildOptions, report: (line: string) => void) {
    this.#child = spawn(execPath, ['--enable-source-maps', script, '--http', '0', '--host', '127.0.0.1'], {
      cwd,
      env: { ...env, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.ended = new Promise((resolve) => {
      this.#child.on('error', (error) => resolve(error.message));
      this.#child.on('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    const listening = new Promise<HttpPlace>((resolve) => {
      if (this.#child.stderr === null) return;
      createInterface({ input: this.#child.stderr }).on('line', (line) => {
        const [, port, path] = /^Listening on http:\/\/127\.0\.0\.1:(\d+)(\S*)$/u.exec(line) ?? [];
        if (port === undefined || path === undefined) report(line);
        else resolve({ port: Number(port), path });
      });
    });
    this.place = Promise.race([listening, this.ended.then(() => undefined)]);
  }

  /** Lets it answer what it has begun, and ends it. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), patienceMs);
    void this.ended.then(() => clearTimeout(timer));
  }
}
