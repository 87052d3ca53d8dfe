import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import { createInterface } from 'node:readline';
import type { SourceNode } from '../../../core/source/source-node.js';
import { answerRequest, maximalTotal, PeerError, readMessage, showText, type Peer, type RpcError } from './peer.js';

/** Milliseconds that an answer may take: a command such as `npx` may have to install the server first. */
const patienceMs = 120_000;

/** Milliseconds until a server whose input has ended is stopped, and again until it is killed. */
const graceMs = 2000;

/** Lines of output at most. */
const maximalLines = 100_000;

/** Characters of standard error that are shown when the server fails. */
const maximalComplaint = 2000;

/**
 * Starts a server and connects to its standard input and output.
 *
 * @throws {PeerError} when the command cannot be parsed
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function openStdioPeer(command: string, cwd: string, signal: AbortSignal): Peer {
  const child = startCommand(command, cwd);
  const waiting = new Map<string | number, (outcome: SourceNode | RpcError | PeerError) => void>();
  let complaint = '';
  let failure: PeerError | undefined;
  let nextId = 1;
  let total = 0;
  let lines = 0;
  const fail = (message: string): void => {
    const said = showText(complaint);
    failure ??= new PeerError(`${message}${said === '' ? '' : ` It says: ${said}`}`);
    for (const settle of waiting.values()) settle(failure);
    waiting.clear();
    child.stdout.destroy();
  };
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const receive = (line: string): void => {
    lines += 1;
    if (lines > maximalLines) return fail(`The server writes more than ${maximalLines} lines.`);
    const { id, method, outcome } = readMessage(line);
    if (id === undefined) return;
    if (method === undefined && outcome) {
      waiting.get(id)?.(outcome);
      waiting.delete(id);
    } else if (method !== undefined) {
      send({ id, ...answerRequest(method) });
    }
  };
  child.on('error', ({ message }) => fail(`The server cannot be started: ${message}.`));
  child.on('close', (code) => fail(`The server has ended (exit code ${code ?? 'none'}) without an answer.`));
  child.stdin.on('error', () => {});
  child.stderr.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-maximalComplaint)));
  child.stdout.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (total > maximalTotal) fail(`The server writes more than ${maximalTotal} bytes.`);
  });
  createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', (line) => failure ?? receive(line));
  const stop = (): void => fail('The connection was closed before its lists were complete.');
  signal.addEventListener('abort', stop, { once: true });
  return {
    probeMs: 3000,
    notify: (method) => Promise.resolve(send({ method })),
    request(method, params) {
      if (failure) return Promise.reject(failure);
      const id = nextId++;
      send({ id, method, params });
      return new Promise<SourceNode>((resolve, reject) => {
        const message = `The server does not answer ${method} within ${patienceMs / 1000} s.`;
        const timer = setTimeout(() => reject(new PeerError(message)), patienceMs);
        waiting.set(id, (outcome) => {
          clearTimeout(timer);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        });
      });
    },
    async close() {
      signal.removeEventListener('abort', stop);
      for (const settle of waiting.values()) settle(new PeerError('The connection was closed.'));
      await endProcess(child);
    },
  };
}

type Child = ReturnType<typeof startCommand>;

/** Ends the server. Processes that it has started itself may continue; their output is not read. */
async function endProcess(child: Child): Promise<void> {
  child.stdin.end();
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const timers = isRunning
    ? [setTimeout(() => child.kill(), graceMs), setTimeout(() => child.kill('SIGKILL'), 2 * graceMs)]
    : [];
  if (isRunning) await new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (const timer of timers) clearTimeout(timer);
  child.stdout.destroy();
  child.stderr.destroy();
}

/** On Windows only a shell can start commands such as `npx`, which are batch files; the shell parses the command itself. */
function startCommand(command: string, cwd: string) {
  if (platform === 'win32') return spawn(command, { cwd, shell: true, stdio: 'pipe' });
  const [program, ...programArguments] = splitCommand(command);
  if (program === undefined) throw new PeerError('The command is empty.');
  return spawn(program, programArguments, { cwd, stdio: 'pipe' });
}

/**
 * Splits a command into words like a POSIX shell: with single quotes, double quotes and backslashes, without variables
 * and operators.
 *
 * @throws {PeerError} for a quote that is not closed
 */
export function splitCommand(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  const parts = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)|(.)/gsu;
  for (const [whole, single, double, escaped, plain, stray] of command.matchAll(parts)) {
    if (stray !== undefined) throw new PeerError(`The command has a ${stray} that is not closed: ${command}`);
    const text = single ?? double?.replace(/\\([$`"\\])/gu, '$1') ?? escaped ?? plain;
    if (text !== undefined) word = (word ?? '') + text;
    else if (/^\s/u.test(whole) && word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}
