import { Client as ClientV2, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport as TransportV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { watchServer, type Ending } from './watch-server.js';

/** What a test does with a client of either official SDK. */
export interface ConnectedClient {
  readonly server: unknown;
  readonly capabilities: unknown;
  readonly instructions: string | undefined;
  /** What the server has logged to the client. */
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

/** What can go with a call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: unknown) => void;
  readonly meta?: { readonly [key: string]: unknown };
}

/** An official client in one of the ways in which it connects. */
export interface ClientKind {
  readonly name: string;
  readonly era: 'legacy' | 'modern';
  connect(server: string, environment?: Environment): Promise<ConnectedClient>;
}

type Environment = { readonly [name: string]: string };

const identity = { name: 'official-client', version: '1.0.0' };

/** The official clients: v1, and v2 in each mode of negotiation. */
export const clientKinds: readonly ClientKind[] = [
  { name: 'SDK v1', era: 'legacy', connect: connectV1 },
  { name: 'SDK v2, legacy', era: 'legacy', connect: connectV2('legacy') },
  { name: 'SDK v2, pinned', era: 'modern', connect: connectV2({ pin: '2026-07-28' }) },
  { name: 'SDK v2, automatic', era: 'modern', connect: connectV2('auto') },
];

async function connectV1(server: string, environment: Environment = {}): Promise<ConnectedClient> {
  const watched = await watchServer(server, environment);
  const transport = new TransportV1(watched.parameters);
  watched.collect(transport.stderr);
  const client = new ClientV1(identity);
  const logs: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logs.push(params));
  await client.connect(transport);
  const { pid } = transport;
  return {
    ...shareMethods(client),
    logs,
    callTool: (name, values, { meta, ...options } = {}) =>
      client.callTool({ name, arguments: values, ...(meta && { _meta: meta }) }, undefined, options),
    close: () => client.close().then(() => watched.finish(pid)),
  };
}

function connectV2(mode: VersionNegotiationMode): ClientKind['connect'] {
  return async (server, environment = {}) => {
    const watched = await watchServer(server, environment);
    const transport = new TransportV2(watched.parameters);
    watched.collect(transport.stderr);
    const client = new ClientV2(identity, { versionNegotiation: { mode } });
    const logs: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void logs.push(params));
    await client.connect(transport);
    const { pid } = transport;
    return {
      ...shareMethods(client),
      logs,
      callTool: (name, values, { meta, ...options } = {}) =>
        client.callTool({ name, arguments: values, ...(meta && { _meta: meta }) }, options),
      close: () => client.close().then(() => watched.finish(pid)),
    };
  };
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
