import { rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pid } from 'node:process';
import { createFolder } from '../write/file-system.js';
import { describeSystemError, isSystemError } from '../write/system-error.js';

/** A server process, as much as its supervisor has to know of it. */
export interface SupervisedServer {
  /** Resolves when the process has ended; says how. */
  readonly ended: Promise<string>;
  /** Resolves when it serves; `false`: it has ended before. */
  readonly ready: Promise<boolean>;
  stop(): void;
}

/** What a supervisor is told to do. */
export interface SupervisorOptions<Server extends SupervisedServer> {
  /** Absolute path of the project. */
  readonly root: string;
  /** Starts a server from a module. */
  readonly start: (script: string) => Server;
  /** A server is ready: it takes over from the one before, if there is one, and says when that may end. */
  readonly onReady: (server: Server, earlier: Server | undefined) => void;
  /** A server that had taken over has ended. */
  readonly onEnded: (server: Server, how: string) => void;
  readonly report: (text: string) => void;
}

/** Milliseconds before a server is started again: the first time, and at most. */
const firstDelayMs = 100;
const longestDelayMs = 5000;
/** A server that has served for so many milliseconds has recovered. */
const steadyMs = 10_000;

/** Keeps a server running: starts new versions beside the one that serves, and again what has ended by itself. */
export class ServerSupervisor<Server extends SupervisedServer> {
  readonly #options: SupervisorOptions<Server>;
  readonly #running = new Set<Server>();
  #current: Server | undefined;
  #starting: Server | undefined;
  /** The last version that has served. */
  #goodCode: string | undefined;
  #servesSince = 0;
  #failures = 0;
  /** Number of the start that is under way. */
  #begun: number | undefined;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #onSettled: (() => void)[] = [];

  constructor(options: SupervisorOptions<Server>) {
    this.#options = options;
  }

  /** Starts a new version; the one that serves goes on until the new one is ready, and for good if it never is. */
  replace(code: string): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#failures = 0;
    this.#starting?.stop();
    this.#starting = undefined;
    void this.#start(code);
  }

  /** Resolves when no server is about to start. */
  whenSettled(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#begun === undefined) resolve();
      else this.#onSettled.push(resolve);
    });
  }

  /** Starts nothing more. */
  close(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Ends all servers; resolves when they have ended. */
  async stop(): Promise<void> {
    this.close();
    for (const server of this.#running) server.stop();
    await this.whenEnded();
  }

  /** Resolves when every server has ended, those that were replaced too. */
  async whenEnded(): Promise<void> {
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }

  async #start(code: string): Promise<void> {
    this.#count += 1;
    const number = this.#count;
    this.#begun = number;
    // Beside the build, so that what the code finds relative to itself is where it will be.
    const script = path.join(this.#options.root, 'dist', `.dev-${pid}-${number}.mjs`);
    try {
      await createFolder(path.dirname(script));
      await writeFile(script, code);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#options.report(describeSystemError(error, this.#options.root));
      if (this.#begun === number) this.#settle();
      return;
    }
    if (this.#begun === number) await this.#run(script, code);
    // It is one module, which has been read.
    await rm(script, { force: true });
    await rmdir(path.dirname(script)).catch(() => {});
  }

  async #run(script: string, code: string): Promise<void> {
    const server = this.#options.start(script);
    this.#starting = server;
    this.#running.add(server);
    void server.ended.then((how) => this.#noticeEnd(server, code, how));
    const isReady = await server.ready;
    if (!isReady || server !== this.#starting) return;
    this.#starting = undefined;
    const earlier = this.#current;
    this.#current = server;
    this.#goodCode = code;
    this.#servesSince = performance.now();
    this.#options.onReady(server, earlier);
    this.#settle();
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
    if (performance.now() - this.#servesSince > steadyMs) this.#failures = 0;
    this.#options.report(`The server has ended (${how}); it is started again.`);
    // A newer version may be about to take over.
    if (this.#begun === undefined) this.#tryAgain();
  }

  #noticeFailure(code: string, how: string): void {
    this.#starting = undefined;
    this.#settle();
    if (this.#isStopped) return;
    if (this.#current !== undefined) {
      this.#options.report(`The new server does not start (${how}); the one before goes on.`);
      return;
    }
    this.#options.report(`The server does not start (${how}); it is tried again.`);
    this.#tryAgain(this.#goodCode ?? code);
  }

  #tryAgain(code = this.#goodCode): void {
    if (code === undefined) return;
    clearTimeout(this.#timer);
    const delay = Math.min(firstDelayMs * 2 ** this.#failures, longestDelayMs);
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.#start(code), delay);
  }

  #settle(): void {
    this.#begun = undefined;
    for (const wake of this.#onSettled.splice(0)) wake();
  }
}
