import { describe, expect, test } from 'vitest';
import { embeddedResource, ProtocolError, results, text, withMeta, type RequestContext } from '../../runtime/index.js';
import { makeBusyServer } from '../wire/http-fixture.js';
import { serve, until } from '../wire/http-kit.js';
import { anything, makeValidator, oneTool } from '../wire/fixture-server.js';
import { answerTo, modern, parseLines, feed, request, talk, type Wire } from '../wire/wire.js';
import { askEverywhere, fourRequests, serveEverywhere } from './inject/four-requests.js';
import { garbage, thrownValues } from './inject/handlers.js';

const eras = ['legacy', 'modern'] as const;
const ids = [1, 2, 3, 4, 5];

/** Every request has one answer, and the server went on after it. */
function expectAnswers(answers: readonly Wire[]): void {
  expect(answers.map(({ id }) => id)).toEqual(ids);
  for (const answer of answers) {
    expect('result' in answer ? answer['result'] : answer['error']).toBeTypeOf('object');
    if ('error' in answer)
      expect(answer['error']).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
  }
  expect(answers.at(-1)).toHaveProperty('result');
}

describe.each(eras)('a handler in the %s era', (era) => {
  test.each(garbage)('that returns %s, or a promise of it, is answered once', async (_, make) => {
    for (const handler of [make, async () => make()]) {
      const answers = await askEverywhere(serveEverywhere(handler), era);
      expectAnswers(answers);
      expect(answers[0]?.['result']).toMatchObject({ isError: true, content: [{ type: 'text' }] });
      expect(answers.slice(1, 4).map((answer) => answer['error'].code)).toEqual([-32603, -32603, -32603]);
    }
  });

  test.each(thrownValues)('that throws %s, or rejects with it, is answered once', async (_, make) => {
    for (const isAsync of [false, true]) {
      const fail = () => {
        throw make();
      };
      expectAnswers(await askEverywhere(serveEverywhere(isAsync ? async () => fail() : fail), era));
    }
  });
});

test('a ProtocolError that lost its message keeps its code', async () => {
  const subject = serveEverywhere(() => {
    throw Object.assign(new ProtocolError(7, 'x'), { message: undefined });
  });
  const answers = await talk(subject, fourRequests());
  expect([1, 2, 3, 4].map((id) => answerTo(id, answers)['error'].code)).toEqual([7, 7, 7, 7]);
});

describe('`_meta` with a `toJSON`', () => {
  const metas: readonly (readonly [string, () => unknown])[] = [
    ['nothing', () => undefined],
    ['a text', () => 'text'],
    ['another object', () => ({ kept: true })],
  ];

  test.each(metas)('that gives %s tears no line and hides no answer', async (name, toJSON) => {
    const meta = { toJSON };
    const handlers = [
      () => withMeta(text('done'), meta),
      () => ({ messages: [], _meta: meta }),
      () => ({ contents: [], _meta: meta }),
    ];
    for (const [index, handler] of handlers.entries()) {
      for (const make of [request, modern]) {
        const asked = fourRequests(make)[index] as Wire;
        const [answer] = await talk(serveEverywhere(handler), [asked]);
        const failed = index === 0 ? answer?.['result']?.isError : answer?.['error']?.code === -32603;
        if (name === 'another object') expect(answer?.['result']._meta).toMatchObject({ kept: true });
        else expect(failed).toBe(true);
      }
    }
  });
});

test('a block with a `toJSON` is checked as it is sent', async () => {
  const block = (toJSON: () => unknown): object => ({ type: 'text', text: 'shown', toJSON });
  const promptOf = async (content: object): Promise<Wire | undefined> => {
    const subject = serveEverywhere(() => [{ role: 'user', content }]);
    return (await talk(subject, [fourRequests()[1]]))[0];
  };
  expect((await promptOf(block(() => undefined)))?.['error'].message).toBe('Prompt execution failed');
  expect((await promptOf(block(() => ({ type: 'text' }))))?.['error'].message).toBe('Prompt execution failed');
  const sent = await promptOf(block(() => ({ type: 'text', text: 'sent' })));
  expect(sent?.['result'].messages).toEqual([{ role: 'user', content: { type: 'text', text: 'sent' } }]);
  const resource = { uri: 'app://x', text: 'shown', toJSON: () => ({ uri: 'app://x' }) };
  expect((await promptOf({ type: 'resource', resource }))?.['error'].message).toBe('Prompt execution failed');
  const embedded = serveEverywhere(() => results([embeddedResource(resource)]));
  expect((await talk(embedded, [fourRequests()[0]]))[0]?.['result']).toMatchObject({ isError: expect.anything() });
});

test('a structured value with a `toJSON` is checked as it is sent', async () => {
  const output = makeValidator((value: Wire) =>
    value['a'] === 1 ? [] : [{ instancePath: '/a', keyword: 'const' } as never],
  );
  const ask = (toJSON: () => unknown): Promise<readonly Wire[]> => {
    const subject = oneTool(() => ({ a: 1, toJSON }), { validators: async () => ({ input: anything, output }) });
    return talk(subject, [request(1, 'tools/call', { name: 'probe' })]);
  };
  expect((await ask(() => ({ a: 1 })))[0]?.['result'].structuredContent).toEqual({ a: 1 });
  expect((await ask(() => ({ a: 2 })))[0]?.['result']).toMatchObject({ isError: true });
});

describe('a handler that settles more than once', () => {
  test('with a thenable counts once', async () => {
    const twice = {
      // oxlint-disable-next-line unicorn/no-thenable -- the error
      then: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => {
        resolve('first');
        reject(new Error('second'));
        resolve('third');
        throw new Error('fourth');
      },
    };
    const answers = await askEverywhere(
      serveEverywhere(() => twice),
      'modern',
    );
    expectAnswers(answers);
    expect(answers[0]?.['result'].content).toEqual([{ type: 'text', text: 'first' }]);
  });
});

describe('a handler that never settles', () => {
  test('ends with its `timeoutMs`, and may settle, ask and say what it likes later', async () => {
    const late: string[] = [];
    const subject = oneTool(
      (_, context) =>
        new Promise((resolve, reject) => {
          context.signal.addEventListener('abort', () => {
            context.progress(1);
            context.log.error('late');
            resolve('late');
            // oxlint-disable-next-line promise/no-multiple-resolved -- the error
            reject(new Error('late'));
            context
              .elicit('Still there?', { type: 'object', properties: {} })
              .catch((error: Error) => late.push(error.message));
          });
        }),
      { timeoutMs: 20 },
    );
    const answers = parseLines(
      await feed(subject, [`${JSON.stringify(request(1, 'tools/call', { name: 'probe' }))}\n`]),
    );
    expect(answers.filter(({ id }) => id === 1)).toMatchObject([
      { result: { isError: true, content: [{ text: 'Tool "probe" timed out after 20 ms' }] } },
    ]);
  });
});

test('a listener of `signal` that throws stops neither the others nor the server', async () => {
  const heard: string[] = [];
  const uncaught = new Promise((resolve) => process.once('uncaughtException', resolve));
  const busy = makeBusyServer();
  const tools = {
    ...busy.handlers.tools,
    wait: (_: unknown, { signal }: RequestContext) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          throw new Error('in a listener');
        });
        signal.addEventListener('abort', () => heard.push('second listener'));
        heard.push('begun');
      }),
  };
  const server = await serve({ ...busy, handlers: { ...busy.handlers, tools } });
  const connection = await server.connect();
  connection.send({ body: JSON.stringify(modern(1, 'tools/call', { name: 'wait' })), headers: callHeaders });
  await until(() => heard.includes('begun'));
  connection.socket.reset();
  await until(() => heard.includes('second listener'));
  expect(await uncaught).toMatchObject({ message: 'in a listener' });
  expect((await server.post(modern(2, 'tools/list'))).status).toBe(200);
});

const callHeaders = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'wait' };

test('over HTTP nothing of what a handler throws reaches the client, whatever it is', async () => {
  for (const [, make] of thrownValues.slice(0, 12)) {
    const subject = oneTool(() => {
      throw make();
    });
    const server = await serve(subject);
    const { status, messages } = await server.post(modern(1, 'tools/call', { name: 'probe' }));
    expect(status).toBe(200);
    expect(JSON.stringify(messages)).toMatch(/Tool \\"probe\\" failed|Internal error/u);
    await server.stop();
  }
});
