import { describe, expect, test } from 'vitest';
import { createClient, RequestError, settle, ToolError, type ClientPeer } from '../../runtime/clients/client/index.js';

/** Any method of a typed client. */
type Any = (...given: readonly unknown[]) => Promise<{ readonly [member: string]: unknown }>;
type Methods = { readonly [name: string]: Any };

/** The client of a server with any names. */
interface AnyClient {
  readonly tools: Methods;
  readonly prompts: Methods;
  readonly resources: Methods;
  readonly resourceTemplates: Methods;
  readonly completions: { readonly [kind in 'prompts' | 'resourceTemplates']: { readonly [name: string]: Methods } };
}

/** A typed client whose peer gives one answer to everything, and what it sent. */
function connect(answer: () => unknown, version?: string, more: Partial<ClientPeer> = {}) {
  const sent: unknown[] = [];
  const options: (readonly unknown[])[] = [];
  const send = async (params: unknown, ...others: readonly unknown[]): Promise<unknown> => {
    sent.push(params);
    options.push(others);
    return answer();
  };
  const peer: ClientPeer = { callTool: send, getPrompt: send, readResource: send, complete: send };
  const told = version === undefined ? {} : { getNegotiatedProtocolVersion: () => version };
  return { client: createClient<AnyClient>({ ...peer, ...told, ...more }, { wrapped: ['list'] }), sent, options };
}

const nothing = (): unknown => ({ content: [], contents: [], messages: [] });

describe('a URI template (RFC 6570)', () => {
  const values = { var: 'a b', path: '/x/y', list: ['red', 'green', ''], empty: '', none: undefined, no: [] };

  test.each([
    ['x://{var}', 'x://a%20b'],
    ['x://{path}', 'x://%2Fx%2Fy'],
    ['x://h{+path}', 'x://h/x/y'],
    ['x://h{#var,path}', 'x://h#a%20b,/x/y'],
    ['x://h{.var,empty}', 'x://h.a%20b.'],
    ['x://h{/list}', 'x://h/red,green,'],
    ['x://h{/list*}', 'x://h/red/green/'],
    ['x://h{;list*}', 'x://h;list=red;list=green;list'],
    ['x://h{?var,empty,none}', 'x://h?var=a%20b&empty='],
    ['x://h{?list}{&var}', 'x://h?list=red,green,&var=a%20b'],
    ['x://h{?none,no,toString}', 'x://h'],
    ['x://h/{path:2}', 'x://h/%2Fx'],
    ['x://h/{a:}', 'x://h/'],
  ])('%s is filled in: %s', async (template, uri) => {
    const { client, sent } = connect(nothing);
    await client.resourceTemplates[template]?.(values);
    expect(sent).toEqual([{ uri }]);
  });

  test('without values has what is left', async () => {
    const { client, sent } = connect(nothing);
    await client.resourceTemplates['x://h{/var}']?.();
    expect(sent).toEqual([{ uri: 'x://h' }]);
  });
});

describe('an answer', () => {
  const block = { type: 'text', text: 'one' };
  const picture = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

  test.each<[kind: string, answer: unknown, read: object]>([
    [
      'tools',
      { content: [block, picture, block], structuredContent: { a: 1 }, _meta: { b: 2 } },
      { content: [block, picture, block], structured: { a: 1 }, text: 'one\none', meta: { b: 2 } },
    ],
    ['tools', {}, { content: [], structured: undefined, text: '', meta: {} }],
    [
      'prompts',
      { description: 'd', messages: [{ role: 'user', content: block }] },
      { description: 'd', messages: [{ role: 'user', content: block }], text: 'one' },
    ],
    [
      'resources',
      {
        contents: [
          { uri: 'x://a', text: 'a' },
          { uri: 'x://b', blob: '' },
          { uri: 'x://c', text: 'c' },
        ],
      },
      {
        contents: [
          { uri: 'x://a', text: 'a' },
          { uri: 'x://b', blob: '' },
          { uri: 'x://c', text: 'c' },
        ],
        text: 'a\nc',
      },
    ],
  ])('to %s is read: %j', async (kind, answer, read) => {
    const { client } = connect(() => answer);
    expect(await client[kind as 'tools']['any']?.()).toEqual(read);
  });

  test.each([
    [undefined, { result: [1] }, [1]],
    ['2025-11-25', { result: [1] }, [1]],
    ['2026-07-28', { result: [1] }, { result: [1] }],
    ['2026-07-28', [1], [1]],
    ['2025-06-18', undefined, undefined],
  ])('of a revision up to 2025-11-25 is unwrapped: %s', async (version, structuredContent, structured) => {
    const { client } = connect(() => ({ content: [], structuredContent }), version);
    expect((await client.tools['list']?.())?.['structured']).toEqual(structured);
  });

  test('of a tool that failed is thrown', async () => {
    const { client } = connect(() => ({ content: [block], isError: true }));
    const failed = await settle((client.tools['any'] as Any)({}));
    expect(failed).toMatchObject({ ok: false, error: { name: 'ToolError', message: 'one', tool: 'any' } });
    expect(failed).toHaveProperty('error', expect.any(ToolError));
  });

  test('that is a JSON-RPC error is thrown, without the code that the first official client puts before it', async () => {
    const { client } = connect(() => {
      throw Object.assign(new Error('MCP error -32602: No'), { code: -32602, data: { a: 1 } });
    });
    const failed = await settle((client.tools['any'] as Any)());
    expect(failed).toMatchObject({
      ok: false,
      error: { name: 'RequestError', message: 'No', code: -32602, data: { a: 1 } },
    });
    expect(failed).toHaveProperty('error', expect.any(RequestError));
  });

  const http = 'Streamable HTTP error: Error POSTing to endpoint: ';
  const refused = '{"jsonrpc":"2.0","id":3,"error":{"code":7,"message":"No"}}';
  const lost = '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Session not found"}}';

  test.each<[what: string, error: object, expected: object]>([
    ['in an HTTP error', { code: 400, message: `${http}${refused}` }, { name: 'RequestError', code: 7, message: 'No' }],
    [
      'in the message of another error, which a gateway relays',
      { code: -32_603, message: `MCP error -32603: ${http}${refused}` },
      { name: 'RequestError', code: -32_603, message: `${http}${refused}` },
    ],
    ['to no request', { code: 404, message: `${http}${lost}` }, { name: 'ConnectionError', status: 404 }],
    [
      'of a transport without JSON',
      { message: 'Error POSTing to endpoint (HTTP 503): busy' },
      { name: 'ConnectionError', status: 503 },
    ],
    [
      'of the code that version 1 uses for a time limit',
      { code: -32_001, message: 'MCP error -32001: Request timed out', data: { header: 'Mcp-Name' } },
      { name: 'RequestError', code: -32_001, message: 'Request timed out' },
    ],
  ])('that is an error %s', async (_, error, expected) => {
    const { client } = connect(() => {
      throw Object.assign(new Error('given below'), error);
    });
    await expect((client.tools['any'] as Any)()).rejects.toMatchObject(expected);
  });

  test('that has the words of a lost connection is an answer while there is a connection', async () => {
    const error = Object.assign(new Error('MCP error -32000: Connection closed'), { code: -32_000 });
    const fail = (): never => {
      throw error;
    };
    const name = async (more: Partial<ClientPeer>): Promise<unknown> =>
      (connect(fail, undefined, more).client.tools['any'] as Any)().catch(({ name: thrown }: Error) => thrown);
    expect(await name({ transport: {} })).toBe('RequestError');
    expect(await name({ transport: undefined })).toBe('ConnectionError');
  });

  test.each([
    new Error('lost'),
    Object.assign(new Error('lost'), { code: 7 }),
    new TypeError('Do not know how to serialize a BigInt'),
    'lost',
  ])('that is none is no answer: %s', async (error) => {
    const { client } = connect(() => {
      throw error;
    });
    const call = client.tools['any'] as Any;
    await expect(settle(call())).rejects.toBe(error);
  });
});

describe('a request', () => {
  test('has only what was given', async () => {
    const { client, sent } = connect(nothing);
    await client.tools['a']?.({ b: 1 });
    await client.prompts['a']?.({ b: 'x', c: undefined });
    await client.prompts['a']?.();
    await client.resources['x://a']?.();
    expect(sent).toEqual([
      { name: 'a', arguments: { b: 1 } },
      { name: 'a', arguments: { b: 'x' } },
      { name: 'a', arguments: {} },
      { uri: 'x://a' },
    ]);
  });

  test.each([
    ['2026-07-28', (options: object) => [options]],
    [undefined, (options: object) => [undefined, options]],
  ])('has its options where the official client of revision %s takes them', async (version, place) => {
    const { client, options } = connect(nothing, version);
    const { signal } = new AbortController();
    await client.tools['a']?.({}, { timeoutMs: 5 });
    await client.prompts['a']?.({}, { timeoutMs: Infinity });
    await client.resources['x://a']?.({ signal });
    await client.resourceTemplates['x://{a}']?.({ a: 'b' }, { timeoutMs: 6 });
    expect(options).toEqual([
      place({ timeout: 5 }),
      [{ timeout: 2_147_483_647 }],
      [{ signal: expect.any(AbortSignal) as AbortSignal }],
      [{ timeout: 6 }],
    ]);
  });

  test('is not sent when its signal is aborted already, and keeps no listener', async () => {
    const { client, sent, options } = connect(nothing, '2026-07-28');
    await expect(client.tools['a']?.({}, { signal: AbortSignal.abort('why') })).rejects.toBe('why');
    expect(sent).toEqual([]);
    const controller = new AbortController();
    await client.tools['a']?.({}, { signal: controller.signal });
    controller.abort();
    const [[given]] = options as [[{ readonly signal: AbortSignal }]];
    expect(given.signal.aborted).toBe(false);
  });

  test('for suggestions names the argument, and the other values', async () => {
    const completion = { values: ['ab'], total: 1, hasMore: false };
    const { client, sent } = connect(() => ({ completion }));
    expect(await client.completions.prompts['p']?.['x']?.('a')).toEqual(completion);
    expect(await client.completions.resourceTemplates['x://{y}']?.['y']?.('b', { z: 'c' })).toEqual(completion);
    expect(sent).toEqual([
      { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'x', value: 'a' } },
      {
        ref: { type: 'ref/resource', uri: 'x://{y}' },
        argument: { name: 'y', value: 'b' },
        context: { arguments: { z: 'c' } },
      },
    ]);
  });

  test('is none of a client that is awaited', async () => {
    const { client, sent } = connect(nothing);
    expect(await client.tools).toBe(client.tools);
    expect(sent).toEqual([]);
  });
});
