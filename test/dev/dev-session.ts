import { spawn } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Message } from '../kit/talk.js';
import { createProject, type Project } from '../kit/build-server.js';
import { initialize as initializeOf, modernMeta } from '../wire/wire.js';

const cli = path.resolve(import.meta.dirname, '../../dist/generator/cli.js');

/** A client of `dev`, speaking raw messages, and the project behind it. */
export interface DevSession {
  readonly project: Project;
  readonly messages: readonly Message[];
  stderr(): string;
  /** Stdout as it came, for a client that does not speak in lines. */
  rawOutput(): RawOutput;
  send(message: object): void;
  write(bytes: string): void;
  /** Sends a request and waits for its answer. */
  ask(method: string, params?: object, id?: string | number): Promise<Message>;
  /** Waits for a message, those that have come included unless they were waited for before. */
  next(isWanted: (message: Message) => boolean): Promise<Message>;
  /** Waits until stderr has said something that it had not said before. */
  told(text: string): Promise<void>;
  /** Changes a file as editors do: written to another file, then renamed. */
  edit(file: string, change: (text: string) => string): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Ends the input; gives the exit code. */
  end(): Promise<number | null>;
  /** The exit code, once there is one. */
  readonly exited: Promise<number | null>;
  remove(): Promise<void>;
}

/** Stdout, not taken apart. */
export interface RawOutput {
  text(): string;
  contains(text: string): Promise<unknown>;
}

/** Starts `dev` for a project of these files. */
export async function startDev(files: { readonly [file: string]: string }, ...options: string[]): Promise<DevSession> {
  const project = await createProject(files);
  // In a process group with the servers that it starts, which else would go on when it is killed.
  const child = spawn(process.execPath, [cli, 'dev', ...options], { cwd: project.folder, detached: true });
  const messages: Message[] = [];
  const unseen: Message[] = [];
  const waiting = new Set<() => void>();
  let unread = '';
  let stdout = '';
  let isRaw = false;
  let stderr = '';
  let toldUntil = 0;
  let count = 0;
  const wake = (): void => waiting.forEach((check) => check());
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (isRaw) return wake();
    const lines = `${unread}${text}`.split('\n');
    unread = lines.pop() ?? '';
    const parsed = lines.map((line) => JSON.parse(line) as Message);
    messages.push(...parsed);
    unseen.push(...parsed);
    wake();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    wake();
  });
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve));
  const until = <Found>(find: () => Found | undefined): Promise<Found> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = find();
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  const next: DevSession['next'] = (isWanted) =>
    until(() => {
      const index = unseen.findIndex((message) => isWanted(message));
      return index < 0 ? undefined : unseen.splice(index, 1)[0];
    });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  return {
    project,
    messages,
    stderr: () => stderr,
    rawOutput() {
      isRaw = true;
      return { text: () => stdout, contains: (text) => until(() => stdout.includes(text) || undefined) };
    },
    send,
    write: (bytes) => void child.stdin.write(bytes),
    ask(method, params = {}, given) {
      count += 1;
      const id = given ?? count;
      send({ id, method, params });
      return next((message) => message.id === id && message.method === undefined);
    },
    next,
    told: (text) =>
      until(() => {
        const index = stderr.indexOf(text, toldUntil);
        if (index < 0) return undefined;
        toldUntil = index + text.length;
        return true;
      }).then(() => {}),
    async edit(file, change) {
      const target = path.join(project.folder, file);
      await writeFile(`${target}.new`, change(await readFile(target, 'utf8')));
      await rename(`${target}.new`, target);
    },
    signal: (signal) => void child.kill(signal),
    end: () => {
      child.stdin.end();
      return exited;
    },
    exited,
    async remove() {
      if (child.pid !== undefined && (child.exitCode ?? child.signalCode) === null) process.kill(-child.pid, 'SIGKILL');
      await exited;
    },
  };
}

/** The handshake of the legacy era. */
export async function initialize(session: DevSession, capabilities: object = {}): Promise<Message> {
  const { params } = initializeOf(1, '2025-11-25', capabilities) as { readonly params: object };
  const answer = await session.ask('initialize', params);
  session.send({ method: 'notifications/initialized' });
  return answer;
}

/** `_meta` of every request of the modern era. */
export const modern = { _meta: modernMeta };

/** A small server: one tool, implemented. */
export const greeter = {
  'definitions/greeter.mcp.yaml': `server: { name: greeter, version: 1.0.0 }
tools:
  greet:
    description: Greets.
    inputSchema: { type: object }
`,
  'handlers/tools/greet.ts': `import type { Greet } from '../../generated/handlers.ts';

export const greet: Greet = async () => 'Hello';
`,
};
