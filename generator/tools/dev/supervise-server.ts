import { rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pid } from 'node:process';
import { createFolder } from '../../pipeline/write/file-system.js';
import { describeSystemError, isSystemError } from '../../pipeline/write/system-error.js';

/** Server process as seen by its supervisor. */
export interface SupervisedServer {
  /** Resolves with an exit code or signal as text when the process has ended. */
  readonly ended: Promise<string>;
  /** Resolves with `true` when the server is ready, or with `false` if it exits earlier. */
  readonly ready: Promise<boolean>;
  stop(): void;
}

/** Callbacks of a supervisor. */
interface SupervisorOptions<Server extends SupervisedServer> {
  /** Absolute path of the project. */
  readonly root: string;
  /** Starts a server from a module. */
  readonly start: (script: string) => Server;
  /** Called when a server is ready. The callback stops the earlier server, if any, when that server is idle. */
  readonly onReady: (server: Server, earlier: Server | undefined) => void;
  /**
   * Called with a message for the user if a server does not start. `isServing` is set if an earlier server keeps
   * running.
   */
  readonly onFailed?: (text: string, isServing: boolean) => void;
  /** Called when a server that was ready has ended without being replaced. */
  readonly onEnded: (server: Server, how: string) => void;
  readonly report: (text: string) => void;
}

/** Attempt to start a server. */
interface Attempt<Server> {
  readonly code: string;
  /** Absent until the code is written. */
  server?: Server;
}

/** Milliseconds until a server that was ready and has ended is restarted. */
const restartDelayMs = 100;

/** Seconds until a server that never became ready is restarted; doubled after each attempt. */
const firstRetryDelay = 2;
const lastRetryDelay = 64;

/** Maximum number of attempts to write a script whose folder is being removed. */
const maxAttempts = 10;

/** Number of attempts by all supervisors, so that each attempt gets a file with a unique name in the same folder. */
let attemptCount = 0;

/** Keeps a server running. Starts each new version next to the current one, and restarts a server that has ended. */
export class ServerSupervisor<Server extends SupervisedServer> {
  readonly #options: SupervisorOptions<Server>;
  readonly #running = new Set<Server>();
  /** Server that is ready. */
  #current: Server | undefined;
  /** Attempt in progress. */
  #attempt: Attempt<Server> | undefined;
  /** Last attempt; resolves when its server is ready or has ended. */
  #settled: Promise<void> = Promise.resolve();
  /** Code of the last server that became ready. */
  #goodCode: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryDelay = firstRetryDelay;
  #isStopped = false;

  constructor(options: SupervisorOptions<Server>) {
    this.#options = options;
  }

  /** Starts a new version. The current server keeps running until the new one is ready. */
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

  /** Prevents further starts. */
  close(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Stops all servers, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.close();
    for (const server of this.#running) server.stop();
    await this.whenEnded();
  }

  /** Resolves when all servers have ended, including replaced ones. */
  async whenEnded(): Promise<void> {
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }

  #begin(code: string): void {
    clearTimeout(this.#timer);
    this.#attempt = { code };
    this.#settled = this.#try(this.#attempt);
  }

  /** Writes the code next to the build, where its relative paths resolve to the same files, and runs it. */
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
    // The code is a single module, which Node has already read.
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
    this.#options.report(`The server exited (${how}) and is restarting.`);
    if (!this.#attempt && this.#goodCode !== undefined) this.#beginLater(this.#goodCode, restartDelayMs);
  }

  #noticeFailure(code: string, how: string): void {
    this.#attempt = undefined;
    if (this.#isStopped) return;
    const isServing = this.#current !== undefined;
    const text = isServing
      ? `The new server does not start (${how}); the previous one keeps running.`
      : `The server does not start (${how}); it restarts after a change or in ${this.#retryDelay} s.`;
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
 * Writes a new file. Other supervisors and processes remove the folder when it is empty, even just after its creation;
 * then both steps are repeated.
 */
async function writeScript(script: string, code: string): Promise<void> {
  for (let repeats = maxAttempts; ; repeats -= 1) {
    try {
      await createFolder(path.dirname(script));
      // Replaces a file left by an earlier process, but does not follow a symbolic link.
      await rm(script, { force: true });
      return await writeFile(script, code, { flag: 'wx' });
    } catch (error) {
      const mayBeGone = isSystemError(error) && (error.code === 'ENOENT' || error.code === 'EEXIST');
      if (repeats === 0 || !mayBeGone) throw error;
    }
  }
}
