import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { env, execPath } from 'node:process';
import { FrameReader } from './frame-reader.js';
import { idKey, parseMessages, type JsonMessage } from './json-message.js';

/** What a server may be told on its command line and in its environment. */
export interface ServerChildOptions {
  /** Absolute path of the folder that it runs in. */
  readonly cwd: string;
  readonly environment: { readonly [name: string]: string };
}

/** Milliseconds after which a server that was asked to end is killed. */
const patienceMs = 3000;

/** A server as a process of its own, spoken to on its standard streams; one message per line. */
export class ServerChild {
  /** Told of every message that is not an answer to {@link ask}. */
  onMessage: (line: string) => void = () => {};
  /** Resolves when the process has ended and all that it said was told; says how it ended. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #ownIds = `dev-${randomUUID()}-`;
  readonly #asked = new Map<string, (answer: JsonMessage | undefined) => void>();
  #count = 0;
  #hasEnded = false;
  #isStopping = false;

  /** @param script Absolute path of its module. */
  constructor(script: string, { cwd, environment }: ServerChildOptions) {
    this.#child = spawn(execPath, ['--enable-source-maps', script], {
      cwd,
      env: { ...env, ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const reader = new FrameReader((line) => this.#receive(line));
    this.#child.stdout?.on('data', (chunk: Buffer) => reader.push(chunk));
    // It may have gone before it has read everything.
    this.#child.stdin?.on('error', () => {});
    this.ended = new Promise((resolve) => {
      const end = (how: string): void => {
        this.#hasEnded = true;
        for (const take of this.#asked.values()) take(undefined);
        this.#asked.clear();
        resolve(how);
      };
      this.#child.on('error', (error) => end(error.message));
      this.#child.on('close', (code, signal) => end(signal === null ? `exit code ${code}` : signal));
    });
  }

  /** Passes a message on. */
  send(text: string): void {
    this.#child.stdin?.write(`${text}\n`);
  }

  /** Asks on our own behalf; `undefined` when the process ends before it answers. */
  ask(method: string, params: unknown): Promise<JsonMessage | undefined> {
    if (this.#hasEnded) return Promise.resolve(undefined);
    this.#count += 1;
    const id = `${this.#ownIds}${this.#count}`;
    return new Promise((resolve) => {
      this.#asked.set(idKey(id), resolve);
      this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  /** Stops and starts reading what it says. */
  setPaused(isPaused: boolean): void {
    if (isPaused) this.#child.stdout?.pause();
    else this.#child.stdout?.resume();
  }

  /** Says that nothing more comes: it answers what it has, and ends. */
  endInput(): void {
    this.#child.stdin?.end();
  }

  /** Ends it, kindly at first. */
  stop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.endInput();
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), patienceMs);
    void this.ended.then(() => clearTimeout(timer));
  }

  #receive(line: string): void {
    const [message] = line.startsWith('[') ? [] : parseMessages(line);
    const key = idKey(message?.id);
    const take = message !== undefined && message.method === undefined ? this.#asked.get(key) : undefined;
    if (take === undefined) return this.onMessage(line);
    this.#asked.delete(key);
    take(message);
  }
}
