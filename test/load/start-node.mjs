import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readMemory, readProcessor } from '../../bench/drive/read-usage.mjs';

/**
 * Starts a process of the server, or a task worker; resolves when it listens. It ends with this process.
 *
 * @param {string} program Bundle of the server.
 * @param {{ port?: number, environment: Record<string, string> }} options Without `port`, it is a task worker.
 * @throws Error with what it has written when it ends before.
 */
export async function startNode(program, { port, environment }) {
  const file = port === undefined ? path.join(path.dirname(program), 'worker.mjs') : program;
  const args = port === undefined ? ['--concurrency', '20'] : ['--http', String(port)];
  // For `GET /usage`, which collects garbage before it responds.
  const child = spawn(process.execPath, ['--expose-gc', file, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'exit');
  let said = '';
  await new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-20_000);
      if (/^Listening on |is waiting for tasks/mu.test(said)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`A process has ended (${code}) before it listened: ${said}`)));
  });
  said = '';
  const origin = `http://127.0.0.1:${port}`;
  const end = async (signal) => {
    child.kill(signal);
    const late = setTimeout(kill, 40_000);
    const [code, by] = await exited;
    clearTimeout(late);
    process.off('exit', kill);
    return code ?? by;
  };
  return {
    pid: child.pid,
    url: `${origin}/mcp`,
    /** Lines that the process has written since it listened: there should be none. */
    listComplaints: () => said.split('\n').filter((line) => line !== '' && !/^Listening on | waiting for /u.test(line)),
    /** MiB that it has in memory. */
    readMemory: () => readMemory(child.pid),
    /** Number of open files, connections included. */
    countFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    /** MiB that its objects need without garbage, and the number of resources that keep it busy. */
    async readUsage() {
      const { heap, resources } = await (await fetch(`${origin}/usage`)).json();
      return { heap: heap / 2 ** 20, resources };
    },
    isReady: async () => (await fetch(`${origin}/readyz`).catch(() => undefined))?.status === 200,
    /** Microseconds of processor time that it has used. */
    readProcessor: () => readProcessor(child.pid),
    /** Ends it as a supervisor does; resolves to its exit code, or to a signal if it took too long. */
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
