import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClient, type CallOptions, type ClientPeer } from '../../runtime/clients/client/index.js';
import { makeFolder } from '../kit/make-folder.js';
import { stdioClients, type Era, type OfficialClient } from './outcome-clients.js';

/** A server that answers with what the arguments of a call say: a result, or a line. */
const rawServer = `
  import { createInterface } from 'node:readline';
  const capabilities = { tools: {}, prompts: {}, resources: {}, completions: {} };
  const cached = { ttlMs: 0, cacheScope: 'public' };
  const outputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const tools = [{ name: 'count', inputSchema: { type: 'object' }, outputSchema }];
  const serverInfo = { name: 'raw', version: '1.0.0' };
  const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
  const results = {
    initialize: { protocolVersion: '2025-11-25', capabilities, serverInfo },
    'server/discover': { supportedVersions: ['2026-07-28'], capabilities, ...cached, _meta },
    'tools/list': { tools, ...cached },
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const { answer } = params?.arguments ?? {};
    const { line: written, result } = answer === undefined ? { result: results[method] ?? {} } : JSON.parse(answer);
    const isModern = params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
    const message = { jsonrpc: '2.0', id, result: { ...(isModern && { resultType: 'complete' }), ...result } };
    console.log(written?.replace('ID', id) ?? JSON.stringify(message));
  });`;

type Method = (input?: object, options?: CallOptions) => Promise<object>;

interface RawClient {
  readonly tools: Readonly<Record<'any' | 'count', Method>>;
  readonly prompts: { readonly any: Method };
  readonly resources: { readonly 'x://a': () => Promise<object> };
  readonly completions: { readonly prompts: { readonly any: { readonly a: (value: string) => Promise<object> } } };
}

/** A peer that checks nothing. */
function connectBare(version: string): OfficialClient {
  const readAnswer = async (params: { readonly arguments?: { readonly [name: string]: unknown } }): Promise<unknown> =>
    (JSON.parse(String(params.arguments?.['answer'] ?? '{}')) as { readonly result: unknown }).result;
  const peer: ClientPeer = {
    callTool: readAnswer,
    getPrompt: readAnswer,
    readResource: () => readAnswer({}),
    complete: () => readAnswer({}),
    getNegotiatedProtocolVersion: () => version,
  };
  return { peer, close: async () => {} };
}

const server = path.join(makeFolder({ 'server.mjs': rawServer }), 'server.mjs');
const answerWith = (result: unknown): object => ({ answer: JSON.stringify({ result }) });
const invalid = { name: 'InvalidResultError', message: 'The server sent an invalid result' };

const official = stdioClients.map(
  ([name, era, connect]) => [name, era, () => connect([server])] as [string, Era, () => Promise<OfficialClient>],
);

describe.each<[name: string, era: Era, connect: () => Promise<OfficialClient>]>([
  ['a bare peer, 2025-11-25', 'legacy', async () => connectBare('2025-11-25')],
  ['a bare peer, 2026-07-28', 'modern', async () => connectBare('2026-07-28')],
  ...official,
])('over %s', async (_, era, connect) => {
  const client = createClient<RawClient>((await connect()).peer);

  test('a result without content is valid up to 2025-11-25', async () => {
    const call = client.tools.any(answerWith({ structuredContent: { n: 1 } }));
    if (era === 'modern') await expect(call).rejects.toMatchObject(invalid);
    else expect(await call).toEqual({ structured: { n: 1 }, text: '', content: [], meta: {} });
  });

  test('a result of another form is an InvalidResultError', async () => {
    await expect(client.tools.any(answerWith({ content: 'text' }))).rejects.toMatchObject(invalid);
    await expect(client.prompts.any(answerWith({}))).rejects.toMatchObject(invalid);
    await expect(client.prompts.any(answerWith({ messages: {} }))).rejects.toMatchObject(invalid);
    await expect(client.resources['x://a']()).rejects.toMatchObject(invalid);
    await expect(client.completions.prompts.any.a('')).rejects.toMatchObject(invalid);
  });
});

describe.each(official)('over %s', async (_name, _era, connect) => {
  const { peer } = await connect();
  const client = createClient<RawClient>(peer);

  test('an answer that is no JSON-RPC is none', { timeout: 20_000 }, async () => {
    const lines = [
      'no JSON',
      '{"jsonrpc":"1.0","id":ID,"result":{"content":[]}}',
      '{"jsonrpc":"2.0","id":ID,"result":7}',
    ];
    for (const line of lines) {
      const call = client.tools.any({ answer: JSON.stringify({ line }) }, { timeoutMs: 50 });
      await expect(call).rejects.toMatchObject({
        name: 'TimeoutError',
        message: 'The server did not respond within 50 ms',
      });
    }
  });

  test('output that does not fit the schema is refused once the client knows the schema', async () => {
    await (peer as unknown as { listTools(): Promise<unknown> }).listTools();
    for (const result of [{ content: [] }, { content: [], structuredContent: { n: 'x' } }]) {
      await expect(client.tools.count(answerWith(result))).rejects.toMatchObject(invalid);
    }
  });
});
