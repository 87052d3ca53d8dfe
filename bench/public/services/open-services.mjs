import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { importKit } from '../../servers/import-kit.mjs';
import { seedRedis } from './seed-redis.mjs';

/** Redis has at most this many databases, one per server and run. */
const databases = 64;

/**
 * Starts Redis, without persistence, and the product API.
 *
 * @returns {Promise<{ pids: () => number[], openDatabase: () => Promise<Record<string, string>>, close: () =>
 *   Promise<void> }>} `openDatabase` fills a new database and returns the environment of a server that uses it.
 */
export async function openServices() {
  const { startValkey } = await importKit('start-valkey');
  const redis = await startValkey({ settings: ['appendonly no', `databases ${databases}`] });
  const api = fork(path.join(import.meta.dirname, 'api.mjs'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  // An interrupted run leaves no processes: the API ends with its channel.
  const end = () => void redis.stop();
  process.once('exit', end);
  const [port] = await once(api, 'message');
  let opened = 0;
  return {
    pids: () => [Number(/^process_id:(\d+)/mu.exec(redis.run('INFO', 'server'))[1]), api.pid],
    openDatabase: async () => {
      const url = `${redis.url}/${opened++}`;
      await seedRedis(url);
      return { SHOP_REDIS: url, SHOP_API: `http://127.0.0.1:${port}` };
    },
    close: async () => {
      process.off('exit', end);
      api.kill();
      await redis.stop();
    },
  };
}
