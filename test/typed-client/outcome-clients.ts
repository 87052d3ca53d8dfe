import { once } from 'node:events';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ClientPeer } from '../../runtime/clients/client/index.js';
import { startServer } from '../kit/start-server.js';

/** A connected official client. */
export interface OfficialClient {
  readonly peer: ClientPeer;
  readonly close: () => Promise<void>;
}

type Command = readonly [server: string, ...parameters: string[]];

const info = { name: 'test', version: '1.0.0' };

async function connectV1(transport: TransportV1): Promise<OfficialClient> {
  const client = new ClientV1(info);
  await client.connect(transport);
  return { peer: client, close: () => client.close() };
}

async function connectV2(transport: Transport, mode: 'legacy' | 'auto'): Promise<OfficialClient> {
  const client = new ClientV2(info, { versionNegotiation: { mode } });
  await client.connect(transport);
  return { peer: client, close: () => client.close() };
}

/** Starts a server on a free port; its process ends with the tests. */
async function listen([server]: Command): Promise<URL> {
  const { child, output } = startServer(server, ['--http', '0']);
  for (;;) {
    const [, address] = /Listening on (\S+)/u.exec(output.stderr) ?? [];
    if (address !== undefined) return new URL(address);
    await once(child.stderr, 'data');
  }
}

const run = (args: Command): { command: string; args: string[] } => ({ command: process.execPath, args: [...args] });

/** The official clients over stdio, with the era that they speak. None declares a capability. */
export const stdioClients: readonly [name: string, era: Era, connect: (command: Command) => Promise<OfficialClient>][] =
  [
    ['SDK v1 over stdio', 'legacy', (command) => connectV1(new StdioV1(run(command)))],
    ['SDK v2 over stdio, 2025-11-25', 'legacy', (command) => connectV2(new StdioV2(run(command)), 'legacy')],
    ['SDK v2 over stdio, 2026-07-28', 'modern', (command) => connectV2(new StdioV2(run(command)), 'auto')],
  ];

/** The same over HTTP. */
export const httpClients: typeof stdioClients = [
  // The types of version 1 do not fit `exactOptionalPropertyTypes`.
  ['SDK v1 over HTTP', 'legacy', async (command) => connectV1(new HttpV1(await listen(command)) as TransportV1)],
  ['SDK v2 over HTTP, 2025-11-25', 'legacy', async (command) => connectV2(new HttpV2(await listen(command)), 'legacy')],
  ['SDK v2 over HTTP, 2026-07-28', 'modern', async (command) => connectV2(new HttpV2(await listen(command)), 'auto')],
];

/** Era of a protocol revision. */
export type Era = 'legacy' | 'modern';
