import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { readProcessor } from '../../bench/drive/read-usage.mjs';

/** Starts the process of the clients. It ends with this process. */
export function startClients() {
  const child = fork(path.join(import.meta.dirname, 'clients-process.mjs'), { serialization: 'advanced' });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The clients have ended (${code}).`)));
  ended.catch(() => {});
  return {
    /** Lets the clients do something, one thing at a time. Rejects with the error of the clients. */
    async do(name, input) {
      child.send({ name, input });
      const [{ result, error }] = await Promise.race([once(child, 'message'), ended]);
      if (error !== undefined) throw new Error(`${name}: ${error}`);
      return result;
    },
    readProcessor: () => readProcessor(child.pid),
    stop: () => child.disconnect(),
  };
}
