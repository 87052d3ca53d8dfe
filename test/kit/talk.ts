import { createInterface } from 'node:readline';
import { afterFile } from './after-file.js';
import { startServer } from './start-server.js';

/** Result of a server that got its whole input at once, followed by the end of the stream. */
export interface Conversation {
  /** The lines of stdout, parsed. */
  readonly messages: readonly Message[];
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | string;
}

/** A JSON-RPC message as it came over the wire. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into results of every shape
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Starts a server, writes messages to it (strings as they are, one line each), ends its input and collects the output. */
export async function talk(
  server: string,
  messages: readonly (string | object)[],
  environment: { readonly [name: string]: string } = {},
): Promise<Conversation> {
  const { child, output, exited } = startServer(server, [], environment);
  child.stdin.end(
    messages.map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`).join(''),
  );
  const exitCode = await exited;
  const lines = output.stdout.split('\n').filter((line) => line !== '');
  return { ...output, messages: lines.map((line) => JSON.parse(line) as Message), exitCode };
}

/**
 * Starts a server that stays until the test file is over. Returns a function that writes requests to it, as `talk` does, and waits for
 * as many answers.
 */
export function keepTalking(
  server: string,
  environment: { readonly [name: string]: string } = {},
): (requests: readonly (string | object)[]) => Promise<Pick<Conversation, 'messages' | 'stdout'>> {
  const { child, output, exited } = startServer(server, [], environment);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  afterFile(async () => {
    child.stdin.end();
    await exited;
  });
  return async (requests) => {
    for (const request of requests) {
      child.stdin.write(`${typeof request === 'string' ? request : JSON.stringify(request)}\n`);
    }
    const received: { readonly line: string; readonly message: Message }[] = [];
    while (received.filter(({ message }) => message.id !== undefined).length < requests.length) {
      const { value: line } = await lines.next();
      if (line === undefined) throw new Error(`The server has ended: ${output.stderr}`);
      received.push({ line, message: JSON.parse(line) as Message });
    }
    return { messages: received.map(({ message }) => message), stdout: received.map(({ line }) => line).join('\n') };
  };
}

/** The messages in the order of their numeric ids: answers come in the order in which they are ready. */
export function byId(messages: readonly Message[]): readonly Message[] {
  return messages.toSorted((left, right) => Number(left.id) - Number(right.id));
}
