import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { findPackageRoot } from '../../../core/package/find-package-root.js';
import type { DatabaseKind, EngineOptions, EngineProblem, OpenEngine, SqlEngine } from './engine.js';
import { memoryStream, type EngineMessage, type EngineReply, type EngineRequest } from './engine-messages.js';

/** Limits of an engine's process. Times are in milliseconds. */
interface EngineLimits {
  /** Time in which the engine must start. */
  readonly startMs: number;
  /** Time of a statement. */
  readonly statementMs: number;
  /** Time of all schema files. */
  readonly schemaMs: number;
  /** Memory of the process. PGlite alone needs about 700 MB. */
  readonly maxBytes: number;
}

const usual: EngineLimits = { startMs: 60_000, statementMs: 20_000, schemaMs: 180_000, maxBytes: 2 ** 31 };

const products: { readonly [kind in DatabaseKind]: string } = { postgres: 'PGlite', sqlite: 'SQLite', mysql: 'MySQL' };

/**
 * Opens an engine in a process of its own, which ends when a statement takes too much time or memory: schema files can
 * contain statements that run forever.
 *
 * @param limits Limits that differ from the usual ones.
 */
export async function openApart(
  kind: DatabaseKind,
  { root, url, schema }: EngineOptions,
  limits: Partial<EngineLimits> = {},
): ReturnType<OpenEngine> {
  const engine = new EngineProcess(products[kind], { ...usual, ...limits });
  const options = { root, schema, ...(url !== undefined && { url }) };
  const reply = await engine.open({ action: 'open', kind, options });
  if ('label' in reply) return { label: reply.label, prepare: engine.prepare, close: engine.close };
  await engine.close();
  return { problem: 'problem' in reply ? reply.problem : engine.describe(reply) };
}

/** Process of an engine. Serves one request at a time. */
class EngineProcess {
  readonly #product: string;
  readonly #limits: EngineLimits;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  /** Statement of a schema file that runs. */
  #place: EngineProblem['place'];
  /** Time at which all schema files must have run. */
  #deadline = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #settle: ((reply: EngineReply) => void) | undefined;
  /** Why the process ends. */
  #reason: string | undefined;

  constructor(product: string, limits: EngineLimits) {
    this.#product = product;
    this.#limits = limits;
    const program = path.join(findPackageRoot(), 'dist', 'generator', 'bundled', 'engine-process.js');
    this.#child = fork(program, [String(limits.maxBytes)], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc', 'pipe'],
    });
    this.#child.on('message', (message) => this.#hear(message as EngineMessage));
    this.#child.stdio[memoryStream]?.on('data', () => {
      this.#reason ??= `needs more than ${Math.round(limits.maxBytes / 2 ** 20)} MB of memory`;
    });
    this.#child.stdin?.on('error', () => {});
    this.#ended = new Promise((resolve) => {
      // `close` follows the end of all streams. Without a process, there is only `error`.
      this.#child.on('close', () => resolve());
      this.#child.on('error', () => this.#child.pid === undefined && resolve());
    });
    void this.#ended.then(() => {
      this.#reason ??= 'ended the process';
      this.#finish({ failure: this.#reason });
    });
  }

  async open(request: EngineRequest): Promise<EngineReply> {
    const { startMs, schemaMs } = this.#limits;
    this.#deadline = Date.now() + startMs + schemaMs;
    const reply = await this.#request(request, startMs, 'did not start');
    this.#deadline = Infinity;
    return reply;
  }

  readonly prepare: SqlEngine['prepare'] = async (request) => {
    this.#place = undefined;
    const reply = await this.#request({ action: 'prepare', request }, this.#limits.statementMs, 'did not end');
    return 'prepared' in reply ? reply.prepared : [this.describe(reply)];
  };

  /** Describes why there is no reply. */
  describe(reply: EngineReply): EngineProblem {
    const reason = 'failure' in reply ? reply.failure : 'gave an unknown reply';
    const place = this.#place;
    if (place === undefined) return { code: 'sql-database', message: `${this.#product} ${reason}.` };
    const help = 'Schema files create tables. Remove statements that loop or insert rows.';
    return { code: 'sql-schema', message: `The statement ${reason}.`, help, place };
  }

  /** Ends the process. */
  readonly close = async (): Promise<void> => {
    this.#end('was closed');
    await this.#ended;
  };

  #request(request: EngineRequest, ms: number, verb: string): Promise<EngineReply> {
    if (this.#reason !== undefined) return Promise.resolve({ failure: this.#reason });
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#limit(ms, verb);
      // An error means that the process has ended, which is noticed.
      this.#child.send(request, () => {});
    });
  }

  #hear(message: EngineMessage): void {
    if (!('began' in message)) return this.#finish(message);
    this.#place = message.began;
    this.#limit(this.#limits.statementMs, 'did not end');
  }

  #limit(ms: number, verb: string): void {
    clearTimeout(this.#timer);
    const left = Math.min(ms, this.#deadline - Date.now());
    this.#timer = setTimeout(() => this.#end(`${verb} within ${ms / 1000} s`), left);
  }

  #end(reason: string): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  #finish(reply: EngineReply): void {
    clearTimeout(this.#timer);
    this.#settle?.(reply);
    this.#settle = undefined;
  }
}
