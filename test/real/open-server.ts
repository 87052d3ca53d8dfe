import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Message } from '../kit/talk.js';

/** Everything that a server sent for a request: its answer, and before it notifications and requests to the client. */
export interface Outcome {
  readonly result?: unknown;
  readonly error?: unknown;
  readonly sent: readonly { readonly method: string; readonly params: object }[];
}

/** A server process on stdio, with an initialized client of revision 2025-11-25. */
export interface OpenServer {
  /** Result of `initialize`. */
  readonly greeting: { readonly [member: string]: unknown };
  request(method: string, params?: object): Promise<Outcome>;
  /** Waits until the server has sent a message with a method on its own account, and forgets it. */
  waitFor(method: string): Promise<Message>;
  close(): Promise<void>;
}

/** What the client is able to do, and how it answers requests of the server, by method. */
export interface ClientSide {
  readonly capabilities?: { readonly [capability: string]: object };
  readonly answers?: { readonly [method: string]: (params: { readonly [name: string]: unknown }) => object };
}

/** Starts a server with environment variables and connects to it. Requests are sent one after the other. */
export async function openServer(
  command: readonly string[],
  { capabilities = {}, answers = {} }: ClientSide = {},
  env: NodeJS.ProcessEnv = process.env,
): Promise<OpenServer> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const write = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let sent: Message[] = [];
  const waiting: { readonly isAwaited: (message: Message) => boolean; readonly settle: (message: Message) => void }[] =
    [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Message;
    const { id, method, params = {} } = message;
    if (method !== undefined) sent.push(message);
    const index = waiting.findIndex(({ isAwaited }) => isAwaited(message));
    if (index >= 0) waiting.splice(index, 1)[0]?.settle(message);
    if (method === undefined || id === undefined) return;
    const answer = answers[method];
    write(answer ? { id, result: answer(params) } : { id, error: { code: -32_601, message: 'Method not found' } });
  });
  const ended = once(child, 'close');
  const waitUntil = (isAwaited: (message: Message) => boolean): Promise<Message> =>
    Promise.race([
      new Promise<Message>((settle) => waiting.push({ isAwaited, settle })),
      ended.then(() => Promise.reject(new Error(`The server has ended: ${complaint}`))),
    ]);
  let lastId = 0;
  const request = async (method: string, params: object = {}): Promise<Outcome> => {
    const id = `request-${(lastId += 1)}`;
    sent = [];
    const answered = waitUntil((message) => message.id === id && message.method === undefined);
    write({ id, method, params });
    const { result, error } = await answered;
    const messages = sent.map(({ method = '', params = {} }) => ({ method, params }));
    return { ...(error ? { error } : { result: result as unknown }), sent: messages };
  };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'real', version: '1.0.0' } };
  const { result } = await request('initialize', params);
  write({ method: 'notifications/initialized' });
  return {
    greeting: result as OpenServer['greeting'],
    request,
    async waitFor(method) {
      const found =
        sent.find((message) => message.method === method) ?? (await waitUntil((it) => it.method === method));
      sent = sent.filter((message) => message !== found);
      return found;
    },
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 2000);
      // Some originals stay when their input ends.
      child.kill('SIGTERM');
      await ended;
      clearTimeout(timer);
    },
  };
}
