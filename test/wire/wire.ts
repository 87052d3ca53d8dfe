import { PassThrough } from 'node:stream';
import { beforeEach, onTestFinished, vi } from 'vitest';
import type { HandlerSet, ServerDefinition } from '../../runtime/index.js';
import { start, type StartOptions } from '../../runtime/transports/node/index.js';

/** Message as a test reads it: not typed, because the test knows what it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Wire = { readonly [key: string]: any };

/** A server as a test starts it. */
export interface Subject {
  readonly definition: ServerDefinition;
  readonly handlers: HandlerSet;
}

/** Lines that the server wrote for its operator in this test. */
export const reports: string[] = [];

/** Keeps what the server writes for its operator in `reports`, from now on, without the stacks of errors. */
export function keepReports(): void {
  reports.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation(
    (line) => reports.push(String(line).replace(/\n [^]*/u, '\n')) > 0,
  );
}

// Files that share modules load this one once: `each-test.ts` does it for them.
beforeEach(keepReports);

/** `_meta` of a modern request. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw-bytes', version: '0.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A legacy request. */
export function request(id: unknown, method: string, params?: object): Wire {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) };
}

/** A modern request. */
export function modern(id: unknown, method: string, params: object = {}, meta: object = {}): Wire {
  return request(id, method, { ...params, _meta: { ...modernMeta, ...meta } });
}

/** The `initialize` of a client that speaks a revision. */
export function initialize(id: unknown, protocolVersion: unknown, capabilities: object = {}): Wire {
  return request(id, 'initialize', {
    protocolVersion,
    capabilities,
    clientInfo: { name: 'raw-bytes', version: '0.0.0' },
  });
}

/** Notification that a legacy client sends after the answer to `initialize`. */
export const initialized: Wire = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** The notification that cancels a request, of a client or of the server. */
export const cancellation = (requestId: unknown, more: object = {}): Wire => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, ...more },
});

/** Feeds raw bytes to a server, chunk by chunk, and gives the raw bytes that it answers until it has stopped. */
export async function feed(
  { definition, handlers }: Subject,
  chunks: readonly (string | Uint8Array)[],
  options: StartOptions = {},
): Promise<string> {
  const input = new PassThrough();
  const output = new PassThrough();
  const answered: Buffer[] = [];
  output.on('data', (chunk: Buffer) => answered.push(chunk));
  const done = start(definition, handlers, { input, output, ...options });
  for (const chunk of chunks) {
    input.write(chunk);
    if (chunks.length > 1) await turn();
  }
  input.end();
  await done;
  return Buffer.concat(answered).toString();
}

/** Sends messages, one per line and all at once, and gives the answers in the order in which they came. */
export async function talk(
  subject: Subject,
  messages: readonly unknown[],
  options: StartOptions = {},
): Promise<readonly Wire[]> {
  const lines = messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message)));
  return parseLines(await feed(subject, [lines.map((line) => `${line}\n`).join('')], options));
}

/** Parses newline-delimited messages; every line has to be whole. */
export function parseLines(text: string): readonly Wire[] {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Error(`The last line has no end: ${text}`);
  return lines.map((line) => JSON.parse(line) as Wire);
}

/** The answer with an id. */
export function answerTo(id: unknown, answers: readonly Wire[]): Wire {
  const found = answers.filter((answer) => answer['id'] === id);
  if (found.length !== 1) throw new Error(`${found.length} answers to ${String(id)}: ${JSON.stringify(answers)}`);
  return found[0] ?? {};
}

/** Lets everything that is ready to run do so. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A conversation in which a test waits for what the server says before it goes on. */
export interface Conversation {
  send(...messages: readonly object[]): void;
  /** Sends a message and waits for the next one of the server. */
  ask(message: object): Promise<Wire>;
  /** The next message of the server. */
  next(): Promise<Wire>;
  /** Everything that the server says until it has stopped. */
  end(): Promise<readonly Wire[]>;
}

/** Opens a conversation, which ends with the test if not before. */
export function converse({ definition, handlers }: Subject, options: StartOptions = {}): Conversation {
  const input = new PassThrough();
  const output = new PassThrough();
  const received: Wire[] = [];
  const waiting: ((message: Wire) => void)[] = [];
  output.on('data', (chunk: Buffer) => {
    for (const message of parseLines(chunk.toString())) {
      const wake = waiting.shift();
      if (wake === undefined) received.push(message);
      else wake(message);
    }
  });
  const done = start(definition, handlers, { input, output, ...options });
  onTestFinished(() => {
    input.end();
    return done;
  });
  const send: Conversation['send'] = (...messages) => {
    input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  };
  const next = (): Promise<Wire> =>
    new Promise((resolve) => {
      const message = received.shift();
      if (message === undefined) waiting.push(resolve);
      else resolve(message);
    });
  return {
    send,
    next,
    ask: (message) => {
      send(message);
      return next();
    },
    end: async () => {
      input.end();
      await done;
      return received;
    },
  };
}
