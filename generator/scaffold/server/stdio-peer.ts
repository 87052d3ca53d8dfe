import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import type { SourceNode } from '../../source/source-node.js';
import { maximalMessage, maximalTotal, PeerError, type Peer, type RpcError } from './peer.js';
import { readMessage, showText } from './read-answer.js';
import { splitCommand } from './split-command.js';

/** Milliseconds that an answer may take: a command such as `npx` may have to install the server first. */
const patience = 120_000;

/** Milliseconds that a server is given to end by itself, and again before it is killed. */
const grace = 2000;

/** Lines that it may write in all. */
const maximalLines = 100_000;

/** Characters of its standard error that are shown when it fails. */
const maximalComplaint = 2000;

/**
 * Starts a server and talks to it over its standard input and output.
 *
 * @throws {PeerError} when the command cannot be read
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export function openStdioPeer(command: string, cwd: string, signal: AbortSignal): Peer {
  const child = startCommand(command, cwd);
  const waiting = new Map<number, (outcome: SourceNode | RpcError | PeerError) => void>();
  let complaint = '';
  let failure: PeerError | undefined;
  let nextId = 1;
  const fail = (message: string): void => {
    const said = showText(complaint);
    failure ??= new PeerError(`${message}${said === '' ? '' : ` It says: ${said}`}`);
    for (const settle of waiting.values()) settle(failure);
    waiting.clear();
    child.stdout.destroy();
  };
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const receive = (line: string): void => {
    const message = readMessage(line);
    if (message.kind === 'answer') {
      waiting.get(message.id)?.(message.outcome);
      waiting.delete(message.id);
    } else if (message.kind === 'request') {
      const { id, method } = message;
      send(method === 'ping' ? { id, result: {} } : { id, error: { code: -32_601, message: 'Method not found' } });
    }
  };
  child.on('error', ({ message }) => fail(`The server cannot be started: ${message}.`));
  child.on('close', (code) => fail(`The server has ended (exit code ${code ?? 'none'}) without an answer.`));
  child.stdin.on('error', () => {});
  child.stderr.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-maximalComplaint)));
  readLines(child.stdout, receive, fail);
  const stop = (): void => fail('This is taking too long, or was interrupted.');
  signal.addEventListener('abort', stop, { once: true });
  return {
    probeMs: 3000,
    agree() {},
    notify: (method) => Promise.resolve(send({ method })),
    request(method, params) {
      if (failure) return Promise.reject(failure);
      const id = nextId++;
      const answered = new Promise<SourceNode>((resolve, reject) => {
        waiting.set(id, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
      });
      send({ id, method, params });
      return withPatience(answered, `The server does not answer ${method} within ${patience / 1000} s.`);
    },
    async close() {
      signal.removeEventListener('abort', stop);
      await endProcess(child);
    },
  };
}

async function withPatience<T>(answered: Promise<T>, complaint: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PeerError(complaint)), patience);
  });
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
}

type Child = ReturnType<typeof startCommand>;

/** What the process has started itself may go on; it has no way to be heard any more. */
async function endProcess(child: Child): Promise<void> {
  child.stdin.end();
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const timers = isRunning
    ? [setTimeout(() => child.kill(), grace), setTimeout(() => child.kill('SIGKILL'), 2 * grace)]
    : [];
  if (isRunning) await new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (const timer of timers) clearTimeout(timer);
  child.stdout.destroy();
  child.stderr.destroy();
}

/** On Windows commands such as `npx` are batch files, which only a shell can start; it reads the line as it was typed. */
function startCommand(command: string, cwd: string) {
  if (platform === 'win32') return spawn(command, { cwd, shell: true, stdio: 'pipe' });
  const [program, ...programArguments] = splitCommand(command);
  if (program === undefined) throw new PeerError('The command is empty.');
  return spawn(program, programArguments, { cwd, stdio: 'pipe' });
}

function readLines(
  stream: NodeJS.ReadableStream,
  receive: (line: string) => void,
  fail: (message: string) => void,
): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let total = 0;
  let lines = 0;
  stream.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (total > maximalTotal) return fail(`The server writes more than ${maximalTotal} bytes.`);
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      receive(Buffer.concat([...chunks, chunk.subarray(start, end)]).toString('utf8'));
      chunks = [];
      size = 0;
      start = end + 1;
      if (++lines > maximalLines) return fail(`The server writes more than ${maximalLines} lines.`);
    }
    if (start < chunk.length) chunks.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size <= maximalMessage) return;
    total = Infinity;
    chunks = [];
    fail(`A line of the server is longer than ${maximalMessage} bytes.`);
  });
}
