import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DevFront } from './dev-front.js';
import { readBody, sendCall } from './http-call.js';
import { HttpRelay } from './http-relay.js';
import { HttpServerChild, type HttpPlace } from './http-server-child.js';
import { parseMessages, type JsonMessage, type JsonRecord } from './json-message.js';
import { readServerLists } from './server-lists.js';
import { ServerSupervisor, type SupervisedServer } from './supervise-server.js';

/** Where clients find the server, and what servers are started with. */
export interface HttpFrontOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly environment: { readonly [name: string]: string };
  /** 0: any that is free. */
  readonly port: number;
  readonly report: (text: string) => void;
}

interface HttpServer extends SupervisedServer {
  readonly child: HttpServerChild;
}

/**
 * Serves clients over HTTP, on this machine only.
 *
 * @throws {SystemError} when the port cannot be had
 */
export async function openHttpFront({ root, environment, port, report }: HttpFrontOptions): Promise<DevFront> {
  const relay = new HttpRelay();
  let isTold = false;
  const takeOver = async (child: HttpServerChild): Promise<void> => {
    const place = await child.place;
    if (place === undefined) return;
    await relay.adopt(place.port, await readServerLists((method, params) => ask(place, method, params)));
    if (!isTold) report(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}${place.path}`);
    isTold = true;
  };
  const supervisor = new ServerSupervisor<HttpServer>({
    root,
    report,
    start(script) {
      const child = new HttpServerChild(script, { cwd: root, environment }, report);
      const ready = child.place.then((place) => place !== undefined);
      return { child, ready, ended: child.ended, stop: () => child.stop() };
    },
    onReady: ({ child }, earlier) => void takeOver(child).then(() => earlier?.stop()),
    onEnded: ({ child }) => void child.place.then((place) => place && relay.lose(place.port)),
  });
  const server = createServer((message, response) => void relay.handle(message, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const stop = async (): Promise<void> => {
    server.close();
    await supervisor.stop();
    server.closeAllConnections();
  };
  return {
    replace: (code) => supervisor.replace(code),
    whenSettled: () => supervisor.whenSettled(),
    inputEnded: new Promise(() => {}),
    finish: () => stop().then(() => true),
    stop,
  };
}

/** Asks as a modern client does; a server that wants to know who asks says nothing. */
async function ask({ port, path }: HttpPlace, method: string, params: JsonRecord): Promise<JsonMessage | undefined> {
  const headers = {
    host: `127.0.0.1:${port}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
  };
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  try {
    const answer = await sendCall(port, { method: 'POST', path, headers, body }).answer;
    const text = (await readBody(answer)).toString();
    return answer.statusCode === 200 ? parseMessages(text)[0] : undefined;
  } catch {
    return undefined;
  }
}
