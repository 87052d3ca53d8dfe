import { describe, expect, test } from 'vitest';
import type { HandlerContext } from '../../runtime/index.js';
import {
  compareProtocolVersions,
  type ResponseScript,
  type Effects,
  type ParityReport,
} from '../../runtime/clients/testing/index.js';
import { nameSchema } from '../wire/asking.js';
import { oneTool } from '../wire/fixture-server.js';
import { turn } from '../wire/wire.js';

/** A handler that does something to the world. */
type Acting = (context: HandlerContext, effects: Effects) => unknown;

const accepted = { action: 'accept', content: { name: 'x' } } as const;
const declined = { action: 'decline' } as const;

/** Calls a tool everywhere, with a handler of its own in each run; it also has tasks. */
function compareFresh(makeAct: () => Acting, answers: ResponseScript): Promise<ParityReport> {
  return compareProtocolVersions(
    (effects) => {
      const act = makeAct();
      const handler = (_: unknown, context: HandlerContext): unknown => act(context, effects);
      return oneTool(handler, { task: { support: 'optional' } });
    },
    { call: { tool: 'probe' }, responses: answers },
  );
}

const compare = (act: Acting, answers: ResponseScript): Promise<ParityReport> => compareFresh(() => act, answers);

/** Options of every run that can ask. */
function commonOf({ runs, differences }: ParityReport) {
  expect(differences).toEqual([]);
  const asking = runs.filter(({ protocolVersion: revision }) => revision >= '2025-06-18');
  expect(asking).toHaveLength(11);
  const all = asking.map(({ outcome, clientRequests: questions, effects }) => ({
    text: 'result' in outcome ? (outcome.result as { content: { text: string }[] }).content[0]?.text : outcome,
    asked: questions.map(({ message }) => message),
    effects: effects.toSorted(),
  }));
  for (const each of all) expect(each).toEqual(all[0]);
  return all[0];
}

describe('is the same in all eras:', () => {
  test('a step next to a question, whose effect happens once', async () => {
    const act: Acting = async ({ elicit, step }, { effect }) => {
      const charge = async (): Promise<number> => {
        await turn();
        effect('charge');
        return 7;
      };
      const [answer, charged] = await Promise.all([elicit('Sure?', nameSchema), step('charge', charge)]);
      return `${answer.action} ${charged}`;
    };
    expect(commonOf(await compare(act, [accepted]))).toEqual({
      text: 'accept 7',
      asked: ['Sure?'],
      effects: ['charge'],
    });
  });

  test('questions that are asked together', async () => {
    const act: Acting = async ({ elicit, sample, roots }) => {
      const message = { role: 'user', content: { type: 'text', text: 'Capital?' } } as const;
      const [first, second, sampled, folders] = await Promise.all([
        elicit('One?', nameSchema),
        elicit('Two?', nameSchema),
        sample({ messages: [message], maxTokens: 9 }),
        roots(),
      ]);
      return [first.action, second.action, sampled.model, folders.length].join();
    };
    const answers = {
      One: accepted,
      Two: declined,
      'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'm' },
      'roots/list': { roots: [{ uri: 'file:///home' }] },
    } as const;
    expect(commonOf(await compare(act, answers))).toMatchObject({
      text: 'accept,decline,m,1',
      asked: ['One?', 'Two?', 'Capital?', ''],
    });
  });

  test('a question that races against something endless, or against another', async () => {
    const act: Acting = async ({ elicit }) => {
      const first = await Promise.race([elicit('One?', nameSchema), new Promise<never>(() => {})]);
      const second = await Promise.race([elicit('Two?', nameSchema), elicit('Three?', nameSchema)]);
      return `${first.action} ${second.action}`;
    };
    const answers = { One: accepted, Two: accepted, Three: accepted };
    expect(commonOf(await compare(act, answers))).toMatchObject({
      text: 'accept accept',
      asked: ['One?', 'Two?', 'Three?'],
    });
  });
});

describe('is reported:', () => {
  /** The differences of one way, without saying which way. */
  const differencesOf = ({ differences }: ParityReport, name: string): readonly string[] =>
    differences
      .filter((difference) => difference.startsWith(`${name}, unlike 2025-11-25 over stdio: `))
      .map((difference) => difference.slice(difference.indexOf(': ') + 2));
  /** The ways that something is reported of. */
  const waysOf = ({ differences }: ParityReport): readonly string[] => [
    ...new Set(differences.map((difference) => difference.split(/, unlike |: /u)[0] ?? '')),
  ];
  const modernWays = ['stdio', 'stdio with Content-Length', 'HTTP'].map((transport) => `2026-07-28 over ${transport}`);

  test('an effect between two questions that is no step', async () => {
    const act: Acting = async ({ elicit }, { effect }) => {
      await elicit('One?', nameSchema);
      effect('charge');
      await elicit('Two?', nameSchema);
      return 'done';
    };
    const report = await compare(act, [accepted, accepted]);
    expect(waysOf(report)).toEqual(modernWays);
    for (const way of modernWays) {
      expect(differencesOf(report, way)).toEqual(['the effect charge happened twice, not once']);
    }
  });

  test('what is given back in `finally` only', async () => {
    const act: Acting = async ({ elicit }, { effect }) => {
      effect('take');
      try {
        return (await elicit('Sure?', nameSchema)).action;
      } finally {
        effect('give back');
      }
    };
    const report = await compare(act, [accepted]);
    expect(differencesOf(report, '2026-07-28 over HTTP')).toEqual(['the effect take happened twice, not once']);
  });

  test('a question whose text is another one in each round, and which therefore has no end', async () => {
    const makeAct = (): Acting => {
      let rounds = 0;
      return async ({ elicit }) => {
        rounds += 1;
        return (await elicit(`Number ${rounds}?`, nameSchema)).action;
      };
    };
    const report = await compareFresh(makeAct, [accepted]);
    expect(waysOf(report)).toEqual(modernWays);
    expect(report.differences).toContain('2026-07-28 over HTTP: `responses` has no response to "Number 2?": add one');
    const endless = await compareFresh(makeAct, () => accepted);
    expect(differencesOf(endless, '2026-07-28 over HTTP')[0]).toContain('A request can elicit input at most 32 times');
  });

  test('a question whose text changes once, which is asked again', async () => {
    const makeAct = (): Acting => {
      let rows = 3;
      return async ({ elicit }) => {
        const message = `Delete ${rows} rows?`;
        rows = 300;
        return `${message} ${(await elicit(message, nameSchema)).action}`;
      };
    };
    const report = await compareFresh(makeAct, { 'Delete 3 ': accepted, 'Delete 300 ': declined });
    expect(waysOf(report)).toEqual(modernWays);
    expect(differencesOf(report, '2026-07-28 over stdio')).toEqual([
      'result.content[0].text is "Delete 300 rows? decline", not "Delete 3 rows? accept"',
      '"Delete 300 rows?" was sent once, not never',
    ]);
  });

  test('a race between a question and the end of the round, which a handler that is left must not go on with', async () => {
    const act: Acting = async ({ elicit, signal }, { effect }) => {
      const end = new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('the end')));
      const winner = await Promise.race([elicit('Sure?', nameSchema).then(({ action }) => action), end]);
      effect(winner);
      return winner;
    };
    const report = await compare(act, [accepted]);
    expect(waysOf(report)).toEqual(modernWays);
    expect(differencesOf(report, '2026-07-28 over HTTP')).toEqual(['the effect the end happened once, not never']);
  });

  test('a result that depends on the era, the transport or the number of runs', async () => {
    let runs = 0;
    const byRevision = await compare(
      ({ protocolVersion: revision }) => (revision === '2025-03-26' ? 'old' : 'new'),
      [],
    );
    expect(waysOf(byRevision)).toEqual(
      ['stdio', 'stdio with Content-Length', 'HTTP'].map((transport) => `2025-03-26 over ${transport}`),
    );
    const byTransport = await compare(({ http }) => (http === undefined ? 'stream' : 'web'), []);
    expect(waysOf(byTransport)).toContain('2024-11-05 over HTTP');
    expect(waysOf(byTransport)).not.toContain('2024-11-05 over stdio');
    const byNumber = await compare(() => String((runs += 1)), []);
    expect(waysOf(byNumber)).toHaveLength(16);
  });

  test('a question that is asked in one era only', async () => {
    const act: Acting = async ({ elicit, protocolVersion: revision }) => {
      if (revision === '2026-07-28') await elicit('Sure?', nameSchema);
      return 'done';
    };
    const report = await compare(act, [accepted]);
    expect(differencesOf(report, '2026-07-28 over HTTP')).toEqual(['"Sure?" was sent once, not never']);
  });

  test('a refusal that is caught: from 2026-07-28 on the handler never hears of it', async () => {
    const act: Acting = async ({ elicit }) => {
      try {
        return (await elicit('Sure?', nameSchema)).action;
      } catch {
        return 'caught';
      }
    };
    const report = await compareProtocolVersions(
      oneTool((_, context) => act(context, noEffects)),
      {
        call: { tool: 'probe' },
        withoutCapabilities: ['elicitation'],
      },
    );
    expect(waysOf(report)).toEqual(modernWays);
  });
});

const noEffects: Effects = { effect: () => {}, observe: (_, run) => run };
