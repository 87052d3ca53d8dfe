import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const identity = { name: 'interop', version: '1.0.0' };
const capabilities = { elicitation: { form: {} } };

/**
 * Connects an official client that can be asked.
 *
 * @param {'v1' | 'v2'} sdk v2 negotiates the newest protocol version
 * @param {import('../drive.mjs').Place} place
 * @param {import('../drive.mjs').Answer} answer
 */
export async function openClient(sdk, { command, args, env, url }, answer) {
  if (sdk === 'v1') {
    const client = new ClientV1(identity, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params));
    await client.connect(url === undefined ? new StdioV1({ command, args, env }) : new HttpV1(new URL(url)));
    return client;
  }
  const client = new ClientV2(identity, { capabilities, versionNegotiation: { mode: 'auto' } });
  client.setRequestHandler('elicitation/create', ({ params }) => answer(params));
  await client.connect(url === undefined ? new StdioV2({ command, args, env }) : new HttpV2(new URL(url)));
  return client;
}

/**
 * What a matrix asks of an official client.
 *
 * @param {Awaited<ReturnType<typeof openClient>>} client
 * @param {() => unknown} [end] what else is closed
 * @returns {import('../drive.mjs').Session}
 */
export function sessionOf(client, end = () => undefined) {
  return {
    list: async () => (await client.listTools()).tools,
    call: (name, input) => client.callTool({ name, arguments: input }),
    close: async () => {
      await client.close();
      await end();
    },
  };
}
