import { once } from 'node:events';
import type { Server } from 'node:net';

/** Maximum number of connections that wait to be accepted. The operating system reduces it to its own limit. */
const backlog = 65_535;

/**
 * Makes a server listen. Its queue is longer than the 511 connections of Node's default: when another process ends,
 * thousands of clients reconnect at once, and those for which the queue has no room wait for seconds.
 *
 * @returns Rejects if the port cannot be opened.
 */
export async function openPort(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  await once(server.listen({ port, host, backlog }), 'listening');
}
