import { afterEach, describe, expect, test, vi } from 'vitest';
import { image, results } from '../../runtime/index.js';
import { nameSchema, playModern, probe, type Asking } from './asking.js';
import { makeDefinition, makeHandlers, makeTool, oneTool } from './fixture-server.js';
import { later, until } from './http-kit.js';
import { converse, reports, type Subject, type Wire } from './wire.js';

const named = (name: string) => ({ action: 'accept', content: { name } });
const textOf = (answer: Wire | undefined): string => answer?.['result'].content[0].text;
const keysOf = (result: Wire): readonly string[] => Object.keys(result['inputRequests'] as object);

describe('a round of questions (2026-07-28 basic/patterns/mrtr)', () => {
  test('keeps no question of an earlier round that nobody answered', async () => {
    let round = 0;
    const subject = oneTool(async (_, { ask }) => {
      round += 1;
      if (round !== 2) await ask('First?', nameSchema, { key: 'first' });
      return (await ask('Second?', nameSchema, { key: 'second' })).action;
    });
    const talk = converse(subject);
    const first = (await talk.ask(probe(1)))['result'];
    const second = (await talk.ask(probe(2, { requestState: first.requestState })))['result'];
    expect(keysOf(second)).toEqual(['second']);
    const inputResponses = { first: named('Mallory'), second: named('b') };
    const third = (await talk.ask(probe(3, { requestState: second.requestState, inputResponses })))['result'];
    expect(keysOf(third)).toEqual(['first']);
    const last = { requestState: third.requestState, inputResponses: { first: named('a') } };
    expect(textOf(await talk.ask(probe(4, last)))).toBe('accept');
  });

  test('has the result of a step as it was, also one that was made with a builder', async () => {
    const subject = oneTool(async (_, { ask, step }) => {
      const found = await step('find', () => results(['one', image('AAAA', 'image/png')]));
      await ask('Well?', nameSchema);
      return found;
    });
    const { result } = await playModern(subject, () => named('x'));
    expect(result['result'].content).toEqual([
      { type: 'text', text: 'one' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ]);
  });

  test('has two questions of one name under two keys, each with its own answer', async () => {
    const subject = oneTool(async (_, { ask }) => {
      const answers = await Promise.all([1, 2].map((number) => ask(`${number}?`, nameSchema, { key: 'who' })));
      return JSON.stringify(answers);
    });
    const talk = converse(subject);
    const first = (await talk.ask(probe(1)))['result'];
    expect(keysOf(first)).toEqual(['who', 'who#2']);
    const second = await talk.ask(
      probe(2, { requestState: first.requestState, inputResponses: { 'who#2': named('b') } }),
    );
    expect(keysOf(second['result'])).toEqual(['who']);
    const third = await talk.ask(
      probe(3, { requestState: second['result'].requestState, inputResponses: { who: named('a') } }),
    );
    expect(JSON.parse(textOf(third))).toEqual([named('a'), named('b')]);
  });

  test('names both parts of a capability that two questions need', async () => {
    const subject = oneTool((_, { ask }) =>
      Promise.all([ask('A?', nameSchema), ask('Pay', { url: 'https://example.com' })]),
    );
    const answer = await converse(subject).ask(probe(1, {}, {}));
    expect(answer['error']).toEqual({
      code: -32021,
      message: 'The client lacks a required capability: elicitation',
      data: { requiredCapabilities: { elicitation: { form: {}, url: {} } } },
    });
  });

  test('has a form without fields where the definition declares no schema', async () => {
    const confirm = async (_: unknown, { elicit }: { elicit: Record<string, () => Promise<unknown>> }) =>
      JSON.stringify(await elicit['confirm']?.());
    const subject: Subject = {
      definition: makeDefinition({ tools: [makeTool('probe', { elicitations: { confirm: { message: ['Sure?'] } } })] }),
      handlers: makeHandlers({ tools: { probe: confirm } }),
    };
    const answer = await converse(subject).ask(probe(1));
    expect(answer['result'].inputRequests.confirm.params).toEqual({
      message: 'Sure?',
      requestedSchema: { type: 'object', properties: {} },
    });
    expect(textOf((await playModern(subject, () => ({ action: 'accept' }))).result)).toBe(
      '{"action":"accept","content":{}}',
    );
  });

  test.each(['Alice', 7, null, ['Alice']])('is asked again when the content of a form is %j', async (content) => {
    const answers = [{ action: 'accept', content }, { action: 'decline' }];
    const { asked } = await playModern(
      oneTool((_, { ask }) => ask('Who?', nameSchema)),
      () => answers.shift(),
    );
    expect(asked).toEqual([{ ask: 'Who?' }, { ask: 'Who?\n\nThe last answer cannot be used: it must be an object' }]);
  });
});

describe('a step beside a question', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Runs a step that ends when the test says so, beside a question. */
  function openStep() {
    let runs = 0;
    let end = (_result: string): void => {};
    const asking: Asking = async (_, { ask, step }) => {
      const stepped = step('slow', () => {
        runs += 1;
        return new Promise((resolve) => {
          end = resolve;
        });
      });
      const { action } = await ask('Well?', nameSchema);
      return `${action} ${String(await stepped)}`;
    };
    return { talk: converse(oneTool(asking)), end: (result: string) => end(result), runs: () => runs };
  }

  test('is waited for, and its result is kept for the next round', async () => {
    const { talk, end, runs } = openStep();
    const asked = talk.ask(probe(1));
    await until(() => runs() === 1);
    await later(20);
    end('done');
    const { requestState } = (await asked)['result'];
    expect(textOf(await talk.ask(probe(2, { requestState, inputResponses: { ask: named('x') } })))).toBe('accept done');
    expect(runs()).toBe(1);
  });

  test('is waited for 10 s, then runs again in the next round', async () => {
    const { talk, end, runs } = openStep();
    // Loads what questions need.
    await converse(oneTool((_, { ask }) => ask('Well?', nameSchema))).ask(probe(1));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let answer: Wire | undefined;
    void talk.ask(probe(1)).then((came) => (answer = came));
    await vi.advanceTimersByTimeAsync(0);
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(9_990);
    await new Promise(setImmediate);
    expect(answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10);
    vi.useRealTimers();
    await until(() => answer !== undefined);
    const { requestState } = (answer ?? {})['result'];
    const last = talk.ask(probe(2, { requestState, inputResponses: { ask: named('x') } }));
    const before = runs();
    await until(() => runs() > before);
    end('again');
    expect(textOf(await last)).toBe('accept again');
  });
});

test('a state that is too large is reported to the operator', async () => {
  const subject = oneTool(async (_, { ask, step }) => {
    await step('large', () => 'x'.repeat(70_000));
    return ask('Well?', nameSchema);
  });
  const message = 'Answers and steps take more than the 65536 characters that a state may have';
  expect((await converse(subject).ask(probe(1)))['error']).toEqual({ code: -32603, message });
  expect(reports.join('')).toContain(`REQUEST | ERROR: ${message}\n`);
});

test('what a handler releases when it is suspended is released last first, and a failure is reported', async () => {
  const released: string[] = [];
  const subject = oneTool(async (_, { ask, onSuspend, signal }) => {
    signal.addEventListener('abort', () => released.push((signal.reason as Error).message));
    onSuspend(() => released.push('first'));
    onSuspend(() => {
      throw new Error('It was gone');
    });
    onSuspend(() => released.push('last'));
    return ask('Well?', nameSchema);
  });
  const answer = await converse(subject).ask(probe(1));
  expect(answer['result'].resultType).toBe('input_required');
  expect(released).toEqual(['suspended', 'last', 'first']);
  expect(reports.join('')).toContain('RELEASE | ERROR: It was gone\n');
});
