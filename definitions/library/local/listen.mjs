import { once } from 'node:events';

/**
 * Makes a server listen on the loopback address, and returns its URL.
 *
 * @param {import('node:http').Server} server
 * @param {number} port 0 chooses a free one
 * @param {string} option option with which users choose another port
 * @throws {Error} if the port is in use
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
