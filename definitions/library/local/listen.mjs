import { once } from 'node:events';

/**
 * Has a server listen on this machine only, and returns its address.
 *
 * @param {import('node:http').Server} server
 * @param {number} port 0 chooses a free one
 * @param {string} option name of the option that sets another port
 * @throws {Error} when the port is taken
 */
export async function listen(server, port, option) {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken: choose another one with --${option}`, { cause: error });
  }
  return `http://127.0.0.1:${server.address().port}`;
}
