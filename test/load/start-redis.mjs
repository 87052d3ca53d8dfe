import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import redis from 'redis';
import { readProcessor } from '../../bench/drive/read-usage.mjs';
import { findOrInstall } from '../kit/find-program.mjs';
import { findPorts } from '../../bench/drive/find-ports.mjs';

/** Commands that concern a connection or a measurement, and no state. */
const uncounted = new Set([
  'ping',
  'info',
  'hello',
  'client',
  'client|setinfo',
  'subscribe',
  'unsubscribe',
  'config|resetstat',
]);

/**
 * Starts Redis or Valkey with settings of production: every change is in its file within a second.
 *
 * @throws Error when neither can be installed, or it does not start.
 */
export async function startRedis() {
  const program = findOrInstall({ names: ['redis-server', 'valkey-server'], debianPackage: 'redis-server' });
  const [port] = await findPorts(1);
  const folder = mkdtempSync(path.join(tmpdir(), 'load-redis-'));
  const settings = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'yes', appendfsync: 'everysec' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(program, [...args, '--loglevel', 'warning'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-20_000)));
  const stop = () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  process.once('exit', stop);
  const url = `redis://127.0.0.1:${port}`;
  const client = redis.createClient({ url });
  // It connects again by itself until Redis listens.
  client.on('error', () => {});
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${program} has ended (${code}).`)));
  ended.catch(() => {});
  await Promise.race([client.connect(), ended]);
  const info = (section) => client.sendCommand(['INFO', section]);
  return {
    url,
    /** Microseconds of processor time that it has used. */
    readProcessor: () => readProcessor(child.pid),
    /** Its warnings, such as that its disk is too slow. */
    listComplaints: () => said.split('\n').filter((line) => /AOF fsync|[Ee]rror|[Cc]an't|[Ff]ailed/u.test(line)),
    /** Bytes that Redis has allocated. */
    readMemory: async () => Number(/^used_memory:(\d+)/mu.exec(await info('memory'))[1]),
    countKeys: () => client.dbSize(),
    /** How often each command was run, by itself or in a script. */
    async readCommands() {
      const found = (await info('commandstats')).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gmu);
      return new Map(
        [...found].filter(([, name]) => !uncounted.has(name)).map(([, name, calls]) => [name, Number(calls)]),
      );
    },
    stop: () => {
      client.destroy();
      process.off('exit', stop);
      stop();
    },
  };
}
