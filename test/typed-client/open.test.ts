import { describe, expect, test } from 'vitest';
import { error, image, results, structured, text, withMeta, type HandlerContext } from '../../runtime/index.js';
import { createClient, type ToolMethod } from '../../runtime/clients/client/index.js';
import {
  openTestServer,
  RequestError,
  settle,
  ToolError,
  type OpenServer,
} from '../../runtime/clients/testing/index.js';
import type { OpenOptions, ServerUnderTest } from '../../runtime/clients/testing/index.js';
import { nameSchema } from '../wire/asking.js';
import { anything, makeDefinition, makeHandlers, makeTool, oneTool } from '../wire/fixture-server.js';

type Opened = OpenServer & { readonly tools: { readonly probe: ToolMethod<object, unknown> } };

function openServer(server: ServerUnderTest, options?: OpenOptions): Promise<Opened> {
  return openTestServer({ ...server, connect: (peer) => createClient<Pick<Opened, 'tools'>>(peer) }, options);
}

function makePromise(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

describe('a tool', () => {
  test.each(revisions)('answers in revision %s', async (revision) => {
    const overrides = { validators: async () => ({ input: anything, output: anything }) };
    const server = await openServer(
      oneTool(({ name }, context) => ({ hello: name, in: context.protocolVersion }), overrides),
      { protocolVersion: revision },
    );
    const { structured: value } = await server.tools.probe({ name: 'Ada' });
    expect(value).toEqual({ hello: 'Ada', in: revision });
  });

  test.each(revisions)('answers with a list in revision %s, which older ones wrap', async (revision) => {
    const overrides = {
      validators: async () => ({ input: anything, output: anything }),
      wrapsLegacyOutput: true,
    } as const;
    const project = {
      ...oneTool(() => [1, 2], overrides),
      connect: (peer: Parameters<typeof createClient>[0]) =>
        createClient<Pick<Opened, 'tools'>>(peer, { wrapped: ['probe'] }),
    };
    const server = await openTestServer(project, { protocolVersion: revision });
    expect((await server.tools.probe()).structured).toEqual([1, 2]);
  });

  test('answers with texts, blocks and metadata', async () => {
    const server = await openServer(
      oneTool(() => withMeta(results([text('one'), image('AAAA', 'image/png'), text('two')]), { 'x/y': 1 })),
    );
    const reply = await server.tools.probe();
    expect(reply.text).toBe('one\ntwo');
    expect(reply.content[1]).toEqual({ type: 'image', data: 'AAAA', mimeType: 'image/png' });
    expect(reply.meta['x/y']).toBe(1);
    expect(reply.structured).toBe(undefined);
  });

  test('that fails throws its text', async () => {
    const failing = (): never => {
      throw new Error('The shop is closed');
    };
    const server = await openServer(oneTool(failing));
    await expect(server.tools.probe()).rejects.toThrow(
      new ToolError('probe', [{ type: 'text', text: 'The shop is closed' }]),
    );
    const settled = await settle(server.tools.probe());
    expect(settled).toMatchObject({
      ok: false,
      error: { name: 'ToolError', tool: 'probe', message: 'The shop is closed' },
    });
  });

  test.each([
    ['that fails', () => Promise.reject(new Error('No'))],
    ['whose content is another text', () => structured({ a: 1 }, ['a is 1'])],
    ['without content', () => structured({ a: 1 }, [])],
  ])('%s has no value in revision 2024-11-05, which has texts only', async (_, handler) => {
    const overrides = { validators: async () => ({ input: anything, output: anything }) };
    const server = await openServer(oneTool(handler, overrides), { protocolVersion: '2024-11-05' });
    const answer = await settle(server.tools.probe());
    if (answer.ok) expect(answer.value.structured).toBeUndefined();
    else expect(answer.error.message).toBe('No');
  });

  test('does not wait for prompts when a test moves the clock', async () => {
    const wait = (): Promise<string> => new Promise((resolve) => setTimeout(() => resolve('late'), 1));
    const definition = makeDefinition({ prompts: [{ name: 'p', fields: {}, arguments: [] }] });
    const server = await openServer(
      { definition, handlers: makeHandlers({ prompts: { p: wait } }) },
      { manualClock: true },
    );
    const prompt = server.request('prompts/get', { name: 'p' });
    await server.advance(1);
    expect(JSON.stringify(await prompt)).toContain('late');
  });

  test('that the server does not have throws an error with its code', async () => {
    const server = await openServer(oneTool(() => 'hi'));
    const { nothing } = server.tools as unknown as { readonly nothing: ToolMethod<object, unknown> };
    const error = await nothing().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ code: -32602, message: 'Unknown tool: nothing' });
  });
});

describe('the client', () => {
  test.each(revisions)('collects progress and log messages in revision %s', async (revision) => {
    const server = await openServer(
      oneTool((_, { progress, log }) => {
        progress(1, 2);
        log.debug({ step: 1 }, 'shop');
        return 'done';
      }),
      { protocolVersion: revision },
    );
    await server.tools.probe();
    expect(server.progress).toEqual([{ of: 'probe', progress: 1, total: 2 }]);
    expect(server.logs).toEqual([{ level: 'debug', logger: 'shop', data: { step: 1 } }]);
  });

  test.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)(
    'answers questions in revision %s',
    async (revision) => {
      const ask = async (_: unknown, context: HandlerContext): Promise<string> => {
        const answer = await context.elicit('Name?', nameSchema);
        return answer.action === 'accept' ? `Hello, ${String(answer.content['name'])}` : answer.action;
      };
      const server = await openServer(oneTool(ask), {
        protocolVersion: revision,
        responses: [{ action: 'accept', content: { name: 'Ada' } }],
      });
      expect((await server.tools.probe()).text).toBe('Hello, Ada');
      expect(server.clientRequests.map(({ message }) => message)).toEqual(['Name?']);
      await expect(server.tools.probe()).rejects.toThrow('`responses` has no response to "Name?": add one');
      server.respond({ 'Name?': { action: 'decline' } });
      expect((await server.tools.probe()).text).toBe('decline');
    },
  );

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'refuses an answer that does not fit the form in revision %s',
    async (revision) => {
      const server = await openServer(
        oneTool((_, context) => context.elicit('Name?', nameSchema)),
        { protocolVersion: revision, responses: { 'Name?': { action: 'accept', content: { nom: 'Ada' } } } },
      );
      await expect(server.tools.probe()).rejects.toThrow(
        /^The response to "Name\?" does not match the schema of the form: name is required$/u,
      );
      expect(server.clientRequests.length).toBe(1);
    },
  );

  test('is the principal that a test gives, and has only the capabilities that a test leaves it', async () => {
    const tell = (_: unknown, { auth, clientCapabilities }: HandlerContext): string =>
      `${auth?.principal} ${Object.keys(clientCapabilities).join(' ')}`;
    const server = await openServer(oneTool(tell), { auth: { principal: 'ada' }, withoutCapabilities: ['sampling'] });
    expect((await server.tools.probe()).text).toBe('ada elicitation roots');
  });

  test('follows a tool that is always a task', async () => {
    const server = await openServer(oneTool(() => 'done', { task: { support: 'required' } }));
    expect((await server.tools.probe()).text).toBe('done');
  });

  test('cancels a tool that is always a task, and a question that no user answers', async () => {
    const controller = new AbortController();
    const { promise: ended, resolve: end } = makePromise();
    const hang = (_: unknown, { signal }: HandlerContext): Promise<never> => {
      signal.addEventListener('abort', end);
      controller.abort();
      return new Promise(() => {});
    };
    const server = await openServer(oneTool(hang, { task: { support: 'required' } }));
    await expect(server.tools.probe({}, controller)).rejects.toMatchObject({ name: 'AbortError' });
    await ended;
    const asking = await openServer(
      oneTool((_, context) => context.elicit('Name?', nameSchema)),
      { responses: () => new Promise(() => {}) },
    );
    await expect(asking.tools.probe({}, { timeoutMs: 50 })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('sends requests as they are', async () => {
    const server = await openServer(oneTool(() => 'hi'));
    expect(await server.request('tools/list')).toMatchObject({ tools: [{ name: 'probe' }] });
    await expect(server.request('tools/none')).rejects.toMatchObject({ code: -32601 });
  });
});

describe('time', () => {
  test('passes for time limits only when a test lets it pass', async () => {
    const stuck = (_: unknown, { signal }: HandlerContext): Promise<never> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
    const server = await openServer(oneTool(stuck, { timeoutMs: 3_600_000 }), { manualClock: true });
    const call = settle(server.tools.probe());
    await server.advance(3_599_999);
    let isSettled = false;
    void call.then(() => (isSettled = true));
    await server.advance(0);
    expect(isSettled).toBe(false);
    await server.advance(1);
    expect(await call).toMatchObject({ error: { message: 'Tool "probe" timed out after 3600000 ms' } });
  });

  test('passes by itself without `manualClock`', async () => {
    const server = await openServer(oneTool(() => new Promise(() => {}), { timeoutMs: 5 }));
    await expect(server.advance(5)).rejects.toThrow('`advance` requires the option `manualClock: true`');
    await expect(server.tools.probe()).rejects.toThrow('Tool "probe" timed out after 5 ms');
  });
});

describe('the server', () => {
  test('is set up and closed, and serves the tools of its options', async () => {
    const events: string[] = [];
    const definition = {
      ...makeDefinition({ tools: [makeTool('probe'), makeTool('other')] }),
    };
    const server = await openServer({
      definition,
      handlers: makeHandlers({ tools: { probe: () => 'hi', other: () => 'hi' } }),
      options: { tools: ['probe'] },
      setup: () => void events.push('setup'),
      close: () => void events.push('close'),
    });
    expect(await server.request('tools/list')).toMatchObject({ tools: [{ name: 'probe' }] });
    await server.close();
    expect(events).toEqual(['setup', 'close']);
  });

  test('that closes ends open calls', async () => {
    const server = await openServer(oneTool(() => new Promise(() => {})));
    const call = server.tools.probe().catch((error: unknown) => String(error));
    await server.request('ping').catch(() => {});
    await server.close();
    expect(await call).toBe('ConnectionError: Cannot connect to the server');
  });

  test('keeps what it would have written to stderr', async () => {
    const server = await openServer(oneTool(() => Promise.reject(new Error('out of paper'))));
    await settle(server.tools.probe());
    expect(server.reports.join('\n')).toContain('TOOL: probe | ERROR: out of paper');
  });
});

describe('an error that a handler throws', () => {
  const thrown = new Error('Failed query', { cause: new RangeError('value "9e9" is out of range') });
  const refuse = (): never => {
    throw thrown;
  };

  test('is reported with its stack and its causes', async () => {
    const server = await openServer(oneTool(refuse));
    await settle(server.tools.probe());
    const [first = '', ...lines] = server.reports.join('\n').split('\n');
    expect(first).toMatch(/^\[.*\] TOOL: probe \| ERROR: Failed query$/u);
    expect(lines[0]).toMatch(/^ {4}at .*open\.test\.ts:\d+:\d+\)?$/u);
    expect(lines).toContain('  cause: RangeError: value "9e9" is out of range');
  });

  test.each(revisions)('is the cause of the error of its own call in revision %s', async (revision) => {
    const other = new Error('Failed query');
    let rounds = 0;
    const definition = makeDefinition({
      tools: [
        makeTool('probe'),
        makeTool('other'),
        makeTool('told'),
        makeTool('late', { task: { support: 'required' } }),
      ],
      prompts: [{ name: 'p', fields: {}, arguments: [] }],
    });
    const tools = {
      probe: async (_: unknown, { elicit, protocolVersion: spoken }: HandlerContext) => {
        if (spoken >= '2025-06-18') await elicit('Name?', nameSchema);
        rounds += 1;
        return refuse();
      },
      other: () => Promise.reject(other),
      told: () => error('Sold out'),
      late: refuse,
    };
    const server = await openTestServer(
      {
        definition,
        handlers: makeHandlers({ tools, prompts: { p: refuse } }),
        connect: (peer: Parameters<typeof createClient>[0]) =>
          createClient<{ readonly tools: { readonly [tool in keyof typeof tools]: ToolMethod<object, unknown> } }>(
            peer,
          ),
      },
      { protocolVersion: revision, responses: { 'Name?': { action: 'accept', content: { name: 'Ada' } } } },
    );
    const calls = [server.tools.probe(), server.tools.other(), server.tools.told(), server.tools.late()];
    const errors = await Promise.all(calls.map((call) => call.catch((failure: Error) => failure)));
    expect(errors.map((each) => 'cause' in each && each.cause)).toEqual([thrown, other, false, thrown]);
    expect(rounds).toBe(1);
    await expect(server.request('prompts/get', { name: 'p' })).rejects.toMatchObject({ code: -32603, cause: thrown });
  });
});
