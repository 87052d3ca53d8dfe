import { afterEach, describe, expect, test, vi } from 'vitest';
import { named, nameSchema, probe, textOf, type Asking } from './asking.js';
import { oneTool } from './fixture-server.js';
import { until } from './http-kit.js';
import { converse, turn, type Wire } from './wire.js';

const keysOf = (result: Wire): readonly string[] => Object.keys(result['inputRequests'] as object);

describe('a step next to a question', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Runs a step that ends when the test says so, next to a question. */
  function openStep() {
    let runs = 0;
    let end = (_result: string): void => {};
    const asking: Asking = async (_, { elicit, step }) => {
      const stepped = step('slow', () => {
        runs += 1;
        return new Promise((resolve) => {
          end = resolve;
        });
      });
      const { action } = await elicit('Well?', nameSchema);
      return `${action} ${String(await stepped)}`;
    };
    return { talk: converse(oneTool(asking)), end: (result: string) => end(result), runs: () => runs };
  }

  test('is waited for, and its result is kept for the next round', async () => {
    const { talk, end, runs } = openStep();
    const asked = talk.ask(probe(1));
    await until(() => runs() === 1);
    await turn();
    end('done');
    const { requestState } = (await asked)['result'];
    expect(textOf(await talk.ask(probe(2, { requestState, inputResponses: { ask: named('x') } })))).toBe('accept done');
    expect(runs()).toBe(1);
  });

  test('is waited for, and what the handler asks after it is asked in the same round', async () => {
    const subject = oneTool((_, { elicit, step }) =>
      Promise.all([
        elicit('First?', nameSchema, { key: 'first' }),
        step('slow', () => turn()).then(() => elicit('Second?', nameSchema, { key: 'second' })),
      ]),
    );
    expect(keysOf((await converse(subject).ask(probe(1)))['result'])).toEqual(['first', 'second']);
  });

  test('that follows on another without end holds the question up for 10 s', async () => {
    await converse(oneTool((_, { elicit }) => elicit('Well?', nameSchema))).ask(probe(1));
    let end = 0;
    const talk = converse(
      oneTool(async (_, { elicit, step, signal }) => {
        signal.addEventListener('abort', () => (end = performance.now()));
        void elicit('Well?', nameSchema);
        for (let number = 0; !signal.aborted; number += 1)
          await step(`${number}`, () => new Promise((resolve) => setTimeout(resolve, 500)));
      }),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const answers: Wire[] = [];
    void talk.ask(probe(1)).then((answer) => answers.push(answer));
    const begun = performance.now();
    while (answers.length === 0) {
      // Short, because threads that seal states take real time.
      await vi.advanceTimersByTimeAsync(2);
      await turn();
    }
    expect(end - begun).toBeGreaterThanOrEqual(10_000);
    expect(end - begun).toBeLessThan(13_000);
    expect(keysOf(answers[0]?.['result'] as Wire)).toEqual(['ask']);
  });

  test('is waited for 10 s, then runs again in the next round', async () => {
    const { talk, end, runs } = openStep();
    // Loads what questions need.
    await converse(oneTool((_, { elicit }) => elicit('Well?', nameSchema))).ask(probe(1));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.advanceTimersByTime(60_000);
    let answer: Wire | undefined;
    void talk.ask(probe(1)).then((came) => (answer = came));
    await vi.advanceTimersByTimeAsync(0);
    while (vi.getTimerCount() === 0) await turn();
    await vi.advanceTimersByTimeAsync(9_990);
    await turn();
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
