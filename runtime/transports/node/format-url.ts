import type { Server, AddressInfo } from 'node:net';
import type { ResolvedHttpOptions } from '../http/http-options.js';

/** Returns the URL of the endpoint of a listening server. */
export function formatUrl(server: Server, { host, path }: ResolvedHttpOptions): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
}
