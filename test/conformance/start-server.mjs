import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * Starts a server over HTTP, on a port that is free. It ends with this process, however that ends.
 *
 * @param {string} program the server's bundle
 * @param {boolean} isVerbose whether what it says on stderr is shown
 * @returns {Promise<{ url: string, pid: number, stop: () => void }>}
 * @throws {Error} when it ends before it listens; the message holds what it said
 */
export async function startServer(program, isVerbose) {
  const server = spawn(process.execPath, [program, '--http', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = () => server.kill();
  process.once('exit', stop);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const said = [];
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (isVerbose) process.stderr.write(`${line}\n`);
      said.push(line);
      const [, found] = /^Listening on (\S+)$/u.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    server.once('error', reject).once('exit', (code) => {
      reject(new Error(`The server ended with ${code ?? 'a signal'} before it listened:\n${said.join('\n')}`));
    });
  });
  return { url, pid: server.pid, stop };
}
