import { expect, test } from 'vitest';
import {
  checkContract,
  createClient,
  type ClientPeer,
  type Contract,
  type ListingPeer,
} from '../../runtime/clients/client/index.js';
import { digestJson, readContract } from '../../runtime/wire/contract.js';

const greet = { name: 'greet', description: 'Greets.', inputSchema: { type: 'object' } };
const sing = { ...greet, name: 'sing' };

async function makeContract(more: Partial<Contract> = {}): Promise<Contract> {
  const protocolVersions = ['2025-06-18', '2025-11-25'];
  const tools = { greet: { '2025-06-18': await digestJson(greet) }, sing: { '2025-06-18': await digestJson(sing) } };
  const server = { name: 'x', version: '1.0.0', digests: { '2025-06-18': await digestJson(null) } };
  return { contract: 1, protocolVersions, server, tools, ...more };
}

interface Client {
  readonly tools: { readonly [name: string]: () => Promise<{ readonly text: string }> };
}

/** A client with scripted lists: each element is the response to one request, or an error. */
function openPeer(pages: readonly unknown[], version = '2025-11-25') {
  const requests: unknown[] = [];
  const peer = {
    requests,
    transport: {},
    getNegotiatedProtocolVersion: () => version,
    request: async (request: object) => {
      requests.push(request);
      const page = pages[requests.length - 1];
      if (page instanceof Error) throw page;
      return page ?? {};
    },
    callTool: async () => ({ content: [{ type: 'text', text: 'done' }] }),
  };
  return peer as typeof peer & ClientPeer & ListingPeer;
}

test('a list is requested once, with all its pages, when a call first needs it', async () => {
  const peer = openPeer([{ tools: [greet], nextCursor: 'next' }, { tools: [sing] }]);
  const { tools } = createClient<Client>(peer, { pin: await makeContract() });
  expect(peer.requests).toEqual([]);
  await Promise.all([tools['greet']?.(), tools['sing']?.(), tools['greet']?.()]);
  expect(peer.requests).toEqual([
    { method: 'tools/list', params: {} },
    { method: 'tools/list', params: { cursor: 'next' } },
  ]);
});

test('a list that fails is requested again by the next call', async () => {
  const peer = openPeer([new Error('broken'), { tools: [greet, sing] }]);
  const { tools } = createClient<Client>(peer, { pin: await makeContract() });
  await expect(tools['greet']?.()).rejects.toThrow('broken');
  expect((await tools['greet']?.())?.text).toBe('done');
});

test('a server without a list has no entries', async () => {
  const missing = Object.assign(new Error('MCP error -32601: Method not found'), { code: -32_601 });
  const { tools } = createClient<Client>(openPeer([missing]), { pin: await makeContract() });
  await expect(tools['greet']?.()).rejects.toThrow('missing: tool greet\n  missing: tool sing');
});

test('an entry that cannot be encoded has changed', async () => {
  const peer = openPeer([{ tools: [{ ...greet, inputSchema: { maximum: Infinity } }, sing] }]);
  await expect(createClient<Client>(peer, { pin: await makeContract() }).tools['greet']?.()).rejects.toThrow(
    'changed: tool greet',
  );
});

test('a protocol version without digests is refused', async () => {
  const peer = openPeer([{ tools: [greet, sing] }], '2026-07-28');
  const call = createClient<Client>(peer, { pin: await makeContract() }).tools['greet']?.();
  await expect(call).rejects.toThrow(
    'The contract covers the protocol versions 2025-06-18, 2025-11-25, not 2026-07-28.',
  );
});

test('in code mode, the tools of code mode are compared', async () => {
  const pin = await makeContract({ codeTools: { sing: { '2025-06-18': await digestJson(sing) } } });
  expect(await checkContract(openPeer([{ tools: [sing] }]), pin)).toEqual([]);
  const { tools } = createClient<Client>(openPeer([{ tools: [sing] }]), { pin });
  expect((await tools['sing']?.())?.text).toBe('done');
  await expect(tools['greet']?.()).rejects.toThrow('The tool greet is not the one of the pinned contract.');
});

test('a version that a build adds to the URI of a view does not count', async () => {
  const view = (uri: string) => ({ ...greet, _meta: { ui: { resourceUri: uri }, note: `"${uri}"` } });
  const tools = { greet: { '2025-06-18': await digestJson(view('ui://x/y')) } };
  const resources = { 'ui://x/y': { '2025-06-18': await digestJson({ uri: 'ui://x/y', name: 'y' }) } };
  const pin = await makeContract({ tools, resources });
  const pages = [
    { tools: [{ ...view('ui://x/y'), _meta: { ...view('ui://x/y')._meta, ui: { resourceUri: 'ui://x/y?v=0a1b' } } }] },
    {},
    { resources: [{ uri: 'ui://x/y?v=0a1b', name: 'y' }] },
  ];
  expect(await checkContract(openPeer(pages), pin)).toEqual([]);
});

test.each([
  [undefined, 'This is not a contract.'],
  [{ contract: 'x' }, 'This is not a contract.'],
  [{ contract: 2 }, 'The contract has format 2, not 1.'],
  [{ contract: 1 }, 'The contract is malformed.'],
  [{ contract: 1, protocolVersions: [1], server: {} }, 'The contract is malformed.'],
  [{ tools: { x: { '2025-06-18': 'md5-1' } } }, 'The contract is malformed.'],
  [{ codeTools: { x: 'sha256-1' } }, 'The contract is malformed.'],
])('%j is no contract', async (value, message) => {
  const whole = typeof value === 'object' && !('contract' in value) ? { ...(await makeContract()), ...value } : value;
  expect(() => readContract(whole)).toThrow(new TypeError(message));
});

test('a peer that is no official client cannot be pinned', async () => {
  const pin = await makeContract();
  expect(() => createClient({ ...openPeer([]), causeOf: () => undefined } as ClientPeer, { pin })).toThrow(TypeError);
});
