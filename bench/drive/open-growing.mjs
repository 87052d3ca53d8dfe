import { findPorts } from './find-ports.mjs';
import { waitFor } from './open-http.mjs';
import { HttpClient } from './http-client.mjs';
import { readProcessor } from './read-usage.mjs';
import { spawnServer } from './spawn-server.mjs';
import { stayAwake } from './stay-awake.mjs';

/**
 * Starts a server over HTTP that a scenario fills with state. It must have the route `GET /heap`.
 *
 * @param {string} program
 * @param {object} [environment]
 */
export async function openGrowing(program, environment) {
  const [port] = await findPorts(1);
  // For `GET /heap`, which collects garbage before it responds.
  const command = [process.execPath, '--expose-gc', program, '--http', String(port)];
  const { child, ended, close } = await spawnServer(
    command,
    async (server) => {
      await Promise.race([waitFor(port, server.child), server.ended]);
      return server;
    },
    environment,
  );
  child.stdout.resume();
  const client = new HttpClient(port);
  return {
    client,
    /** Returns the bytes of all objects. */
    readHeap: async () => Number(await (await fetch(`http://127.0.0.1:${port}/heap`)).text()),
    /** Returns the CPU time in microseconds. */
    readProcessor: () => readProcessor(child.pid),
    /** Returns the CPU microseconds that the server spends on some work. */
    async spend(work) {
      const before = readProcessor(child.pid);
      await stayAwake(() => Promise.race([work(), ended]));
      return readProcessor(child.pid) - before;
    },
    close() {
      client.close();
      close();
    },
  };
}

/** Does something a number of times, several at once. */
export async function repeat(count, work, atOnce = 32) {
  let next = 0;
  const workOn = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, workOn));
}
