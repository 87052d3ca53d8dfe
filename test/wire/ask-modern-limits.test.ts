import { describe, expect, test } from 'vitest';
import { image, results } from '../../runtime/index.js';
import { named, nameSchema, playModern, probe, textOf } from './asking.js';
import { makeDefinition, makeHandlers, makeTool, oneTool } from './fixture-server.js';
import { converse, reports, type Subject, type Wire } from './wire.js';

const keysOf = (result: Wire): readonly string[] => Object.keys(result['inputRequests'] as object);

describe('a round of questions (2026-07-28 basic/patterns/mrtr)', () => {
  test('keeps no question of an earlier round that no client answered', async () => {
    let round = 0;
    const subject = oneTool(async (_, { elicit }) => {
      round += 1;
      if (round !== 2) await elicit('First?', nameSchema, { key: 'first' });
      return (await elicit('Second?', nameSchema, { key: 'second' })).action;
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
    const subject = oneTool(async (_, { elicit, step }) => {
      const found = await step('find', () => results(['one', image('AAAA', 'image/png')]));
      await elicit('Well?', nameSchema);
      return found;
    });
    const { result } = await playModern(subject, () => named('x'));
    expect(result['result'].content).toEqual([
      { type: 'text', text: 'one' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ]);
  });

  test('has two questions of one name under two keys, each with its own answer', async () => {
    const subject = oneTool(async (_, { elicit }) => {
      const answers = await Promise.all([1, 2].map((number) => elicit(`${number}?`, nameSchema, { key: 'who' })));
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

  test('has a third key for a question whose key is taken by one that was asked before', async () => {
    let round = 0;
    const questions = [
      ['One?', 'Two?'],
      ['Two?', 'Three?'],
    ];
    const subject = oneTool(async (_, { elicit }) => {
      const texts = questions[round] ?? ['Two?', 'Three?'];
      round += 1;
      const answers = await Promise.all(texts.map((text) => elicit(text, nameSchema)));
      return JSON.stringify(answers);
    });
    const talk = converse(subject);
    const first = (await talk.ask(probe(1)))['result'];
    expect(keysOf(first)).toEqual(['ask', 'ask#2']);
    const second = (await talk.ask(probe(2, { requestState: first.requestState })))['result'];
    expect(second.inputRequests).toMatchObject({
      'ask#2': { params: { message: 'Two?' } },
      'ask#3': { params: { message: 'Three?' } },
    });
    expect(keysOf(second)).toEqual(['ask#2', 'ask#3']);
    const inputResponses = { 'ask#2': named('two'), 'ask#3': named('three') };
    const third = await talk.ask(probe(3, { requestState: second.requestState, inputResponses }));
    expect(JSON.parse(textOf(third))).toEqual([named('two'), named('three')]);
  });

  test('tells two questions with the same words apart by their keys', async () => {
    let round = 0;
    const subject = oneTool(async (_, { elicit }) => {
      round += 1;
      const keys = round === 1 ? ['a', 'b'] : ['b', 'a'];
      return JSON.stringify(await Promise.all(keys.map((key) => elicit('Name?', nameSchema, { key }))));
    });
    const { asked, result } = await playModern(subject, (key) => named(key));
    expect(asked).toEqual([{ a: 'Name?', b: 'Name?' }]);
    expect(JSON.parse(textOf(result))).toEqual([named('b'), named('a')]);
  });

  test('keeps answers to questions that the handler does not reach this time', async () => {
    const runs = [['a'], ['a', 'b'], ['c'], ['c', 'a', 'b']];
    const subject = oneTool(async (_, { elicit }) => {
      const answers: unknown[] = [];
      for (const key of runs.shift() ?? []) answers.push((await elicit(`${key}?`, nameSchema, { key })) as unknown);
      return JSON.stringify(answers);
    });
    const { asked, result } = await playModern(subject, (key) => named(key));
    expect(asked).toEqual([{ a: 'a?' }, { b: 'b?' }, { c: 'c?' }]);
    expect(JSON.parse(textOf(result))).toEqual([named('c'), named('a'), named('b')]);
  });

  test('says again why an answer did not fit when there was none the next time', async () => {
    const talk = converse(oneTool((_, { elicit }) => elicit('Who?', nameSchema)));
    const first = (await talk.ask(probe(1)))['result'];
    const inputResponses = { ask: { action: 'accept', content: { name: 7 } } };
    const second = (await talk.ask(probe(2, { requestState: first.requestState, inputResponses })))['result'];
    const third = (await talk.ask(probe(3, { requestState: second.requestState })))['result'];
    for (const { inputRequests } of [second, third]) {
      expect(inputRequests.ask.params.message).toBe('Who?\n\nThe previous response was invalid: name must be a string');
    }
  });

  test('takes answers to static questions that it did not ask, but not those to questions whose words have changed', async () => {
    let word = 'old';
    const subject = oneTool(async (_, { elicit }) => {
      const put = (key: string, text: string) => elicit(text, nameSchema, { key, isStatic: true });
      const answers = await Promise.all([put('a', 'A?'), put('b', `B ${word}?`)]);
      return JSON.stringify([...answers, await put('c', 'C?')]);
    });
    const talk = converse(subject);
    const first = (await talk.ask(probe(1)))['result'];
    expect(keysOf(first)).toEqual(['a', 'b']);
    word = 'new';
    const all = { a: named('a'), b: named('b'), c: named('c') };
    const second = (await talk.ask(probe(2, { requestState: first.requestState, inputResponses: all })))['result'];
    expect(keysOf(second)).toEqual(['b']);
    const third = await talk.ask(probe(3, { requestState: second.requestState, inputResponses: all }));
    expect(JSON.parse(textOf(third))).toEqual([named('a'), named('b'), named('c')]);
  });

  test('names both parts of a capability that two questions need, and others', async () => {
    const subject = oneTool((_, { elicit, roots }) =>
      Promise.all([elicit('A?', nameSchema), elicit('Pay', { url: 'https://example.com' }), roots()]),
    );
    const answer = await converse(subject).ask(probe(1, {}, {}));
    expect(answer['error']).toEqual({
      code: -32021,
      message: 'The client lacks a required capability: elicitation, roots',
      data: { requiredCapabilities: { elicitation: { form: {}, url: {} }, roots: {} } },
    });
  });

  test('has a form without fields where the definition declares no schema', async () => {
    const confirm = async (_: unknown, { elicitations }: { elicitations: Record<string, () => Promise<unknown>> }) =>
      JSON.stringify(await elicitations['confirm']?.());
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
      oneTool((_, { elicit }) => elicit('Who?', nameSchema)),
      () => answers.shift(),
    );
    expect(asked).toEqual([
      { ask: 'Who?' },
      { ask: 'Who?\n\nThe previous response was invalid: it must be an object' },
    ]);
  });
});

test('a state that is too large is reported to the operator', async () => {
  const subject = oneTool(async (_, { elicit, step }) => {
    await step('large', () => 'x'.repeat(70_000));
    return elicit('Well?', nameSchema);
  });
  const message = 'Elicitation results and steps exceed the state limit of 65536 characters';
  expect((await converse(subject).ask(probe(1)))['error']).toEqual({ code: -32603, message });
  expect(reports.join('')).toContain(`REQUEST | ERROR: ${message}\n`);
});

test('what a handler releases when it is suspended is released last first, and a failure is reported', async () => {
  const released: string[] = [];
  const subject = oneTool(async (_, { elicit, onSuspend, signal }) => {
    signal.addEventListener('abort', () => released.push((signal.reason as Error).message));
    onSuspend(() => released.push('first'));
    onSuspend(() => {
      throw new Error('It was gone');
    });
    onSuspend(() => released.push('last'));
    return elicit('Well?', nameSchema);
  });
  const answer = await converse(subject).ask(probe(1));
  expect(answer['result'].resultType).toBe('input_required');
  expect(released).toEqual(['suspended', 'last', 'first']);
  expect(reports.join('')).toContain('RELEASE | ERROR: It was gone\n');
});
