import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpTransportV2,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as TransportV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpTransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as AnyTransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { startHttpServer } from './http-server.js';
import { watchServer, type Ending } from './watch-server.js';

/** Operations of a test on a client of either official SDK. */
export interface ConnectedClient {
  readonly server: unknown;
  readonly capabilities: unknown;
  readonly instructions: string | undefined;
  /** Log messages that the client got. */
  readonly logs: readonly unknown[];
  listTools(): Promise<unknown>;
  listPrompts(): Promise<unknown>;
  listResources(): Promise<unknown>;
  listResourceTemplates(): Promise<unknown>;
  getPrompt(name: string, values: { [name: string]: string }): Promise<unknown>;
  readResource(uri: string): Promise<unknown>;
  callTool(name: string, values: { [name: string]: unknown }, options?: CallOptions): Promise<unknown>;
  setLoggingLevel(level: 'debug' | 'warning'): Promise<unknown>;
  /** Closes the connection as an application does, and tells how the server took it. */
  close(): Promise<Ending>;
}

/** Options of a call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: unknown) => void;
  readonly meta?: { readonly [key: string]: unknown };
}

/** An official client in one of the ways in which it connects. */
export interface ClientKind {
  readonly name: string;
  readonly era: 'legacy' | 'modern';
  /** @param answer Fills in the forms of the server; without it the client cannot be asked. */
  connect(server: string, environment?: Environment, answer?: FormAnswer): Promise<ConnectedClient>;
}

/** Gives the content of a form by its message; `undefined` declines. */
export type FormAnswer = (message: string) => { [name: string]: string | number | boolean } | undefined;

type Environment = { readonly [name: string]: string };

const identity = { name: 'official-client', version: '1.0.0' };

/** The official clients on both transports: v1, and v2 in each mode of negotiation. */
export const clientKinds: readonly ClientKind[] = (['stdio', 'HTTP'] as const).flatMap((carrier): ClientKind[] => [
  { name: `SDK v1, ${carrier}`, era: 'legacy', connect: connectV1(carrier) },
  { name: `SDK v2, legacy, ${carrier}`, era: 'legacy', connect: connectV2(carrier, 'legacy') },
  { name: `SDK v2, pinned, ${carrier}`, era: 'modern', connect: connectV2(carrier, { pin: '2026-07-28' }) },
  { name: `SDK v2, automatic, ${carrier}`, era: 'modern', connect: connectV2(carrier, 'auto') },
]);

/** One client of each era and transport: enough for what the server or its API decides, rather than the client. */
export const unlikeKinds = clientKinds.filter(({ name }) => ['SDK v1, stdio', 'SDK v2, pinned, HTTP'].includes(name));

type Carrier = 'stdio' | 'HTTP';

function connectV1(carrier: Carrier): ClientKind['connect'] {
  return async (server, environment = {}, answer) => {
    const client = new ClientV1(identity, { capabilities: declareForms(answer) });
    if (answer !== undefined) {
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => fillIn(answer(params.message)));
    }
    const logs: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logs.push(params));
    const close = await open(carrier, server, environment, client, {
      // Its own classes do not fit its own interface under exactOptionalPropertyTypes.
      connect: (transport) => client.connect(transport as AnyTransportV1),
      stdio: TransportV1,
      http: HttpTransportV1,
    });
    return {
      ...shareMethods(client),
      logs,
      callTool: (name, values, { meta, ...options } = {}) =>
        client.callTool({ name, arguments: values, ...(meta && { _meta: meta }) }, undefined, options),
      close,
    };
  };
}

function connectV2(carrier: Carrier, mode: VersionNegotiationMode): ClientKind['connect'] {
  return async (server, environment = {}, answer) => {
    const client = new ClientV2(identity, { versionNegotiation: { mode }, capabilities: declareForms(answer) });
    if (answer !== undefined) {
      client.setRequestHandler('elicitation/create', ({ params }) => fillIn(answer(params.message)));
    }
    const logs: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void logs.push(params));
    const close = await open(carrier, server, environment, client, {
      connect: (transport) => client.connect(transport),
      stdio: TransportV2,
      http: HttpTransportV2,
    });
    return {
      ...shareMethods(client),
      logs,
      callTool: (name, values, { meta, ...options } = {}) =>
        client.callTool({ name, arguments: values, ...(meta && { _meta: meta }) }, options),
      close,
    };
  };
}

/** The transports of one of the SDKs. */
interface Transports {
  connect(transport: TransportV1 | HttpTransportV1 | TransportV2 | HttpTransportV2): Promise<void>;
  readonly stdio: typeof TransportV1 | typeof TransportV2;
  readonly http: typeof HttpTransportV1 | typeof HttpTransportV2;
}

/** Starts a server and connects a client to it; what is returned closes both. */
async function open(
  carrier: Carrier,
  server: string,
  environment: Environment,
  client: ClientV1 | ClientV2,
  transports: Transports,
): Promise<ConnectedClient['close']> {
  if (carrier === 'HTTP') {
    const started = await startHttpServer(server, environment);
    const transport = new transports.http(new URL(started.url));
    await transports.connect(transport);
    return async () => {
      if (transport instanceof HttpTransportV1) await transport.terminateSession();
      await client.close();
      return started.stop();
    };
  }
  const watched = await watchServer(server, environment);
  const transport = new transports.stdio(watched.parameters);
  watched.collect(transport.stderr);
  await transports.connect(transport);
  return async () => {
    const { pid } = transport;
    await client.close();
    return watched.finish(pid);
  };
}

function declareForms(answer: FormAnswer | undefined) {
  return answer === undefined ? {} : { elicitation: { form: {} } };
}

function fillIn(content: ReturnType<FormAnswer>) {
  return content === undefined ? ({ action: 'decline' } as const) : ({ action: 'accept', content } as const);
}

function shareMethods(client: ClientV1 | ClientV2): Omit<ConnectedClient, 'logs' | 'callTool' | 'close'> {
  return {
    server: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    listTools: () => client.listTools(),
    listPrompts: () => client.listPrompts(),
    listResources: () => client.listResources(),
    listResourceTemplates: () => client.listResourceTemplates(),
    getPrompt: (name, values) => client.getPrompt({ name, arguments: values }),
    readResource: (uri) => client.readResource({ uri }),
    setLoggingLevel: (level) => client.setLoggingLevel(level),
  };
}
