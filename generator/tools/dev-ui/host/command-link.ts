import { spawn } from 'node:child_process';
import { platform } from 'node:process';
import { showText } from '../../scaffold/server/peer.js';
import { splitCommand } from '../../scaffold/server/open-stdio-peer.js';
import type { Link, LinkEvents } from './link.js';
import { openStreamLink } from './stream-link.js';

/** Milliseconds until a server whose input has ended is stopped, and again until it is killed. */
const graceMs = 2000;

/** Characters of standard error that are shown when the server ends. */
const maximalComplaint = 2000;

/**
 * Starts a server and connects to its standard input and output.
 *
 * @throws {PeerError} when the command cannot be parsed
 */
export function openCommandLink(command: string, cwd: string, events: LinkEvents): Link {
  const child = startCommand(command, cwd);
  let complaint = '';
  let isClosed = false;
  const timers: NodeJS.Timeout[] = [];
  const end = (reason: string): void => {
    for (const timer of timers) clearTimeout(timer);
    if (isClosed) return;
    isClosed = true;
    const said = showText(complaint);
    events.ended(said === '' ? reason : `${reason} It says: ${said}`);
  };
  child.on('error', ({ message }) => end(`The server cannot be started: ${message}.`));
  child.on('close', (code, signal) => end(`The server has ended (${signal ?? `exit code ${code}`}).`));
  child.stderr.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-maximalComplaint)));
  return openStreamLink(child.stdin, child.stdout, events, () => {
    isClosed = true;
    child.stdin.end();
    if (child.exitCode !== null || child.signalCode !== null || timers.length > 0) return;
    timers.push(
      setTimeout(() => child.kill(), graceMs),
      setTimeout(() => child.kill('SIGKILL'), 2 * graceMs),
    );
  });
}

/** On Windows only a shell can start commands such as `npx`, which are batch files; the shell parses the command itself. */
function startCommand(command: string, cwd: string) {
  if (platform === 'win32') return spawn(command, { cwd, shell: true, stdio: 'pipe' });
  const [program = '', ...programArguments] = splitCommand(command);
  return spawn(program, programArguments, { cwd, stdio: 'pipe' });
}
