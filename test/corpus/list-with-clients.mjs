import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as TransportV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';

const identity = { name: 'corpus', version: '1.0.0' };

/** The official clients; each of them checks the list and compiles the output schemas in it. */
const clients = [
  ['SDK v1', (transport) => connect(new ClientV1(identity), new TransportV1(transport))],
  [
    'SDK v2',
    (transport) =>
      connect(new ClientV2(identity, { versionNegotiation: { mode: 'auto' } }), new TransportV2(transport)),
  ],
];

/**
 * Lists the tools of a server with every official client.
 *
 * @param {string} server path of the program
 * @returns {Promise<readonly { client: string, tools?: number, failure?: string }[]>}
 */
export async function listWithClients(server) {
  const results = [];
  for (const [client, open] of clients) results.push(await listWith(client, open, server));
  return results;
}

async function listWith(client, open, server) {
  let connected;
  try {
    connected = await open({ command: process.execPath, args: [server], stderr: 'ignore' });
    const { tools } = await connected.listTools();
    return { client, tools: tools.length };
  } catch (error) {
    return { client, failure: error instanceof Error ? error.message : String(error) };
  } finally {
    await connected?.close();
  }
}

async function connect(client, transport) {
  await client.connect(transport);
  return client;
}
