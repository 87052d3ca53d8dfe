import { rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pid } from 'node:process';
import { createFolder } from '../write/file-system.js';
import { describeSystemError, isSystemError } from '../write/system-error.js';

/** A server process, as its supervisor sees it. */
export interface SupervisedServer {
  /** Resolves when the process has ended, with its exit code or signal in words. */
  readonly ended: Promise<string>;
  /** Resolves with `true` when the server is ready, with `false` when it has ended before. */
  readonly ready: Promise<boolean>;
  stop(): void;
}

/** Functions that a supervisor calls. */
export interface SupervisorOptions<Server extends SupervisedServer> {
  /** Absolute path of the project. */
  readonly root: string;
  /** Starts a server from a module. */
  readonly start: (script: string) => Server;
  /** Called when a server is ready. The function stops the server before it, if any, when that has nothing left to do. */
  readonly onReady: (server: Server, earlier: Server | undefined) => void;
  /** Called when a server that was ready has ended without being replaced. */
  readonly onEnded: (server: Server, how: string) => void;
  readonly report: (text: string) => void;
}

/** Milliseconds before a server that has ended is started again: after one that was ready, and after one that was not. */
const restartDelayMs = 100;
const retryDelayMs = 2000;

/** Keeps a server running: starts each new version beside the present one, and restarts a server that has ended. */
export class ServerSupervisor<Server extends SupervisedServer> {
  readonly #options: SupervisorOptions<Server>;
  readonly #running = new Set<Server>();
  /** The server that is ready. */
  #current: Server | undefined;
  /** The server that is about to be ready. */
  #starting: Server | undefined;
  /** The last start; resolves when its server is ready or has ended. */
  #start: Promise<void> = Promise.resolve();
  #startCount = 0;
  #isStarting = false;
  /** Code of the last server that was ready. */
  #goodCode: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: SupervisorOptions<Server>) {
    this.#options = options;
  }

  /** Starts a new version. The present server stays until the new one is ready, and for good if it never is. */
  replace(code: string): void {
    if (this.#isStopped) return;
    this.#starting?.stop();
    this.#starting = undefined;
    this.#begin(code);
  }

  /** Resolves when no server is starting. */
  async whenSettled(): Promise<void> {
    let awaited: Promise<void> | undefined;
    while (awaited !== this.#start) {
      awaited = this.#start;
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
    this.#startCount += 1;
    this.#isStarting = true;
    this.#start = this.#write(code, this.#startCount);
  }

  /** Writes the code beside the build, where paths relative to the code lead to the same files, and runs it. */
  async #write(code: string, number: number): Promise<void> {
    const script = path.join(this.#options.root, 'dist', `.dev-${pid}-${number}.mjs`);
    try {
      await createFolder(path.dirname(script));
      await writeFile(script, code);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#options.report(describeSystemError(error, this.#options.root));
      if (number === this.#startCount) this.#isStarting = false;
      return;
    }
    if (number === this.#startCount) await this.#run(script, code);
    // The code is one module, which Node has read by now.
    await rm(script, { force: true });
    await rmdir(path.dirname(script)).catch(() => {});
  }

  async #run(script: string, code: string): Promise<void> {
    const server = this.#options.start(script);
    this.#starting = server;
    this.#running.add(server);
    void server.ended.then((how) => this.#noticeEnd(server, code, how));
    if (!(await server.ready)) await server.ended;
    if (server !== this.#starting) return;
    const earlier = this.#current;
    this.#starting = undefined;
    this.#isStarting = false;
    this.#current = server;
    this.#goodCode = code;
    this.#options.onReady(server, earlier);
  }

  #noticeEnd(server: Server, code: string, how: string): void {
    this.#running.delete(server);
    if (server === this.#current) this.#noticeLoss(server, how);
    else if (server === this.#starting) this.#noticeFailure(code, how);
  }

  #noticeLoss(server: Server, how: string): void {
    this.#current = undefined;
    this.#options.onEnded(server, how);
    if (this.#isStopped) return;
    this.#options.report(`The server has ended (${how}); it is started again.`);
    if (!this.#isStarting && this.#goodCode !== undefined) this.#beginLater(this.#goodCode, restartDelayMs);
  }

  #noticeFailure(code: string, how: string): void {
    this.#starting = undefined;
    this.#isStarting = false;
    if (this.#isStopped) return;
    if (this.#current !== undefined) {
      this.#options.report(`The new server does not start (${how}); the one before goes on.`);
      return;
    }
    this.#options.report(`The server does not start (${how}); it is tried again.`);
    this.#beginLater(this.#goodCode ?? code, retryDelayMs);
  }

  #beginLater(code: string, delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(code), delayMs);
  }
}
