import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A load balancer without affinity: each request goes to the next server. */
export interface Balancer {
  readonly url: string;
  /** URLs of the endpoints that get requests. */
  targets: readonly string[];
  /** Requests whose server went away before its answer was complete. */
  readonly broken: number;
  stop(): void;
}

/** Starts a balancer. A request goes to another server only if the connection to the first one was refused. */
export async function startBalancer(targets: readonly string[] = []): Promise<Balancer> {
  let turn = 0;
  let broken = 0;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => pass(incoming, Buffer.concat(chunks), response, balancer.targets.length));
  });

  function pass(incoming: IncomingMessage, body: Buffer, response: ServerResponse, tries: number): void {
    const { method, headers } = incoming;
    turn += 1;
    const url = balancer.targets[turn % balancer.targets.length];
    if (url === undefined) {
      response.writeHead(503).end();
      return;
    }
    const lose = (): void => {
      if (response.destroyed || response.writableEnded) return;
      broken += 1;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end('Bad Gateway');
    };
    // A connection for each request: one that is kept could end while a request is on its way.
    const outgoing = forward(url, { method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
      answer.pipe(response);
      answer.on('error', lose);
    });
    outgoing.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' && tries > 1) pass(incoming, body, response, tries - 1);
      else lose();
    });
    response.on('close', () => outgoing.destroy());
    outgoing.end(body);
  }

  // A connection that is closed while it is idle could lose a request that was just sent.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const balancer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    targets,
    get broken() {
      return broken;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return balancer;
}
