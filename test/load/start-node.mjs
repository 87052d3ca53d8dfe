import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readMemory, readProcessor } from '../../bench/drive/read-usage.mjs';

/**
 * Starts a process of the server; resolves when it listens. It ends with this process.
 *
 * @throws Error with what it has said, when it ends before.
 */
export async function startNode(program, redisUrl) {
  // For `GET /heap`, which collects garbage before it answers.
  const child = spawn(process.execPath, ['--expose-gc', program, '--http', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, MCP_REDIS_URL: redisUrl },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let said = '';
  const url = await new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-20_000);
      const [, found] = /^Listening on (\S+)$/mu.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`A node has ended (${code}) before it listened: ${said}`)));
  });
  said = '';
  return {
    url,
    /** Lines that the node has written since it listened: there should be none. */
    listComplaints: () => said.split('\n').filter((line) => line !== '' && !line.startsWith('Listening on ')),
    /** MiB that it has in memory. */
    readMemory: () => readMemory(child.pid),
    /** MiB that its objects need, without garbage. */
    readHeap: async () => Number(await (await fetch(new URL('/heap', url))).text()) / 2 ** 20,
    /** Microseconds of processor time that it has used. */
    readProcessor: () => readProcessor(child.pid),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const late = setTimeout(kill, 20_000);
      const [code, signal] = await ended;
      clearTimeout(late);
      process.off('exit', kill);
      return code ?? signal;
    },
  };
}
