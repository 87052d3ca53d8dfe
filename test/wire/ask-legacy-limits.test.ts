import { afterEach, describe, expect, test, vi } from 'vitest';
import { ableClient, nameSchema, textOf, type Asking } from './asking.js';
import { makeDefinition, makeHandlers, makeTool, oneTool } from './fixture-server.js';
import { until } from './http-kit.js';
import {
  cancellation,
  converse,
  initialize,
  initialized,
  request,
  talk,
  turn,
  type Conversation,
  type Subject,
  type Wire,
} from './wire.js';

const call = (id: unknown): Wire => request(id, 'tools/call', { name: 'probe', arguments: {} });
const reply = (id: string, result: unknown): Wire => ({ jsonrpc: '2.0', id, result });
const rootsOf = (uri: string) => ({ roots: [{ uri }] });
const ableHello: Wire = initialize('hello', '2025-11-25', ableClient);

/** Asks for roots until there is no answer; returns the URIs of all roots, and why there was none. */
const askOn: Asking = async (_, { roots }) => {
  const uris: unknown[] = [];
  try {
    for (;;) uris.push((await roots())[0]?.uri);
  } catch (error) {
    return JSON.stringify([uris, (error as Error).message]);
  }
};

/** Sends a call behind answers that were written in advance, and ends the input. */
async function askInAdvance(...early: readonly Wire[]): Promise<readonly string[]> {
  const answers = await talk(oneTool(askOn), [ableHello, ...early, call(1)]);
  const [uris, reason] = JSON.parse(textOf(answers.at(-1))) as [string[], string];
  expect(reason).toBe('The client did not respond to roots/list');
  return uris;
}

const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `file:///${index}`);

describe('of answers that come before their questions (2025-11-25 basic)', () => {
  test('256 are kept', async () => {
    const early = numbered(300).map((uri, index) => reply(`roots_${index + 1}`, rootsOf(uri)));
    expect(await askInAdvance(...early)).toEqual(numbered(256));
  });

  test('256 kB are kept', async () => {
    const long = (name: string): string => `file:///${name.repeat(100_000)}`;
    const early = ['a', 'b', 'c'].map((name, index) => reply(`roots_${index + 1}`, rootsOf(long(name))));
    const small = reply('roots_3', rootsOf('file:///small'));
    expect(await askInAdvance(...early, small)).toEqual([long('a'), long('b'), 'file:///small']);
  });

  test('those that were used take no room', async () => {
    const asking: Asking = async (_, { roots }) => (await roots())[0]?.uri.length;
    const opened = await begin(asking);
    for (const number of [1, 2, 3]) {
      opened.send(reply(`roots_${number}`, rootsOf('x'.repeat(200_000))), call(number));
      expect((await opened.next())['id']).toBe(`roots_${number}`);
      expect(textOf(await opened.next())).toBe('200000');
    }
  });

  test('the first one counts where there are two', async () => {
    const early = ['file:///first', 'file:///second'].map((uri) => reply('roots_1', rootsOf(uri)));
    expect(await askInAdvance(...early)).toEqual(['file:///first']);
  });

  test.each([
    ['other methods', (index: number) => `elicit_${index}0000000000`],
    ['a prefix', (index: number) => `xroots_${index + 1}`],
    ['a suffix', (index: number) => `roots_${index + 1}x`],
    ['other names', (index: number) => `root_${index + 1}`],
    ['leading zeros', (index: number) => `roots_0${index}`],
    ['letters', (index: number) => `roots_1${index}a`],
    ['endless numbers', (index: number) => `roots_1234567${index + 1000}`],
  ])('those whose ids have %s are no answers, and take no room', async (_, nameOf) => {
    const junk = Array.from({ length: 256 }, (_each, index) => reply(nameOf(index), rootsOf('file:///junk')));
    expect(await askInAdvance(...junk, reply('roots_1', rootsOf('file:///good')))).toEqual(['file:///good']);
  });

  test('those to questions of the past take no room', async () => {
    const opened = await begin(async (_, { roots }) => (await roots())[0]?.uri);
    opened.send(reply('roots_1', rootsOf('file:///first')), call(1));
    expect([(await opened.next())['id'], textOf(await opened.next())]).toEqual(['roots_1', 'file:///first']);
    const long = 'x'.repeat(200_000);
    opened.send(reply('roots_1', rootsOf(long)), reply('roots_2', rootsOf(long)), call(2));
    expect([(await opened.next())['id'], textOf(await opened.next())]).toEqual(['roots_2', long]);
  });

  test('each still counts when the input has ended', async () => {
    const asking: Asking = async (...given) => {
      await turn();
      return askOn(...given);
    };
    const early = reply('roots_1', rootsOf('file:///a'));
    const answers = await talk(oneTool(asking), [ableHello, early, call(1)]);
    expect(JSON.parse(textOf(answers.at(-1)))).toEqual([['file:///a'], 'The client did not respond to roots/list']);
  });
});

/** Opens a conversation with a client that can be asked. */
async function begin(asking: Asking): Promise<Conversation> {
  const opened = converse(oneTool(asking));
  await opened.ask(ableHello);
  opened.send(initialized);
  return opened;
}

describe('a question whose input ends', () => {
  test('while it is open is answered by no other client', async () => {
    const opened = await begin(async (_, { elicit }) => (await elicit('Well?', nameSchema)).action);
    expect((await opened.ask(call(1)))['id']).toBe('elicit_1');
    expect((await opened.end()).map(textOf)).toEqual(['cancel']);
  });
});

test.each(['2024-11-05', '2025-11-25'])(
  '%s: a question that the definition declares may be unavailable',
  async (revision) => {
    const elicitations = { confirm: { message: ['Sure?'], unavailable: 'cancel' } } as const;
    const confirm = async (_: unknown, { elicitations }: { elicitations: Record<string, () => Promise<unknown>> }) =>
      JSON.stringify(await elicitations['confirm']?.());
    const subject: Subject = {
      definition: makeDefinition({ tools: [makeTool('probe', { elicitations })] }),
      handlers: makeHandlers({ tools: { probe: confirm } }),
    };
    const [, answer] = await talk(subject, [initialize('hello', revision), call(1)]);
    expect(textOf(answer)).toBe('{"action":"cancel"}');
  },
);

test('a question of a request that was cancelled is not sent', async () => {
  let hasBegun = false;
  let answer: unknown;
  const opened = await begin(async (_, { elicit, signal }) => {
    hasBegun = true;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    answer = await elicit('Well?', nameSchema);
  });
  opened.send(call(1));
  await until(() => hasBegun);
  opened.send(cancellation(1));
  await until(() => answer !== undefined);
  expect(answer).toEqual({ action: 'cancel' });
  expect(await opened.end()).toEqual([]);
});

test('a question that no user answers in time is an error where the handler cannot go on without', async () => {
  const opened = await begin(async (_, { roots }) => JSON.stringify(await roots({ timeoutMs: 20 })));
  expect(await opened.ask(call(1))).toEqual({ jsonrpc: '2.0', id: 'roots_1', method: 'roots/list' });
  expect(await opened.next()).toEqual(cancellation('roots_1', { reason: 'Timed out' }));
  expect((await opened.next())['result']).toEqual({
    content: [{ type: 'text', text: 'The client did not respond to roots/list' }],
    isError: true,
  });
});

describe('on a clock of the test', () => {
  const minutes = 60_000;

  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([undefined, 60 * minutes])('an answer is waited for 15 min, also with a timeoutMs of %s', async (given) => {
    const options = given === undefined ? {} : { timeoutMs: given };
    const opened = await begin(async (_, { elicit }) => (await elicit('Well?', nameSchema, options)).action);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect((await opened.ask(call(1)))['id']).toBe('elicit_1');
    await vi.advanceTimersByTimeAsync(15 * minutes - 1);
    expect(await opened.ask(request('before', 'ping'))).toMatchObject({ id: 'before' });
    await vi.advanceTimersByTimeAsync(1);
    expect((await opened.next())['params'].reason).toBe('Timed out');
    expect(textOf(await opened.next())).toBe('cancel');
  });

  test('a question that no user answers the second time counts as cancelled', async () => {
    const opened = await begin(async (_, { elicit }) => (await elicit('Well?', nameSchema, { timeoutMs: 50 })).action);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect((await opened.ask(call(1)))['id']).toBe('elicit_1');
    const again = await opened.ask(reply('elicit_1', { action: 'accept', content: { name: 7 } }));
    expect([again['id'], again['params'].message]).toEqual([
      'elicit_2',
      'Well?\n\nThe previous response was invalid: name must be a string',
    ]);
    await vi.advanceTimersByTimeAsync(50);
    expect((await opened.next())['params']).toEqual({ requestId: 'elicit_2', reason: 'Timed out' });
    expect(textOf(await opened.next())).toBe('cancel');
  });

  test('a question that was answered leaves no timer behind', async () => {
    const opened = await begin(async (_, { elicit }) => (await elicit('Well?', nameSchema)).action);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect((await opened.ask(call(1)))['id']).toBe('elicit_1');
    expect(vi.getTimerCount()).toBe(1);
    expect(textOf(await opened.ask(reply('elicit_1', { action: 'decline' })))).toBe('decline');
    expect(vi.getTimerCount()).toBe(0);
  });
});
