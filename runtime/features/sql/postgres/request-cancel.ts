import type { PgClient, PgPackage } from './driver.js';

/** Maximum time for sending a request, in milliseconds. */
const timeoutMs = 2000;

/**
 * Asks the server to cancel what a connection runs. The request has a connection of its own, which counts neither for
 * the pool nor as a session of the server, and works through poolers.
 *
 * @returns Resolves when the server has sent the signal, or cannot be reached. Then the next statement on the connection
 *   is not canceled.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 */
export function requestCancel({ Connection }: PgPackage, client: PgClient): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client;
  const connection = new Connection({ ssl, sslNegotiation });
  const send = (): void => connection.cancel(processID, secretKey);
  return new Promise((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), timeoutMs);
    // Followed by `end`.
    connection.on('error', () => {});
    connection.once('end', () => {
      clearTimeout(timer);
      resolve();
    });
    connection.once('connect', () => {
      if (ssl === false) send();
      else if (sslNegotiation !== 'direct') connection.requestSsl();
    });
    connection.once('sslconnect', send);
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
