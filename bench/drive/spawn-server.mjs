import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { withTimeout } from './with-timeout.mjs';

/** Running servers, which are killed when the benchmark is stopped. */
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * Starts a server and uses it for at most a minute; an error ends the server.
 *
 * @template T
 * @param {string[]} command
 * @param {(server: { child: import('node:child_process').ChildProcess, ended: Promise<never>, close: () => void }) =>
 *   Promise<T>} use `ended` rejects with the server's stderr when the server ends.
 * @param {object} [environment] Added to the environment of the benchmark.
 */
export async function spawnServer(command, use, environment = {}) {
  const server = spawnProgram(command, environment);
  try {
    return await withTimeout(use(server));
  } catch (error) {
    server.close();
    throw error;
  }
}

function spawnProgram([program, ...options], environment) {
  const child = spawn(program, options, { stdio: 'pipe', env: { ...process.env, ...environment } });
  running.add(child);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (complaints = (complaints + text).slice(-2000)));
  // If the server exits during a write, its exit is reported.
  child.stdin.on('error', () => {});
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    throw new Error(`${options[0]} ended (${code}): ${complaints}`);
  });
  ended.catch(() => {});
  return { child, ended, close: () => child.kill('SIGKILL') };
}
