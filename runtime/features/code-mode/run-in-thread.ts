import { withResolver } from '../../wire/promises.js';
import { ComputeClock } from './thread/compute-clock.js';
import { loadModule } from './thread/load-module.js';
import type { ThreadData } from './thread/main.js';
import type { HostMessage, ScriptJob, ThreadMessage } from './thread/messages.js';

/** Polling interval for a thread, in milliseconds. */
const tickMs = 500;
/** Time beyond the computing limit after which an unresponsive thread is terminated, in milliseconds. */
const graceMs = 1000;
/** Memory of the thread outside the engine, in megabytes. */
const threadMegabytes = 64;

/** Outcome of a script. */
export type ScriptOutcome =
  | Extract<ThreadMessage, { readonly kind: 'value' | 'error' }>
  /** The request was cancelled, or suspended by an elicitation. */
  | { readonly kind: 'cancelled' };

/** Callbacks of a running script, which serve its calls. */
export interface ScriptHost {
  /** Aborted when the outcome is no longer awaited. */
  readonly signal: AbortSignal;
  /** Whether an elicitation is open; its time does not count toward the limits. */
  readonly isAsking: () => boolean;
  /** Called for each call of a function; the returned promise never rejects. */
  readonly call: (index: number, json: string) => Promise<CallOutcome>;
  /**
   * Called when the script waits for its calls. It makes no other calls until one of them has ended.
   *
   * @param queued JSON text of calls that begin when other calls have ended: pairs of a function's index and the JSON
   *   text of its arguments.
   */
  readonly settleCalls: (queued: string) => void;
  readonly print: (text: string | undefined) => void;
}

/**
 * Outcome of a call: JSON text of its value (absent without a value), or the message of its error. `about` is the JSON
 * text of paging and notes from an API, or of facts about the failure, such as the declared error.
 */
export type CallOutcome = { readonly about?: string } & (
  { readonly json?: string | undefined } | { readonly message: string }
);

interface Thread {
  postMessage(message: HostMessage): void;
  on(event: 'message', listener: (message: ThreadMessage) => void): void;
  on(event: 'error', listener: (error: unknown) => void): void;
  on(event: 'exit', listener: () => void): void;
  terminate(): Promise<unknown>;
  unref(): void;
}

interface Threads {
  readonly Worker: new (program: string, options: object) => Thread;
}

/** Functions of the global `WebAssembly` that Node's types lack. */
interface Compiler {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<WebAssembly.Module> };
}

/** Maximum number of concurrent scripts in one process, across its servers. */
const maxThreads = 64;
/** Number of memory pages that each running script has added. */
const pageCounts = new Int32Array(new SharedArrayBuffer(4 * maxThreads));
const takenSlots = Array.from({ length: maxThreads }, () => false);

let engine: Promise<{ readonly program: string; readonly module: WebAssembly.Module }> | undefined;

/** Loads and compiles the engine, once per process. */
function openEngine(): NonNullable<typeof engine> {
  engine ??= (async () => {
    const { engineText, threadProgram } = await import('./thread/engine.js');
    const { brotliDecompressSync } = loadModule('node:zlib') as {
      readonly brotliDecompressSync: (bytes: Uint8Array) => Uint8Array;
    };
    const bytes = Uint8Array.from(atob(engineText), (character) => character.charCodeAt(0));
    const { WebAssembly: compiler } = globalThis as unknown as Compiler;
    return { program: threadProgram, module: await compiler.compile(brotliDecompressSync(bytes)) };
  })();
  engine.catch(() => (engine = undefined));
  return engine;
}

/**
 * Runs a script in its own thread, without access to the environment, files or the network. The thread is terminated at the end of the
 * run, so that neither an endless loop nor memory outlives it.
 *
 * @returns The outcome. Rejects on a platform without threads.
 */
export async function runInThread(job: ScriptJob, host: ScriptHost): Promise<ScriptOutcome> {
  const threads = loadModule('node:worker_threads') as Threads | undefined;
  if (threads === undefined) throw new Error('Code mode needs threads, which this platform does not have');
  const { program, module } = await openEngine();
  if (host.signal.aborted) return { kind: 'cancelled' };
  const slot = takenSlots.indexOf(false);
  if (slot < 0) throw new Error('Too many scripts are running. Try again later.');
  takenSlots[slot] = true;
  try {
    return await runIn(threads, program, { engine: module, job, pages: { counts: pageCounts, slot } }, host);
  } finally {
    Atomics.store(pageCounts, slot, 0);
    takenSlots[slot] = false;
  }
}

/** Runs a script in a new thread. The thread has ended when the promise settles. */
async function runIn(threads: Threads, program: string, data: ThreadData, host: ScriptHost): Promise<ScriptOutcome> {
  const thread = new threads.Worker(program, {
    eval: true,
    workerData: data,
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: threadMegabytes, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
  });
  try {
    return await new RunningScript(thread, data.job, host).outcome;
  } finally {
    await thread.terminate();
  }
}

/** A running script: serves its calls and enforces its time limits. */
class RunningScript {
  readonly #thread: Thread;
  readonly #job: ScriptJob;
  readonly #host: ScriptHost;
  readonly #ended = withResolver<ScriptOutcome>();
  readonly #waiting: (() => void)[] = [];
  #hasEnded = false;
  #running = 0;
  #calls = 0;
  /** Measures the time since the thread was last known to be idle. */
  readonly #unseen = new ComputeClock();
  #spentMs = 0;

  constructor(thread: Thread, job: ScriptJob, host: ScriptHost) {
    this.#thread = thread;
    this.#job = job;
    this.#host = host;
    const fail = (message: string) => (): void => this.#end({ kind: 'error', message });
    thread.on('message', (message) => this.#receive(message));
    thread.on('error', fail('Error: The script needed too much memory.'));
    thread.on('exit', fail('Error: The script ended without a value.'));
    const cancel = (): void => this.#end({ kind: 'cancelled' });
    host.signal.addEventListener('abort', cancel);
    const timer = setInterval(() => this.#tick(), tickMs);
    const stop = (): void => {
      clearInterval(timer);
      host.signal.removeEventListener('abort', cancel);
    };
    this.#ended.promise.then(stop, stop);
  }

  get outcome(): Promise<ScriptOutcome> {
    return this.#ended.promise;
  }

  #end(outcome: ScriptOutcome): void {
    this.#hasEnded = true;
    this.#ended.resolve(outcome);
  }

  #tick(): void {
    const { computeMs, wallMs } = this.#job.limits;
    if (!this.#host.isAsking()) this.#spentMs += tickMs;
    if (this.#unseen.isBeyond(computeMs + graceMs)) {
      this.#end({ kind: 'error', message: `Error: The script used more than ${computeMs} ms of computing time.` });
    } else if (this.#spentMs > wallMs) {
      this.#end({ kind: 'error', message: `Error: The script took longer than ${wallMs} ms.` });
    } else {
      this.#post({ kind: 'ping' });
    }
  }

  #post(message: HostMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#thread.postMessage(message);
  }

  #receive(message: ThreadMessage): void {
    if (message.kind === 'pong') this.#unseen.restart();
    else if (message.kind === 'print') this.#host.print(message.text);
    else if (message.kind === 'dropped') this.#host.print(undefined);
    else if (message.kind === 'call') void this.#call(message);
    else if (message.kind === 'waiting') this.#host.settleCalls(message.queued);
    else this.#end(message);
  }

  /** Makes a call. The thread counts its calls too, but is not trusted. */
  async #call({ call, index, json }: Extract<ThreadMessage, { readonly kind: 'call' }>): Promise<void> {
    const { calls, parallelCalls, argumentCharacters, valueCharacters } = this.#job.limits;
    this.#calls += 1;
    if (this.#calls > calls || json.length > argumentCharacters) return;
    if (this.#running >= parallelCalls) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#hasEnded) return;
    this.#running += 1;
    const outcome = await this.#host.call(index, json);
    this.#running -= 1;
    this.#waiting.shift()?.();
    if ('message' in outcome) {
      this.#post({ ...outcome, kind: 'failure', call });
    } else if ((outcome.json?.length ?? 0) > valueCharacters) {
      const name = this.#job.functions[index] ?? '';
      const message = `${name} returned more than ${valueCharacters} characters. Request less, for example one page.`;
      this.#post({ kind: 'failure', call, message });
    } else {
      this.#post({ ...outcome, kind: 'result', call });
    }
  }
}
