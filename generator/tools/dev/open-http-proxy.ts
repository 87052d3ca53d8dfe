import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { DevProxy } from './run-dev.js';
import { startProcess, type ProcessOptions } from './server-process.js';
import { ServerSupervisor, type SupervisedServer } from './supervise-server.js';

/** Proxy address, and options of the servers behind the proxy. */
export interface HttpProxyOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly environment: { readonly [name: string]: string };
  /** Arguments of the server. */
  readonly serverArgs: readonly string[];
  /** Port on 127.0.0.1; 0 selects a free port. */
  readonly port: number;
  readonly report: (text: string) => void;
}

/** Address of one server on this machine. */
interface HttpPlace {
  readonly port: number;
  /** Path of the MCP endpoint. */
  readonly path: string;
}

interface HttpServer extends SupervisedServer {
  /** Resolves when the server listens, or with `undefined` if it exits earlier. */
  readonly place: Promise<HttpPlace | undefined>;
}

/** Milliseconds from `stop` until a server is killed. Finishing open requests can take ten seconds. */
const stopTimeoutMs = 12_000;

/** Polling interval in milliseconds while no server is running. */
const pollIntervalMs = 20;

/**
 * Opens a proxy over HTTP on this machine, whose address stays the same while servers are replaced. A request is
 * forwarded to the server that is current when it arrives, or waits until there is one. Sessions and event streams end
 * with their server: legacy clients initialize again after a 404, modern clients subscribe again.
 *
 * @throws {SystemError} if the port cannot be opened
 */
export async function openHttpProxy(options: HttpProxyOptions): Promise<DevProxy> {
  const { root, environment, serverArgs, port, report } = options;
  const current: { place?: HttpPlace | undefined } = {};
  let isListening = false;
  let refusal: string | undefined;
  const sessions = new ServerSessions();
  const supervisor = new ServerSupervisor<HttpServer>({
    root,
    report,
    start: (script) => startHttpServer(script, { cwd: root, environment, serverArgs }, report),
    async onReady({ place }, earlier) {
      current.place = await place;
      refusal = undefined;
      earlier?.stop();
      const { port: ownPort } = server.address() as AddressInfo;
      if (!isListening) report(`Listening on http://127.0.0.1:${ownPort}${current.place?.path}`);
      isListening = true;
    },
    onFailed(text, isServing) {
      if (!isServing) refusal = text;
    },
    async onEnded({ place }) {
      if ((await place) === current.place) current.place = undefined;
    },
  });
  const server = createServer(async (incoming, response) => {
    const findPort = (): number | undefined => current.place?.port;
    const connected = await connectToServer(findPort, () => refusal);
    if (connected === undefined) return refuse(response, 503, -32603, refusal ?? '');
    const [socket, serverPort] = connected;
    if (response.destroyed) return void socket.destroy();
    const target = { port: serverPort, findPort };
    if (!sessions.hasEnded(incoming, serverPort)) return forward(incoming, response, socket, target, sessions);
    socket.destroy();
    refuse(response, 404, -32600, 'Session not found');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const stop = async (): Promise<void> => {
    server.close();
    await supervisor.stop();
    server.closeAllConnections();
  };
  return {
    replace(code) {
      refusal = undefined;
      supervisor.replace(code);
    },
    refuse: (reason) => void (refusal = reason),
    whenSettled: () => supervisor.whenSettled(),
    inputEnded: new Promise(() => {}),
    finish: () => stop().then(() => true),
    stop,
  };
}

/** Starts a server on a free port. The server prints its address when it starts listening. */
function startHttpServer(script: string, options: ProcessOptions, report: (line: string) => void): HttpServer {
  // The log line with the address must be plain text, regardless of the server's options.
  const log = ['--log', 'text', '--log-level', 'info'];
  const args = [script, '--http', '0', '--host', '127.0.0.1', ...log];
  const { child, ended, stop } = startProcess(args, options, ['ignore', 'ignore', 'pipe'], stopTimeoutMs);
  const listening = new Promise<HttpPlace>((resolve) => {
    if (child.stderr === null) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, port, path] = /^Listening on http:\/\/127\.0\.0\.1:(\d+)((?:\/\S*)?)$/u.exec(line) ?? [];
      if (port === undefined || path === undefined) report(line);
      else resolve({ port: Number(port), path });
    });
  });
  const place = Promise.race([listening, ended.then(() => undefined)]);
  return { place, ready: place.then((found) => found !== undefined), ended, stop };
}

/** Maximum number of tracked sessions. */
const maxSessions = 10_000;

/**
 * Tracks which server started each session. With `stores`, the next server would accept a session, but its client would
 * not read the lists again.
 */
class ServerSessions {
  /** Server ports by session id. */
  readonly #ports = new Map<string, number>();

  note({ headers }: IncomingMessage, port: number): void {
    const { 'mcp-session-id': id } = headers;
    if (typeof id !== 'string' || this.#ports.has(id)) return;
    this.#ports.set(id, port);
    const [oldest] = this.#ports.keys();
    if (this.#ports.size > maxSessions && oldest !== undefined) this.#ports.delete(oldest);
  }

  /** Whether a request belongs to a session of a server other than the current one. */
  hasEnded({ headers }: IncomingMessage, port: number): boolean {
    const began = this.#ports.get(String(headers['mcp-session-id']));
    return began !== undefined && began !== port;
  }
}

/**
 * Connects to the current server. Waits if there is none, or if it has ended without notice. Resolves with `undefined`
 * if there is none and requests are rejected.
 */
async function connectToServer(
  findPort: () => number | undefined,
  findRefusal: () => string | undefined,
): Promise<[Socket, port: number] | undefined> {
  while (true) {
    const port = findPort();
    const socket = port === undefined ? undefined : await openSocket(port);
    if (port !== undefined && socket) return [socket, port];
    if (port === undefined && findRefusal() !== undefined) return undefined;
    await wait(pollIntervalMs, undefined, { ref: false });
  }
}

/** Opens a local connection, or resolves with `undefined` if it is refused. */
function openSocket(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}

/** Waits for the exit of a server that has closed a connection, for at most one second, because it may keep running. */
async function waitForExit(findPort: () => number | undefined, port: number): Promise<void> {
  for (let polls = 1000 / pollIntervalMs; polls > 0 && findPort() === port; polls -= 1)
    await wait(pollIntervalMs, undefined, { ref: false });
}

/** Server to forward a request to. */
interface ForwardTarget {
  readonly port: number;
  /** Returns the port of the current server; `undefined` if there is none. */
  findPort(): number | undefined;
}

function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  socket: Socket,
  { port, findPort }: ForwardTarget,
  sessions: ServerSessions,
): void {
  const { method, url, headers } = incoming;
  const { connection: _connection, ...passed } = headers;
  const options = { host: '127.0.0.1', port, method, path: url, headers: passed, createConnection: () => socket };
  const outgoing = request(options);
  response.on('close', () => outgoing.destroy());
  outgoing.on('response', (upstream) => {
    sessions.note(upstream, port);
    response.writeHead(upstream.statusCode ?? 502, upstream.headers);
    response.flushHeaders();
    upstream.on('error', () => response.destroy());
    upstream.pipe(response);
  });
  outgoing.on('error', async ({ message }) => {
    // The client may send its next request immediately, which must not reach the exiting server.
    await waitForExit(findPort, port);
    refuse(response, 502, -32603, `The server exited before it responded (${message}).`);
  });
  incoming.pipe(outgoing);
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  if (response.destroyed || response.headersSent) return void response.destroy();
  const error = { code, message };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', error }));
}
