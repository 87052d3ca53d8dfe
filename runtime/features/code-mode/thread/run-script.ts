import baseVariant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { ComputeClock } from './compute-clock.js';
import { GlobalResolver } from './resolve-global.js';
import type { HostMessage, ScriptJob, ThreadMessage } from './messages.js';
import { prelude } from './prelude.js';
import { ScriptMemory, type PageCounts } from './script-memory.js';
import { stripTypes } from './strip-types.js';

/** The package's declarations describe its CommonJS version, but the ES module is bundled. */
const variant = baseVariant as unknown as QuickJSSyncVariant;
/** Name of the script in stacks. */
const fileName = 'code';
/**
 * Flag of the engine for top-level `await`. The value of such a script is a promise of an object with the completion
 * value.
 */
const asyncFlag = 128;
const outOfMemory = 'InternalError: out of memory';
/** Value that a script throws if no memory is left for the error. */
const lostError = 'Thrown: null';
/** Maximum number of pending jobs that run between two clock checks. */
const jobsAtOnce = 256;

/** Runs one script in a new engine, which shares its memory with nothing else. */
export class ScriptRun {
  readonly #job: ScriptJob;
  readonly #post: (message: ThreadMessage) => void;
  readonly #runtime: QuickJSRuntime;
  readonly #memory: ScriptMemory;
  readonly #context: QuickJSContext;
  readonly #bridge: QuickJSHandle;
  #computedMs = 0;
  readonly #slice = new ComputeClock();
  #hasEnded = false;
  /** Whether a call was sent since the script began to compute. */
  #hasCalled = false;
  /** Lines that precede the script in the engine's input. */
  #addedLines = 0;

  /** @param engine The compiled engine. */
  static async start(
    { engine, pages }: { readonly engine: WebAssembly.Module; readonly pages: PageCounts },
    job: ScriptJob,
    post: (message: ThreadMessage) => void,
  ): Promise<ScriptRun> {
    const memory = new ScriptMemory(job.limits, pages);
    const parts = { wasmModule: engine, wasmMemory: memory.memory };
    const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, parts));
    return new ScriptRun(quickjs.newRuntime(), memory, job, post);
  }

  private constructor(
    runtime: QuickJSRuntime,
    memory: ScriptMemory,
    job: ScriptJob,
    post: (message: ThreadMessage) => void,
  ) {
    this.#memory = memory;
    this.#job = job;
    this.#post = post;
    this.#runtime = runtime;
    runtime.setMaxStackSize(job.limits.stackBytes);
    runtime.setInterruptHandler(() => this.#isOutOfTime());
    this.#context = runtime.newContext();
    this.#bridge = this.#openBridge();
    this.#guard(() => this.#evaluate());
  }

  /** Receives a message from the host. */
  receive(message: HostMessage): void {
    if (message.kind === 'ping') this.#post({ kind: 'pong' });
    else this.#guard(() => this.#settle(message));
  }

  #isOutOfTime(): boolean {
    return this.#slice.isBeyond(this.#job.limits.computeMs - this.#computedMs);
  }

  /** Runs the engine. An error of the engine itself, such as running out of memory, ends the run. */
  #guard(compute: () => void): void {
    if (this.#hasEnded) return;
    this.#slice.restart();
    this.#memory.isExhausted = false;
    try {
      compute();
      this.#runJobs();
    } catch (error) {
      this.#fail(this.#isOutOfTime() ? describeTimeout(this.#job) : describeEngineError(error));
    }
    this.#computedMs += this.#slice.elapsedMs;
    if (this.#hasCalled && !this.#hasEnded) this.#post({ kind: 'waiting', queued: this.#listQueued() });
    this.#hasCalled = false;
  }

  #fail(message: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    // When memory runs out, the engine loses its errors and promise reactions.
    const isOutOfMemory = this.#memory.isExhausted && !this.#isOutOfTime();
    this.#post({ kind: 'error', message: isOutOfMemory ? outOfMemory : message });
  }

  /** Runs pending promise jobs. A script that then waits without open calls has failed. */
  #runJobs(): void {
    const runtime = this.#runtime;
    while (!this.#hasEnded && runtime.hasPendingJob()) {
      const done = runtime.executePendingJobs(jobsAtOnce);
      if (done.error) {
        const isInterrupted = this.#isOutOfTime();
        if (isInterrupted) return this.#fail(describeTimeout(this.#job));
        this.#invoke('fail', done.error);
      }
      if (this.#isOutOfTime()) return this.#fail(describeTimeout(this.#job));
    }
    if (!this.#hasEnded && !this.#asks('hasCalls')) {
      this.#fail('Error: The script is waiting for a promise that never settles.');
    }
  }

  #openBridge(): QuickJSHandle {
    const context = this.#context;
    const { functions, limits, startedAt, mark } = this.#job;
    const send = context.newFunction('send', (kind, ...parts) => this.#read(context.getString(kind), parts));
    const resolver = new GlobalResolver();
    const resolveGlobal = context.newFunction('resolveGlobal', (kind, json) => {
      const resolved = resolver.resolve(context.getString(kind), context.getString(json));
      return resolved === undefined ? context.undefined : context.newString(resolved);
    });
    const opened = context.unwrapResult(context.evalCode(prelude, 'prelude', { type: 'global' }));
    const given = [
      send,
      resolveGlobal,
      context.newString(JSON.stringify(functions)),
      context.newString(JSON.stringify(limits)),
      context.newNumber(startedAt),
      context.newString(mark),
    ];
    return context.unwrapResult(context.callFunction(opened, context.undefined, ...given));
  }

  /** Reads a message from the prelude. Its parts are primitive values, so reading them runs no code of the script. */
  #read(kind: string, [first, second, third, fourth]: readonly QuickJSHandle[]): void {
    const context = this.#context;
    const textOf = (handle: QuickJSHandle | undefined): string | undefined =>
      handle === undefined || context.typeof(handle) !== 'string' ? undefined : context.getString(handle);
    const numberOf = (handle: QuickJSHandle | undefined): number =>
      handle === undefined ? Number.NaN : context.getNumber(handle);
    if (this.#hasEnded) return;
    if (kind === 'call') {
      this.#hasCalled = true;
      this.#post({ kind, call: numberOf(first), index: numberOf(second), json: textOf(third) ?? '' });
    } else if (kind === 'print') {
      this.#post({ kind, text: textOf(first) ?? '' });
    } else if (kind === 'dropped') {
      this.#post({ kind });
    } else {
      this.#hasEnded = true;
      // A script can catch the timeout error, and end with a value.
      if (kind === 'value' && !this.#isOutOfTime()) {
        const isText = second !== undefined && context.dump(second) === true;
        this.#post({ kind, json: textOf(first), isText, open: textOf(third) ?? '', lost: textOf(fourth) ?? '' });
      } else {
        const isOutOfTime = this.#isOutOfTime();
        const thrown = textOf(first) ?? '';
        const isLost = thrown === lostError && this.#memory.isExhausted;
        const message = isOutOfTime ? describeTimeout(this.#job) : isLost ? outOfMemory : thrown;
        const position = kind === 'error' ? findPosition(textOf(second), this.#addedLines) : {};
        this.#post({ kind: 'error', message, ...position, open: isOutOfTime ? '' : (textOf(third) ?? '') });
      }
    }
  }

  #evaluate(): void {
    const context = this.#context;
    const { code, syntaxError } = stripTypes(this.#job.code);
    const whole = context.evalCode(code, fileName, asyncFlag);
    if (!whole.error) return this.#conclude(whole.value, true);
    if (syntaxError !== undefined && this.#isSyntaxError(whole.error)) {
      this.#hasEnded = true;
      return this.#post({ kind: 'error', ...syntaxError });
    }
    // A script that returns at its top level is run as the body of a function. Its lines keep their numbers.
    if (this.#isSyntaxError(whole.error, 'return not in a function')) {
      this.#addedLines = 1;
      const body = context.evalCode(`(async()=>{\n${code}\n})()`, fileName, { type: 'global' });
      if (!body.error) return this.#conclude(body.value, false);
      return this.#invoke('fail', body.error);
    }
    this.#invoke('fail', whole.error);
  }

  /** Whether an error is a syntax error of the script, which means that none of its code has run. */
  #isSyntaxError(error: QuickJSHandle, message = ''): boolean {
    const context = this.#context;
    const textAt = (name: string): string => {
      const handle = context.getProp(error, name);
      return context.typeof(handle) === 'string' ? context.getString(handle) : '';
    };
    return textAt('name') === 'SyntaxError' && textAt('message').includes(message);
  }

  #conclude(promise: QuickJSHandle, hasCompletion: boolean): void {
    this.#invoke('conclude', promise, hasCompletion ? this.#context.true : this.#context.false);
  }

  #settle(message: Exclude<HostMessage, { readonly kind: 'ping' }>): void {
    const context = this.#context;
    const isResult = message.kind === 'result';
    const given = isResult ? message.json : message.message;
    const text = given === undefined ? context.undefined : context.newString(given);
    const about = message.about !== undefined ? context.newString(message.about) : context.undefined;
    this.#invoke('settle', context.newNumber(message.call), isResult ? context.true : context.false, text, about);
  }

  #invoke(name: 'settle' | 'conclude' | 'fail', ...given: readonly QuickJSHandle[]): void {
    const context = this.#context;
    const method = context.getProp(this.#bridge, name);
    const result = context.callFunction(method, context.undefined, ...given);
    if (result.error) throw new Error(String(context.dump(context.getProp(result.error, 'message'))));
    result.value.dispose();
    method.dispose();
  }

  #listQueued(): string {
    const context = this.#context;
    const result = context.callFunction(context.getProp(this.#bridge, 'queued'), context.undefined);
    return result.error ? '[]' : context.getString(result.value);
  }

  #asks(name: 'hasCalls'): boolean {
    const context = this.#context;
    const result = context.callFunction(context.getProp(this.#bridge, name), context.undefined);
    return !result.error && context.dump(result.value) === true;
  }
}

/** Returns the position in the script from the first stack line that contains a position. */
function findPosition(stack = '', addedLines: number): { readonly line?: number; readonly column?: number } {
  const [, line, column] = /\bcode:(\d{1,9}):(\d{1,9})/u.exec(stack) ?? [];
  return line === undefined ? {} : { line: Number(line) - addedLines, column: Number(column) };
}

function describeTimeout({ limits }: ScriptJob): string {
  return `Error: The script used more than ${limits.computeMs} ms of computing time.`;
}

function describeEngineError(error: unknown): string {
  if (error instanceof SyntaxError) return `SyntaxError: ${error.message}`;
  const message = error instanceof Error ? error.message : String(error);
  return `Error: The script ended: ${message.slice(0, 200)}`;
}
