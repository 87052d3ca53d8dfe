import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { SqlError } from '../sql-error.js';
import { childProgram } from './child-program.js';
import { toSqlError, type DriverError } from './to-sql-error.js';

/** Time that SQLite waits for the lock of another process, in milliseconds. */
const busyMs = 1000;
/** Time in milliseconds after which a process that has not opened its file counts as failed. */
const startMs = 20_000;

/** Value as SQLite stores it. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

/** Rows as the process sends them, with the values in the order of the statement's columns. */
export interface RawRows {
  readonly rows: readonly (readonly SqliteValue[])[];
  readonly more: boolean;
  readonly changed: number;
}

/** Message to the process. */
export type ProcessRequest =
  | {
      readonly action: 'open';
      readonly file: string;
      readonly reads: boolean;
      readonly driver: string;
      readonly busyMs: number;
    }
  | {
      readonly action: 'run';
      /** Whether a transaction begins before the statement. */
      readonly begins: boolean;
      readonly text: string;
      readonly values: readonly SqliteValue[];
      readonly columns: readonly string[];
      readonly maxRows: number;
      readonly maxBytes: number;
    }
  | { readonly action: 'end'; readonly commits: boolean }
  | { readonly action: 'close' };

type Reply = Partial<RawRows> & { readonly error?: DriverError };

interface Pending {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: SqlError) => void;
}

/** Process with one connection to a SQLite file. It ends when this process ends, and does not keep it alive. */
export class SqliteProcess {
  /** Resolves once the file is open. */
  readonly opened: Promise<unknown>;
  #child: ChildProcess;
  #pending: Pending | undefined;
  #ended: Promise<Error>;
  #isAlive = true;

  /** @param reads Whether the file is opened read-only. */
  constructor(file: string, reads: boolean) {
    this.#child = spawn(process.execPath, ['-e', childProgram], {
      env: pickEnvironment(),
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
    });
    const child = this.#child;
    child.on('message', (reply) => this.#settle(reply as Reply));
    this.#ended = new Promise((resolve) => {
      child.on('exit', (code, signal) => resolve(new Error(`The process of SQLite has ended: ${signal ?? code}`)));
      // Without a process there is no `exit`.
      child.on('error', (error) => child.pid === undefined && resolve(error));
    });
    void this.#ended.then((reason) => this.#onEnd(reason));
    child.stdin?.on('error', () => {});
    this.opened = this.#open(file, reads);
    this.opened.catch(() => {});
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Whether a request is not answered yet. */
  get isBusy(): boolean {
    return this.#pending !== undefined;
  }

  /**
   * Sends a request. There can be only one at a time.
   *
   * @returns Rejects with a {@link SqlError}.
   */
  async request(request: ProcessRequest): Promise<Reply> {
    const reply = await new Promise<Reply>((resolve, reject) => {
      if (!this.#isAlive) throw new SqlError('unreachable');
      this.#pending = { resolve, reject };
      this.#send(request, true);
    });
    if (reply.error) throw toSqlError(reply.error);
    return reply;
  }

  /** Sends a request without a reply. */
  post(request: ProcessRequest): void {
    if (this.#isAlive) this.#send(request, false);
  }

  /** Keeps this process alive while the other one is used. */
  hold(isHeld: boolean): void {
    const method = isHeld ? 'ref' : 'unref';
    this.#child[method]();
    // The types lack that the channel is gone once the process has ended, and that Bun's has no such methods.
    (this.#child.channel as { ref?(): void; unref?(): void } | null | undefined)?.[method]?.();
  }

  /** Ends the process at once, whatever it does. Resolves when it has ended. */
  async kill(): Promise<void> {
    this.#child.ref();
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Closes the file, and ends the process. */
  async close(): Promise<void> {
    this.hold(true);
    await this.request({ action: 'close' }).catch(() => {});
    await this.kill();
  }

  async #open(file: string, reads: boolean): Promise<void> {
    const timer = setTimeout(() => void this.kill(), startMs);
    try {
      await this.request({ action: 'open', file: path.resolve(file), reads, driver: findDriver(), busyMs });
    } finally {
      clearTimeout(timer);
      (this.#child.stdin as { unref?(): void } | null)?.unref?.();
    }
  }

  #send(request: ProcessRequest, isAwaited: boolean): void {
    // An error means that the process has ended, which is noticed.
    this.#child.send({ ...request, isAwaited }, () => {});
  }

  #settle(reply: Reply): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve(reply);
  }

  #onEnd(reason: Error): void {
    this.#isAlive = false;
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.reject(new SqlError('unreachable', undefined, reason));
  }
}

/** Returns the variables that Node and SQLite need: where libraries are, and where temporary files go. */
function pickEnvironment(): Record<string, string> {
  const names = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SQLITE_TMPDIR', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];
  const picked = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  // Electron is Node only with this variable.
  const electron = process.versions['electron'] === undefined ? undefined : '1';
  const all = Object.entries({ ...picked, ELECTRON_RUN_AS_NODE: electron });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** Finds the package `better-sqlite3`, which the process loads if its Node has no SQLite. Returns `''` without it. */
function findDriver(): string {
  // Not a literal, because bundlers would otherwise look for the package.
  const name = ['better', 'sqlite3'].join('-');
  for (const from of [import.meta.url, process.argv[1]]) {
    try {
      if (from !== undefined) return createRequire(from).resolve(name);
    } catch {
      // Not installed next to this file; the server's program may have it.
    }
  }
  return '';
}
