import { onTestFinished } from 'vitest';
import type { HttpOptions, ServerControl } from '../../runtime/index.js';
import type { StartOptions } from '../../runtime/transports/node/index.js';
import type { HttpMembers } from '../../runtime/transports/node/serve-http.js';
import { openOverHttp } from '../kit/open-service.js';
import { controlServer } from '../../runtime/core/sharing/server-control.js';
import type { ServicePorts } from '../../runtime/core/service/service.js';
import { RawHttp, RawStream, type RawHeaders, type RawRequest, type RawResponse } from './raw-http.js';
import { initialize, turn, type Subject, type Wire } from './wire.js';

export interface HttpTestOptions extends HttpMembers {
  readonly http?: HttpOptions;
  readonly start?: StartOptions;
  /** What the server uses of the world around it. */
  readonly ports?: ServicePorts;
}

/** Serves on a free port until the test is over. */
export async function serve(subject: Subject, options: HttpTestOptions = {}): Promise<HttpSubject> {
  const served = await openServer(subject, options);
  onTestFinished(() => served.stop());
  return served;
}

/** Serves on a free port until it is stopped. */
export async function openServer(subject: Subject, options: HttpTestOptions = {}): Promise<HttpSubject> {
  const start = { shutdownTimeoutMs: 200, ...options.start };
  const { service, serving } = await openOverHttp(subject, start, { port: 0, ...options.http }, options);
  return new HttpSubject(serving.url, controlServer(service), () => {
    serving.stop();
    return serving.finished;
  });
}

/** A server at an address, wherever it runs. */
export class HttpTarget {
  readonly url: string;
  readonly port: number;
  /** Connections that no test has closed. */
  protected readonly connections = new Set<RawHttp>();

  constructor(url: string) {
    this.url = url;
    this.port = Number(new URL(url).port);
  }

  /** Closes the connections of all clients, from their side. */
  dropClients(): void {
    for (const connection of this.connections) connection.socket.destroy();
  }

  async connect(): Promise<RawHttp> {
    const connection = await RawHttp.open(this.port, new URL(this.url).hostname);
    this.connections.add(connection);
    return connection;
  }

  /** Sends a request on a connection of its own and reads the whole response. */
  async fetch(request: RawRequest): Promise<RawResponse> {
    const connection = await this.connect();
    connection.send(request);
    const response = await connection.readResponse(request.method);
    connection.socket.destroy();
    this.connections.delete(connection);
    return response;
  }

  /** Sends a message, with the headers that its era wants. */
  post(message: unknown, headers: RawHeaders = {}): Promise<RawResponse> {
    return this.fetch(postOf(message, headers));
  }

  /** Sends a message and reads the answer as the event stream that it has to be. */
  stream(message: unknown, headers: RawHeaders = {}): Promise<RawStream> {
    return this.open(postOf(message, headers));
  }

  /** Opens an event stream. */
  async open(request: RawRequest): Promise<RawStream> {
    const connection = await this.connect();
    connection.send(request);
    const head = await connection.readHead();
    if (head.headers['content-type'] !== 'text/event-stream') {
      throw new Error(`No event stream: ${head.status} ${await connection.readBody(head)}`);
    }
    return new RawStream(connection, head);
  }

  /** Opens a session, as a client of a legacy revision does. */
  async initialize(revision: string, headers: RawHeaders = {}, capabilities: object = {}): Promise<HttpTestSession> {
    const response = await this.post(initialize('init', revision, capabilities), headers);
    const id = response.headers['mcp-session-id'];
    if (id === undefined) throw new Error(`No session: ${response.status} ${response.body}`);
    const session = new HttpTestSession(this, { ...headers, ...sessionHeaders(id, revision) });
    await session.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return session;
  }
}

/** A server of this process that is being tested over HTTP. */
export class HttpSubject extends HttpTarget {
  readonly control: ServerControl;
  readonly #stop: () => Promise<void>;
  #stopped: Promise<void> | undefined;

  constructor(url: string, control: ServerControl, stop: () => Promise<void>) {
    super(url);
    this.control = control;
    this.#stop = stop;
  }

  /** Stops the server as it stops itself; clients stay connected until that is done. */
  stop(): Promise<void> {
    this.#stopped ??= this.#end();
    return this.#stopped;
  }

  async #end(): Promise<void> {
    for (const connection of this.connections) connection.socket.resume();
    await this.#stop();
    // Messages of the server may still be on their way.
    await Promise.all([...this.connections].map(({ socket }) => socket.ended));
    for (const connection of this.connections) connection.socket.destroy();
  }
}

/** A session as its client sees it. */
export class HttpTestSession {
  readonly server: HttpTarget;
  readonly headers: RawHeaders;

  constructor(server: HttpTarget, headers: RawHeaders) {
    this.server = server;
    this.headers = headers;
  }

  post(message: unknown, headers: RawHeaders = {}): Promise<RawResponse> {
    return this.server.post(message, { ...this.headers, ...headers });
  }

  stream(message: unknown, headers: RawHeaders = {}): Promise<RawStream> {
    return this.server.stream(message, { ...this.headers, ...headers });
  }

  /** Opens the stream of the server's own messages, or resumes one. */
  listen(lastEventId?: string): Promise<RawStream> {
    return this.server.open({ method: 'GET', headers: { ...this.headers, 'Last-Event-ID': lastEventId } });
  }

  /** Sends a request without a body. */
  send(method: string, headers: RawHeaders = {}): Promise<RawResponse> {
    return this.server.fetch({ method, headers: { ...this.headers, ...headers } });
  }
}

/** Headers that a client of a revision sends with each request of a session; the version since 2025-06-18. */
export function sessionHeaders(id: string, revision: string): RawHeaders {
  return { 'Mcp-Session-Id': id, ...(revision >= '2025-06-18' ? { 'MCP-Protocol-Version': revision } : {}) };
}

/** The POST of a message, with the headers that its era wants. */
export function postOf(message: unknown, headers: RawHeaders = {}): RawRequest {
  const body = typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message);
  return { body, headers: { ...modernHeaders(message), ...headers } };
}

/** The headers that repeat what a modern request says; none for other messages. */
export function modernHeaders(message: unknown): RawHeaders {
  const { method, params } = (message ?? {}) as Wire;
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  if (version === undefined) return {};
  const isNamed = /^(?:tools\/call|prompts\/get|resources\/read|tasks\/.*)$/u.test(method);
  return {
    'MCP-Protocol-Version': version,
    'Mcp-Method': method,
    ...(isNamed ? { 'Mcp-Name': params.name ?? params.uri ?? params.taskId } : {}),
  };
}

/** Waits until something holds; the test runs out of time when it never does. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await turn();
}

/** Waits until a server of this process has read what was sent before, and seen who has gone. */
export async function arrive(server: HttpTarget): Promise<void> {
  for (let round = 0; round < 3; round += 1) await server.fetch({ method: 'GET', path: '/nowhere' });
}

/** Waits until a server takes no more connections. */
export async function untilClosed(server: HttpTarget): Promise<void> {
  for (;;) {
    const connection = await server.connect().catch(() => undefined);
    if (connection === undefined) return;
    connection.socket.destroy();
  }
}

export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
