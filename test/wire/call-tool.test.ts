import { describe, expect, test, vi } from 'vitest';
import { ProtocolError, notImplemented, pickValidators, type ValidationError } from '../../runtime/index.js';
import {
  anything,
  loadToolsBy,
  makeDefinition,
  makeHandlers,
  makeTool,
  makeValidator,
  oneTool,
  throwing,
} from './fixture-server.js';
import { cancellation, converse, modern, reports, request, talk, turn, type Subject, type Wire } from './wire.js';

/** The result of one call of the tool `probe`. */
async function call(subject: Subject, args?: unknown): Promise<Wire> {
  const params = args === undefined ? { name: 'probe' } : { name: 'probe', arguments: args };
  const [answer] = await talk(subject, [request(1, 'tools/call', params)]);
  return answer ?? {};
}

function failure(text: string): Wire {
  return { content: [{ type: 'text', text }], isError: true };
}

describe('parameters of tools/call', () => {
  const subject = oneTool((input: unknown) => JSON.stringify(input));

  test('arguments may be omitted', async () => {
    expect((await call(subject))['result'].content[0].text).toBe('{}');
  });

  test('extra arguments are passed on, keys are data', async () => {
    const [answer] = await talk(subject, [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe","arguments":{"__proto__":{"x":1},"a":1}}}',
    ]);
    expect(answer?.['result'].content[0].text).toBe('{"__proto__":{"x":1},"a":1}');
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe('arguments that do not fit', () => {
  const find = (errors: readonly ValidationError[]): Subject =>
    oneTool(() => 'never', { validators: async () => ({ input: makeValidator(() => errors) }) });
  const error = (
    instancePath: string,
    keyword: string,
    params: { readonly [name: string]: unknown } = {},
    message?: string,
  ): ValidationError => ({ instancePath, keyword, params, ...(message === undefined ? {} : { message }) });

  test('are told in full: where, what was expected, what came', async () => {
    const subject = find([
      error('/limit', 'maximum', { limit: 50 }, 'must be <= 50'),
      error('', 'required', { missingProperty: 'query' }, "must have required property 'query'"),
      error('/list/1/deep', 'type', { type: 'integer' }, 'must be integer'),
      error('/list/1', 'required', { missingProperty: 'name' }),
      error('', 'additionalProperties', { additionalProperty: 'sort of' }),
      error('/kind', 'enum', { allowedValues: ['a', 1] }),
      error('/fixed', 'const', { allowedValue: { x: 1 } }),
      error('/a~1b~0c', 'format', { format: 'email' }, 'must match format "email"'),
      error('', 'minProperties', { limit: 9 }, 'must NOT have fewer than 9 properties'),
      error('/odd', 'oddness'),
    ]);
    const args = { limit: 99, list: [0, { deep: 'x"\n' }], kind: null, fixed: 2, 'a/b~c': 'no', 'sort of': 1, odd: 4 };
    expect((await call(subject, args))['result']).toEqual(
      failure(
        [
          'Invalid arguments for tool "probe":',
          '- limit: must be at most 50, got 99',
          '- query: is required',
          '- list[1].deep: must be an integer, got "x\\"\\n"',
          '- list[1].name: is required',
          '- ["sort of"]: is not allowed',
          '- kind: must be one of "a", 1, got null',
          '- fixed: must be {"x":1}, got 2',
          '- ["a/b~c"]: must be an email address, got "no"',
          '- the arguments: must have at least 9 properties',
          '- odd: does not satisfy "oddness", got 4',
        ].join('\n'),
      ),
    );
    expect(reports).toEqual([]);
  });

  test('are shown in part when they are long or many', async () => {
    const long = find([error('/x', 'type', { type: 'integer' })]);
    const { text } = (await call(long, { x: 'y'.repeat(5000) }))['result'].content[0];
    expect(text).toBe(`Invalid arguments for tool "probe":\n- x: must be an integer, got "${'y'.repeat(78)}…`);
    const many = find(Array.from({ length: 50 }, (_, index) => error(`/p${index}`, 'type', { type: 'null' })));
    const lines = (await call(many, {}))['result'].content[0].text.split('\n');
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('- … and 30 more');
  });

  test('get their defaults from the validator before the handler sees them', async () => {
    const input = makeValidator((value: { limit?: number }) => {
      value.limit ??= 10;
      return [];
    });
    const subject = oneTool((value: unknown) => JSON.stringify(value), { validators: async () => ({ input }) });
    expect((await call(subject, { a: 1 }))['result'].content[0].text).toBe('{"a":1,"limit":10}');
  });

  test('whose validator overflows the stack fail without harm', async () => {
    const overflow = (): number => overflow() + 1;
    const input = makeValidator(() => (overflow() < 0 ? [error('', 'x')] : []));
    const answers = await talk(
      oneTool(() => 'never', { validators: async () => ({ input }) }),
      [request(1, 'tools/call', { name: 'probe', arguments: {} }), request(2, 'ping')],
    );
    expect(answers.find(({ id }) => id === 1)?.['result']).toEqual(
      failure('Invalid arguments for tool "probe":\n- the arguments: are nested too deeply'),
    );
    expect(answers.find(({ id }) => id === 2)?.['result']).toEqual({});
  });
});

describe('tools', () => {
  test('are loaded by the first calls, once, and not by lists', async () => {
    const subject = oneTool(() => 'x');
    const load = vi.fn(subject.definition.tools.load);
    const counted = { ...subject, definition: loadToolsBy(subject.definition, load) };
    expect(await talk(counted, [request(0, 'tools/list')])).toHaveLength(1);
    expect(load).not.toHaveBeenCalled();
    const conversation = converse(counted);
    await conversation.ask(request(1, 'tools/call', { name: 'probe' }));
    conversation.send(request(2, 'tools/call', { name: 'probe' }), modern(3, 'tools/call', { name: 'probe' }));
    expect(await conversation.end()).toHaveLength(2);
    expect(load).toHaveBeenCalledOnce();
  });

  test.each([request, modern])('that cannot be loaded are an internal error, and loaded again: %o', async (make) => {
    const subject = oneTool(() => 'x');
    const load = vi.fn(subject.definition.tools.load).mockRejectedValueOnce(new Error('no such file'));
    const conversation = converse({ ...subject, definition: loadToolsBy(subject.definition, load) });
    expect(await conversation.ask(make(1, 'tools/call', { name: 'probe' }))).toMatchObject({
      id: 1,
      error: { code: -32603, message: 'Internal error' },
    });
    expect(reports[0]).toMatch(/ REQUEST \| ERROR: no such file\n$/u);
    conversation.send(make(2, 'tools/call', { name: 'probe' }));
    expect(await conversation.end()).toMatchObject([{ id: 2, result: { content: [{ text: 'x' }] } }]);
  });
});

describe('validators', () => {
  test('are loaded by the first call and never again', async () => {
    let loads = 0;
    const subject = oneTool(() => 'x', {
      validators: async () => {
        loads += 1;
        return { input: anything };
      },
    });
    const calls = [1, 2, 3].map((id) => request(id, 'tools/call', { name: 'probe' }));
    expect(await talk(subject, [request(0, 'tools/list')])).toHaveLength(1);
    expect(loads).toBe(0);
    const conversation = converse(subject);
    conversation.send(request(4, 'tools/call', { name: 'probe' }));
    await conversation.next();
    conversation.send(...calls);
    expect(await conversation.end()).toHaveLength(3);
    expect(loads).toBe(1);
  });

  test('that are still being loaded when a call is cancelled keep the handler from being called', async () => {
    let calls = 0;
    const subject = oneTool(() => {
      calls += 1;
    });
    const cancel = cancellation(1);
    expect(await talk(subject, [request(1, 'tools/call', { name: 'probe' }), cancel])).toEqual([]);
    await turn();
    expect(calls).toBe(0);
  });

  test('that are not in the module that should have them are an internal error', async () => {
    const validators = pickValidators(async () => ({ other: anything }), 'input');
    expect((await call(oneTool(() => 'x', { validators })))['error']).toEqual({
      code: -32603,
      message: 'Internal error',
    });
    expect(reports[0]).toMatch(/ REQUEST \| ERROR: There is no validator input\n$/u);
  });

  test('that cannot be loaded are an internal error', async () => {
    const subject = oneTool(() => 'x', { validators: () => Promise.reject(new Error('no such file')) });
    expect((await call(subject))['error']).toEqual({ code: -32603, message: 'Internal error' });
    expect(reports[0]).toMatch(/ REQUEST \| ERROR: no such file\n$/u);
  });
});

describe('a handler that fails (2025-11-25 server/tools, error handling)', () => {
  test.each([
    ['throws', throwing(new Error('out of stock')), 'out of stock'],
    ['rejects', () => Promise.reject(new TypeError('later')), 'later'],
    ['throws a string', throwing('plain'), 'plain'],
    ['throws undefined', throwing(undefined), 'undefined'],
    ['rejects with a number', () => Promise.reject(17), '17'],
    ['is not implemented', () => notImplemented('probe'), 'Tool "probe" is not implemented.'],
    ['throws what has no text', throwing(Object.create(null)), 'Unknown error'],
  ])('and %s: isError with the message alone', async (_, handler, message) => {
    expect((await call(oneTool(handler)))['result']).toEqual(failure(message));
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(/^\[\d{4}-\d\d-\d\dT[\d:.]+Z\] TOOL: probe \| ERROR: /u);
    expect(reports[0]?.endsWith(`${message}\n`)).toBe(true);
  });

  test('is reported on one line', async () => {
    await call(oneTool(throwing(new Error('one\r\ntwo\n  three'))));
    expect(reports).toHaveLength(1);
    expect(reports[0]?.endsWith('| ERROR: one two three\n')).toBe(true);
  });

  test.each([
    ['throws', throwing(new ProtocolError(-32000, 'no', { why: 1 }))],
    ['rejects with', () => Promise.reject(new ProtocolError(-32000, 'no', { why: 1 }))],
  ])('and %s a ProtocolError: an error response', async (_, handler) => {
    expect((await call(oneTool(handler)))['error']).toEqual({ code: -32000, message: 'no', data: { why: 1 } });
  });

  // 2026-07-28 basic, error codes: integers; of -32000 to -32099 only what is defined; -32002 and -32042 no more.
  test.each([
    [1.5, -32603, -32603],
    ['x', -32603, -32603],
    [undefined, -32603, -32603],
    [-32050, -32603, -32603],
    [-32002, -32002, -32602],
    [-32042, -32042, -32603],
    [-32000, -32000, -32603],
    [-32019, -32019, -32603],
    [-32020, -32020, -32603],
    [-32021, -32021, -32603],
    [-32022, -32022, -32603],
    [-32099, -32603, -32603],
    [-31999, -31999, -31999],
    [-32100, -32100, -32100],
    [1001, 1001, 1001],
  ])('the code %s is sent as %s, in the modern era as %s', async (code, legacyCode, modernCode) => {
    const subject = oneTool(throwing(new ProtocolError(code as number, 'no')));
    const params = { name: 'probe', arguments: {} };
    const answers = await talk(subject, [request(1, 'tools/call', params), modern(2, 'tools/call', params)]);
    expect(answers.map((answer) => answer['error'].code)).toEqual([legacyCode, modernCode]);
  });

  test('and throws a code of the specification is taken at its word when the data says what it means', async () => {
    const data = { requiredCapabilities: { sampling: {} } };
    const subject = oneTool(throwing(new ProtocolError(-32021, 'no', data)));
    const [answer] = await talk(subject, [modern(1, 'tools/call', { name: 'probe' })]);
    expect(answer?.['error']).toEqual({ code: -32021, message: 'no', data });
  });

  test('with data that is not JSON still gets an error response', async () => {
    const handler = throwing(new ProtocolError(-32000, 'no', 1n));
    expect((await call(oneTool(handler)))['error']).toEqual({ code: -32000, message: 'no' });
  });
});

describe('timeoutMs', () => {
  test('ends a call and aborts its signal', async () => {
    let reason: unknown;
    const handler = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          reason = signal.reason;
        });
      });
    const result = (await call(oneTool(handler, { timeoutMs: 20 })))['result'];
    expect(result).toEqual(failure('Tool "probe" timed out after 20 ms'));
    expect(String(reason)).toContain('timed out after 20 ms');
    const quick = oneTool(async () => 'done', { timeoutMs: 50 });
    expect((await call(quick))['result']).toEqual({ content: [{ type: 'text', text: 'done' }] });
  });

  test('a late failure is ignored', async () => {
    let fail = (_error: Error): void => {};
    await call(oneTool(() => new Promise((_, reject) => (fail = reject)), { timeoutMs: 5 }));
    fail(new Error('late'));
    await turn();
    expect(reports.filter((line) => line.includes('late'))).toEqual([]);
  });
});

test("handlers get their input, a context with the request's _meta, and belong to their own tool", async () => {
  const definition = makeDefinition({ tools: [makeTool('a'), makeTool('b')] });
  const handlers = makeHandlers({
    tools: {
      a: (_: unknown, context: { meta: object; protocolVersion: string; clientCapabilities: object }) =>
        JSON.stringify([context.meta, context.protocolVersion, context.clientCapabilities]),
      b: () => 'b',
    },
  });
  const answers = await talk({ definition, handlers }, [
    request(1, 'tools/call', { name: 'a', _meta: { 'com.example/trace': 'x' } }),
    request(2, 'tools/call', { name: 'b' }),
  ]);
  expect(answers.map(({ result }) => result.content[0].text as unknown)).toEqual([
    '[{"com.example/trace":"x"},"2025-11-25",{}]',
    'b',
  ]);
});
