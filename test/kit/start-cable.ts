import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that stands for the network between a server and its store. */
export interface Cable {
  readonly port: number;
  /** Closes all connections, and new ones as they come. */
  cut(): void;
  /** Passes nothing on from now on, without a word to either side. */
  block(): void;
  /** Works again; connections that were closed stay closed. */
  restore(): void;
  /** Leads new connections to another port. */
  moveTo(port: number): void;
  stop(): void;
}

/** Starts a proxy to a port of this machine. */
export async function startCable(port: number): Promise<Cable> {
  let target = port;
  const sockets = new Set<Socket>();
  let state: 'works' | 'cut' | 'blocked' = 'works';
  const hold = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (state === 'blocked') socket.pause();
  };
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data) => to.write(data));
      from.on('close', () => to.destroy());
      hold(from);
    }
  });
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = 'cut';
      end();
    },
    block: () => {
      state = 'blocked';
      for (const socket of sockets) socket.pause();
    },
    restore: () => {
      state = 'works';
      for (const socket of sockets) socket.resume();
    },
    moveTo: (next) => {
      target = next;
    },
    stop: () => {
      end();
      server.close();
    },
  };
}
