import { expect, test } from 'vitest';
import { createWebServer, type WebServer } from '../../runtime/transports/web/index.js';
import { nameSchema, probe } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';
import type { Wire } from '../wire/wire.js';

const asking = oneTool(async (_, { elicit }) => (await elicit('Well?', nameSchema)).action);

async function call(server: WebServer, id: number, more: object = {}): Promise<Wire> {
  const request = new Request('https://asking.example/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'probe',
    },
    body: JSON.stringify(probe(id, more)),
  });
  return (await (await server.fetch(request)).json()) as Wire;
}

test('servers without state keys do not take the states of others, servers with the same key do', async () => {
  const inputResponses = { ask: { action: 'accept', content: { name: 'x' } } };
  const stateKeys = ['k'.repeat(32)];
  for (const options of [{}, { stateKeys }]) {
    const [own, other] = [1, 2].map(() => createWebServer({ ...asking, options })) as [WebServer, WebServer];
    const { requestState } = (await call(own, 1))['result'];
    const elsewhere = await call(other, 2, { requestState, inputResponses });
    expect('error' in elsewhere).toBe(!('stateKeys' in options));
    expect((await call(own, 3, { requestState, inputResponses }))['result'].content[0].text).toBe('accept');
  }
});
