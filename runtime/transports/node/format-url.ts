import type { Server, AddressInfo } from 'node:net';
import type { ResolvedHttpOptions } from '../http/http-options.js';

/** Address of the endpoint of a server that listens. */
export function formatUrl(server: Server, { host, path }: ResolvedHttpOptions): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
}
