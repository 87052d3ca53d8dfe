import { openHttp } from './open-http.mjs';
import { openStdio } from './open-stdio.mjs';

/**
 * Starts a server, makes one request of the measured kind, and checks the response.
 *
 * @param {{ transport: 'stdio' | 'http', command: (port?: number) => string[], plan: object }} subject
 * @returns A driver like that of `openStdio`.
 * @see docs/decisions/0060-the-benchmark-driver-costs-less-than-the-server.md
 */
export function openDriver({ transport, command, plan }) {
  return transport === 'http' ? openHttp(command, plan) : openStdio(command(), plan);
}
