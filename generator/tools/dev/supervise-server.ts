import { rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pid } from 'node:process';
import { createFolder } from '../../pipeline/write/file-system.js';
import { describeSystemError, isSystemError } from '../../pipeline/write/system-error.js';

/** A server process, as its supervisor sees it. */
export interface SupervisedServer {
  /** Resolves when the process has ended, with its exit code or signal in words. */
  readonly ended: Promise<string>;
  /** Resolves with `true` when the server is ready, or with `false` if it has exited before. */
  readonly ready: Promise<boolean>;
  stop(): void;
}

/** Functions that a supervisor calls. */
interface SupervisorOptions<Server extends SupervisedServer> {
  /** Absolute path of the project. */
  readonly root: string;
  /** Starts a server from a module. */
  readonly start: (script: string) => Server;
  /** Called when a server is ready. The function stops the server before it, if any, when that has nothing left to do. */
  readonly onReady: (server: Server, earlier: Server | undefined) => void;
  /** Called when a server does not start, in words for the user; `isServing`: an earlier one goes on. */
  readonly onFailed?: (text: string, isServing: boolean) => void;
  /** Called when a server that was ready has ended without being replaced. */
  readonly onEnded: (server: Server, how: string) => void;
  readonly report: (text: string) => void;
}

/** One start of a server. */
interface Attempt<Server> {
  readonly code: string;
  /** Absent until the code is written. */
  server?: Server;
}

/** Milliseconds before a server that was ready and has ended is started again. */
const restartDelayMs = 100;

/** Seconds before a server that was never ready is restarted; doubled after each attempt. */
const firstRetryDelay = 2;
const lastRetryDelay = 64;

/** Maximum number of attempts to write a script whose folder is being removed. */
const maxAttempts = 10;

/** Attempts of all supervisors: each has a file of its own name in one folder. */
let attemptCount = 0;

/** Keeps a server running: starts each new version next to the present one, and restarts a server that has ended. */
export class ServerSupervisor<Server extends SupervisedServer> {
  readonly #options: SupervisorOptions<Server>;
  readonly #running = new Set<Server>();
  /** The server that is ready. */
  #current: Server | undefined;
  /** The attempt that is under way. */
  #attempt: Attempt<Server> | undefined;
  /** The last attempt; resolves when its server is ready or has ended. */
  #settled: Promise<void> = Promise.resolve();
  /** Code of the last server that was ready. */
  #goodCode: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryDelay = firstRetryDelay;
  #isStopped = false;

  constructor(options: SupervisorOptions<Server>) {
    this.#options = options;
  }

  /** Starts a new version. The present server stays until the new one is ready, and for good if it never is. */
  replace(code: string): void {
    if (this.#isStopped) return;
    this.#attempt?.server?.stop();
    this.#retryDelay = firstRetryDelay;
    this.#begin(code);
  }

  /** Resolves when no server is starting. */
  async whenSettled(): Promise<void> {
    let awaited: Promise<void> | undefined;
    while (awaited !== this.#settled) {
      awaited = this.#settled;
      await awaited;
    }
  }

  /** Starts no more servers. */
  close(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Stops all servers; resolves when they have ended. */
  async stop(): Promise<void> {
    this.close();
    for (const server of this.#running) server.stop();
    await this.whenEnded();
  }

  /** Resolves when all servers have ended, replaced ones too. */
  async whenEnded(): Promise<void> {
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }

  #begin(code: string): void {
    clearTimeout(this.#timer);
    this.#attempt = { code };
    this.#settled = this.#try(this.#attempt);
  }

  /** Writes the code next to the build, where paths relative to the code lead to the same files, and runs it. */
  async #try(attempt: Attempt<Server>): Promise<void> {
    attemptCount += 1;
    const script = path.join(this.#options.root, 'dist', `.dev-${pid}-${attemptCount}.mjs`);
    try {
      await writeScript(script, attempt.code);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#options.report(describeSystemError(error, this.#options.root));
      if (attempt === this.#attempt) this.#attempt = undefined;
      return;
    }
    if (attempt === this.#attempt && !this.#isStopped) await this.#run(script, attempt);
    // The code is one module, which Node has read by now.
    await rm(script, { force: true });
    await rmdir(path.dirname(script)).catch(() => {});
  }

  async #run(script: string, attempt: Attempt<Server>): Promise<void> {
    const server = this.#options.start(script);
    attempt.server = server;
    this.#running.add(server);
    void server.ended.then((how) => this.#noticeEnd(server, attempt, how));
    if (!(await server.ready)) await server.ended;
    if (attempt !== this.#attempt) return;
    const earlier = this.#current;
    this.#attempt = undefined;
    this.#current = server;
    this.#goodCode = attempt.code;
    this.#retryDelay = firstRetryDelay;
    this.#options.onReady(server, earlier);
  }

  #noticeEnd(server: Server, attempt: Attempt<Server>, how: string): void {
    this.#running.delete(server);
    if (server === this.#current) this.#noticeLoss(server, how);
    else if (attempt === this.#attempt) this.#noticeFailure(attempt.code, how);
  }

  #noticeLoss(server: Server, how: string): void {
    this.#current = undefined;
    this.#options.onEnded(server, how);
    if (this.#isStopped) return;
    this.#options.report(`The server has exited (${how}) and is started again.`);
    if (!this.#attempt && this.#goodCode !== undefined) this.#beginLater(this.#goodCode, restartDelayMs);
  }

  #noticeFailure(code: string, how: string): void {
    this.#attempt = undefined;
    if (this.#isStopped) return;
    const isServing = this.#current !== undefined;
    const text = isServing
      ? `The new server does not start (${how}); the previous one keeps running.`
      : `The server does not start (${how}); it is started again after a change, and in ${this.#retryDelay} s.`;
    this.#options.report(text);
    this.#options.onFailed?.(text, isServing);
    if (isServing) return;
    this.#beginLater(this.#goodCode ?? code, this.#retryDelay * 1000);
    this.#retryDelay = Math.min(2 * this.#retryDelay, lastRetryDelay);
  }

  #beginLater(code: string, delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(code), delayMs);
  }
}

/**
 * Writes a new file. Other supervisors, also those of other processes, remove the folder when it is empty: between its creation
 * and the first file in it, too. Both are then repeated.
 */
async function writeScript(script: string, code: string): Promise<void> {
  for (let repeats = maxAttempts; ; repeats -= 1) {
    try {
      await createFolder(path.dirname(script));
      // A file that an earlier process left here is replaced; a link is not followed.
      await rm(script, { force: true });
      return await writeFile(script, code, { flag: 'wx' });
    } catch (error) {
      const mayBeGone = isSystemError(error) && (error.code === 'ENOENT' || error.code === 'EEXIST');
      if (repeats === 0 || !mayBeGone) throw error;
    }
  }
}
