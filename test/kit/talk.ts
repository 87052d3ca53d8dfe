import { spawn } from 'node:child_process';

/** What a server did with an input that was written to it whole and then ended. */
export interface Conversation {
  /** The lines of standard output, parsed. */
  readonly messages: readonly Message[];
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
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
export function talk(
  server: string,
  messages: readonly (string | object)[],
  environment: { readonly [name: string]: string } = {},
): Promise<Conversation> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [server], { env: { ...process.env, ...environment } });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (exitCode) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      resolve({ messages: lines.map((line) => JSON.parse(line) as Message), stdout, stderr, exitCode });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(
      messages.map((message) => `${typeof message === 'string' ? message : JSON.stringify(message)}\n`).join(''),
    );
  });
}

/** The messages in the order of their numeric ids: answers come in the order in which they are ready. */
export function byId(messages: readonly Message[]): readonly Message[] {
  return messages.toSorted((left, right) => Number(left.id) - Number(right.id));
}
