import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Opens a proxy before a database that can refuse connections, or take them and never answer. */
export async function openProxy(target) {
  const sockets = new Set();
  let isHanging = false;
  let server;
  let port = 0;
  const listen = async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      if (isHanging) return;
      const there = connect(target, '127.0.0.1');
      sockets.add(there);
      there
        .on('error', () => socket.destroy())
        .on('close', () => (sockets.delete(there), isHanging || socket.destroy()));
      socket.on('close', () => there.destroy());
      socket.on('data', (bytes) => isHanging || there.write(bytes));
      there.on('data', (bytes) => isHanging || socket.write(bytes));
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address());
  };
  await listen();
  const refuse = async () => {
    isHanging = false;
    sockets.forEach((socket) => socket.destroy());
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  return {
    port,
    refuse,
    /** Ends all connections and takes new ones. */
    async accept() {
      await refuse();
      await listen();
    },
    hang: () => (isHanging = true),
    close: refuse,
  };
}
