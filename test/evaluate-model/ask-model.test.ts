import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { evaluate, makeProject, playModel, readRecording, rightPlay, type Play } from './evaluated-project.js';

let folder: string;

beforeAll(async () => {
  folder = await makeProject();
});

const key = 'sk-secret-of-the-test';
beforeEach(() => void vi.stubEnv('OPENAI_API_KEY', key));
afterEach(() => void vi.unstubAllEnvs());

interface Report {
  readonly modes: readonly {
    readonly questions: readonly {
      readonly ask: string;
      readonly runs: readonly { readonly [key: string]: unknown }[];
    }[];
    readonly figures: { readonly [figure: string]: { readonly [key: string]: number } };
  }[];
  readonly stopped?: string;
  readonly tokens: number;
  readonly cost?: number;
}

async function measure(play: Play, ...args: readonly string[]) {
  const prompts = playModel(play);
  const { out, exitCode } = await evaluate(folder, '--format', 'json', ...args);
  return { report: JSON.parse(out) as Report, exitCode, prompts };
}

describe('a model that is right', () => {
  test('passes, with the tools of the server and the outputs of examples', async () => {
    const prompts = playModel(rightPlay);
    const outcome = await evaluate(folder, '--min', 'model.passed=1', '--price', '1,10');
    expect(outcome.error).toBe('tools 1/2\ntools 2/2\n');
    expect(outcome.exitCode).toBe(0);
    expect(outcome.out).toContain('ok   what did customer 7 buy?');
    expect(outcome.out).toContain('passed           100%');
    expect(prompts[0]?.tools?.map(({ name }) => name)).toEqual(['find_orders', 'refund_order', 'delete_order']);
    expect(JSON.stringify(prompts[0]?.prompt[0])).toContain('Amounts are in cents.');
    expect(JSON.stringify(prompts[1]?.prompt)).toContain('1234');
    // Five responses of 100 and 10 tokens.
    expect(outcome.out).toContain('550 tokens, 0.0010 USD');
  });

  test('is recorded without secrets and paths, with keys in a fixed order', async () => {
    playModel((_, round) =>
      round === 0
        ? { text: `My key is ${key}, in ${folder}.`, calls: [['find_orders', { customer: 7 }]] }
        : { text: 'Done.' },
    );
    await evaluate(folder);
    const first = readRecording(folder);
    await evaluate(folder);
    const withoutTimes = (text: string) => text.replaceAll(/"durationMs": \d+/gu, '');
    expect(withoutTimes(readRecording(folder))).toBe(withoutTimes(first));
    expect(first).not.toContain(key);
    expect(first).not.toContain(folder);
    expect(first).toContain('My key is <secret>, in <project>.');
    const { questions, ...head } = JSON.parse(first) as { readonly questions: readonly object[] };
    expect(Object.keys(head)).toEqual(['version', 'model', 'mode', 'responses', 'recorded', 'tools']);
    expect(questions[0]).toMatchObject({
      ask: 'what did customer 7 buy?',
      runs: [
        {
          passed: true,
          end: 'answered',
          steps: [
            {
              calls: [
                {
                  tool: 'find_orders',
                  arguments: { customer: 7 },
                  isError: false,
                  result: '{"orders":[{"id":1234}]}',
                  handled: [{ tool: 'find_orders', arguments: { customer: 7 }, result: { orders: [{ id: 1234 }] } }],
                },
              ],
              finishReason: 'tool-calls',
              inputTokens: 100,
              outputTokens: 10,
            },
            { text: 'Done.', calls: [], finishReason: 'stop' },
          ],
        },
      ],
    });
  });
});

test('a report has no secrets', async () => {
  playModel((_, round) => (round === 0 ? { calls: [['find_orders', { customer: key }]] } : { text: 'Done.' }));
  const { out } = await evaluate(folder);
  expect(out).toContain('find_orders was called with invalid arguments: {"customer":"<secret>"}');
  expect(out).not.toContain(key);
});

describe('a model that is wrong', () => {
  test('has a wrong tool, and fails a minimum', async () => {
    const play: Play = (_, round) => (round === 0 ? { calls: [['refund_order', { id: 7 }]] } : { text: 'Done.' });
    playModel(play);
    const { out, exitCode } = await evaluate(folder, '--min', 'model.passed=0.5', '--min', 'model.rightTools=0');
    expect(exitCode).toBe(1);
    expect(out).toContain('FAIL what did customer 7 buy?\n       find_orders was not called, but refund_order');
    expect(out).toContain('error: passed in mode tools is 0, below 0.5');
    expect(out).not.toContain('rightTools in mode');
  });

  test('has wrong arguments: of another value, and of a wrong type', async () => {
    const { report } = await measure((question, round) => {
      const customer = question.startsWith('what') ? 8 : 'seven';
      return round === 0 ? { calls: [['find_orders', { customer }]] } : { text: 'Done.' };
    });
    const [first, second] = report.modes[0]?.questions.map(({ runs }) => runs[0]) ?? [];
    expect(first).toMatchObject({ passed: false, rightTools: true, rightArguments: false, errors: 0 });
    expect(first?.['reasons']).toEqual(['find_orders was called with {"customer":8}, not {"customer":7}']);
    expect(second).toMatchObject({ passed: false, rightTools: false, errors: 1 });
    expect(second?.['reasons']).toContain('find_orders was called with invalid arguments: {"customer":"seven"}');
  });

  test('gets the message of the server for wrong arguments, and can correct them', async () => {
    const { report, prompts } = await measure((_, round) => {
      if (round > 1) return { text: 'Done.' };
      return { calls: [['find_orders', round === 0 ? { customer: 0 } : { customer: 7 }]] };
    });
    expect(JSON.stringify(prompts[1]?.prompt)).toContain('customer: must be at least 1');
    expect(report.modes[0]?.questions[0]?.runs[0]).toMatchObject({ passed: true, calls: 2, errors: 1 });
  });

  test('calls a tool that it must not call', async () => {
    const { report } = await measure((question, round) => {
      const right = rightPlay(question, round, { prompt: [] });
      return round === 1 ? { calls: [...(right.calls ?? []), ['delete_order', { id: 1234 }]] } : right;
    });
    const [first, second] = report.modes[0]?.questions ?? [];
    expect(first?.runs[0]).toMatchObject({ passed: true, forbidden: [] });
    expect(second?.runs[0]).toMatchObject({ passed: false, rightTools: true, forbidden: ['delete_order'] });
    expect(report.modes[0]?.figures['forbidden']).toMatchObject({ mean: 0.5 });
  });

  test('calls the tools in another order', async () => {
    const { report } = await measure((_, round) => {
      if (round === 0) return { calls: [['refund_order', { id: 1234 }]] };
      return round === 1 ? { calls: [['find_orders', { customer: 7 }]] } : { text: 'Done.' };
    });
    expect(report.modes[0]?.questions[1]?.runs[0]?.['reasons']).toEqual(['refund_order was called too early']);
  });
});

test('several runs have a spread', async () => {
  let asked = 0;
  const { report } = await measure(
    (question, round) => {
      if (round === 0) asked += 1;
      // Each question is asked three times; the third run of both fails.
      return asked % 3 === 0 ? { text: 'I do not know.' } : rightPlay(question, round, { prompt: [] });
    },
    '--runs',
    '3',
  );
  const { passed, calls } = report.modes[0]?.figures ?? {};
  expect(passed).toEqual({ mean: 0.6667, min: 0, max: 1, deviation: 0.4714 });
  expect(calls).toMatchObject({ mean: 1, min: 0, max: 1.5 });
});
