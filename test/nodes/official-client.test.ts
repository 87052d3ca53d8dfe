import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ElicitRequestSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nameSchema } from '../wire/asking.js';
import { makeTool } from '../wire/fixture-server.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { until } from '../wire/http-kit.js';
import type { HandlerContext } from '../../runtime/index.js';
import { openNodes, openProxy, storeKinds } from './nodes-kit.js';

/** The busy server, with a tool that asks for a name. */
function makeServer() {
  const busy = makeBusyServer();
  const { definition, handlers } = busy;
  const greet = async (_: unknown, { ask, progress }: HandlerContext): Promise<string> => {
    progress(1, 2);
    const answer = await ask('What is your name?', nameSchema);
    return answer.action === 'accept' ? `Hello, ${String(answer.content['name'])}!` : answer.action;
  };
  const tools = { ...definition.tools, names: [...definition.tools.names, 'greet'] };
  const load = async () => [...(await definition.tools.load()), makeTool('greet')];
  return {
    ...busy,
    definition: { ...definition, tools: { ...tools, load } },
    handlers: { ...handlers, tools: { ...handlers.tools, greet } },
  };
}

async function connect(url: string, name: string) {
  const client = new Client({ name, version: '1.0.0' }, { capabilities: { elicitation: {} } });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept' as const, content: { name } }));
  // Its own classes do not fit its own interface under exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

describe.each(storeKinds)('the official client behind a proxy without affinity, $name', (kind) => {
  test('calls, is asked, subscribes, polls and ends, whichever process gets its requests', async () => {
    const server = makeServer();
    const nodes = await openNodes(kind, server);
    const url = await openProxy(nodes);
    const clients = await Promise.all(['Alice', 'Bob', 'Carol'].map((name) => connect(url, name)));
    const work = clients.map(async ({ client, transport }, index) => {
      const name = ['Alice', 'Bob', 'Carol'][index];
      for (let turn = 0; turn < 10; turn += 1) {
        const { content } = await client.callTool({ name: 'greet', arguments: {} });
        expect(content).toEqual([{ type: 'text', text: `Hello, ${name}!` }]);
        expect((await client.listTools()).tools).toHaveLength(7);
      }
      const heard: string[] = [];
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.push('list'));
      await client.subscribeResource({ uri: 'busy://news' });
      return { heard, transport, client };
    });
    const done = await Promise.all(work);
    nodes[1].control.resources.updated('busy://news');
    nodes[2].control.resources.listChanged();
    await until(() => done.every(({ heard }) => heard.length >= 2));
    for (const { heard } of done) expect(heard.toSorted()).toEqual(['busy://news', 'list']);
    for (const { transport } of done) await transport.terminateSession();
  });

  test('fetches the answer to a call whose connection was closed', async () => {
    const server = makeServer();
    const url = await openProxy(await openNodes(kind, server));
    const { client } = await connect(url, 'Alice');
    const seen: number[] = [];
    const onprogress = ({ progress }: { readonly progress: number }) => void seen.push(progress);
    const calling = client.callTool({ name: 'part', arguments: {} }, undefined, { onprogress });
    await until(() => server.waiting.length === 1);
    server.release();
    expect((await calling).content).toEqual([{ type: 'text', text: 'waited' }]);
    expect(seen).toEqual([1, 2]);
  });
});
