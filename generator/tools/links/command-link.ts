import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import type { Link, LinkEvents } from '../../../runtime/wire/peer/link.js';
import { showText } from './show-text.js';
import { CommandError, splitCommand } from './split-command.js';
import { openStreamLink, type StreamLimit } from './stream-link.js';

/** Milliseconds until a server is stopped after its input has ended, and again until it is killed. */
const graceMs = 2000;

/** Maximum number of characters of stderr to show when the server exits. */
const maxStderr = 2000;

/**
 * Starts a server and connects to its stdin and stdout.
 *
 * @throws {CommandError} if the command cannot be parsed
 */
export function openCommandLink(command: string, cwd: string, events: LinkEvents, limit?: StreamLimit): Link {
  const child = startCommand(command, cwd);
  let complaint = '';
  let isEnded = false;
  const end = (reason: string): void => {
    if (isEnded) return;
    isEnded = true;
    const said = showText(complaint);
    events.ended(said === '' ? reason : `${reason} Its stderr: ${said}`);
  };
  child.on('error', ({ message }) => end(`The server cannot be started: ${message}.`));
  child.on('close', (code, signal) => end(`The server exited (${signal ?? `exit code ${code}`}).`));
  child.stderr.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-maxStderr)));
  const close = (): Promise<void> => {
    isEnded = true;
    return endProcess(child);
  };
  return openStreamLink(child.stdin, child.stdout, { ...events, ended: end }, close, limit);
}

type Child = ReturnType<typeof startCommand>;

/** Ends the server. Processes that it has started may continue; their output is not read. */
async function endProcess(child: Child): Promise<void> {
  child.stdin.end();
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  if (isRunning) {
    const timers = [setTimeout(() => child.kill(), graceMs), setTimeout(() => child.kill('SIGKILL'), 2 * graceMs)];
    await new Promise<void>((resolve) => child.once('exit', () => resolve()));
    for (const timer of timers) clearTimeout(timer);
  }
  child.stdout.destroy();
  child.stderr.destroy();
}

/** On Windows, only a shell can start batch files such as `npx`, and the shell parses the command itself. */
function startCommand(command: string, cwd: string) {
  if (platform === 'win32') return spawn(command, { cwd, shell: true, stdio: 'pipe' });
  const [program, ...programArguments] = splitCommand(command);
  if (program === undefined) throw new CommandError('The command is empty.');
  return spawn(program, programArguments, { cwd, stdio: 'pipe' });
}
