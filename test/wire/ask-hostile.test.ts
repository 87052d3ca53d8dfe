import { afterEach, describe, expect, test, vi } from 'vitest';
import { nameSchema, playLegacy, playModern, probe, textOf, type Asking } from './asking.js';
import { oneTool } from './fixture-server.js';
import { makeGate } from './task-client.js';
import { converse, initialize, initialized, request, turn, type Conversation } from './wire.js';

const accepted = { action: 'accept', content: { name: 'x' } };

const eras = [
  ['legacy', playLegacy],
  ['modern', playModern],
] as const;

describe.each(eras)('a handler in the %s era', (era, play) => {
  test('does a step once, however many rounds there are', async () => {
    const done: string[] = [];
    const handler: Asking = async (_, { elicit, step }) => {
      const first = await step('find', () => done.push('find'));
      await elicit('One?', nameSchema);
      await step('mark', () => void done.push('mark'));
      await elicit('Two?', nameSchema);
      return `${first} ${JSON.stringify(await step('order', async () => ({ at: new Date(0) })))}`;
    };
    const { result } = await play(oneTool(handler), () => accepted);
    expect(done).toEqual(['find', 'mark']);
    expect(textOf(result)).toBe('1 {"at":"1970-01-01T00:00:00.000Z"}');
  });

  test('tells steps of the same name apart by their order', async () => {
    const runs: number[] = [];
    const handler: Asking = async (_, { elicit, step }) => {
      const results: number[] = [];
      for (let index = 0; index < 3; index += 1) {
        results.push(await step('item', () => runs.push(index)));
        await elicit(`Item ${index}?`, nameSchema);
      }
      return results.join();
    };
    const { asked, result } = await play(oneTool(handler), () => accepted);
    expect(runs).toEqual([0, 1, 2]);
    expect([asked.length, textOf(result)]).toEqual([3, '1,2,3']);
  });

  test('has the error of a step again, and the step not', async () => {
    let runs = 0;
    const handler: Asking = async (_, { elicit, step }) => {
      const failed = await step('fail', () => {
        runs += 1;
        throw new RangeError('No luck');
      }).catch((error: Error) => error.message);
      await elicit('Go on?', nameSchema);
      return `${failed} ${runs}`;
    };
    expect(textOf((await play(oneTool(handler), () => accepted)).result)).toBe('No luck 1');
  });

  test('hears of a step whose result is no JSON', async () => {
    const handler: Asking = async (_, { step }) => step('odd', () => () => 1) as Promise<never>;
    const { result } = await play(oneTool(handler), () => accepted);
    expect(result['result']).toMatchObject({
      isError: true,
      content: [{ text: 'The result of the step "odd" is not JSON' }],
    });
  });

  test('reaches `finally` once, and `catch` never', async () => {
    const reached: string[] = [];
    const handler: Asking = async (_, { elicit }) => {
      try {
        return (await elicit('Sure?', nameSchema)).action;
      } catch {
        reached.push('catch');
        return 'caught';
      } finally {
        reached.push('finally');
      }
    };
    expect(textOf((await play(oneTool(handler), () => accepted)).result)).toBe('accept');
    expect(reached).toEqual(['finally']);
  });

  test('gives back what it holds in every round', async () => {
    let held = 0;
    let taken = 0;
    const handler: Asking = async (_, { elicit, onSuspend }) => {
      held += 1;
      taken += 1;
      const release = (): void => {
        held -= 1;
      };
      onSuspend(release);
      try {
        await elicit('One?', nameSchema);
        return (await elicit('Two?', nameSchema)).action;
      } finally {
        release();
      }
    };
    expect(textOf((await play(oneTool(handler), () => accepted)).result)).toBe('accept');
    expect(held).toBe(0);
    expect(taken).toBe(era === 'legacy' ? 1 : 3);
  });

  test('asks each question of a loop once', async () => {
    const handler: Asking = async (_, { elicit }) => {
      let count = 0;
      while ((await elicit('Another?', nameSchema)).action === 'accept') count += 1;
      return String(count);
    };
    const answers = [accepted, accepted, { action: 'decline' }];
    const { asked, result } = await play(oneTool(handler), () => answers.shift());
    expect([asked.length, textOf(result)]).toEqual([3, '2']);
  });

  test('gets the same id in all rounds of a request', async () => {
    const ids = new Set<string>();
    const handler: Asking = async (_, context) => {
      ids.add(context.idempotencyKey);
      await context.elicit('One?', nameSchema);
      return context.idempotencyKey;
    };
    const first = textOf((await play(oneTool(handler), () => accepted)).result);
    expect([...ids]).toEqual([first]);
    expect(textOf((await play(oneTool(handler), () => accepted)).result)).not.toBe(first);
  });

  test('loses no answer when it is slow to ask one of several questions', async () => {
    let rounds = 0;
    const handler: Asking = async (_, { elicit }) => {
      rounds += 1;
      const slow = async (): Promise<string> => {
        if (rounds > 1) await turn();
        return (await elicit('A?', nameSchema, { key: 'a' })).action;
      };
      const quick = async (): Promise<string> => {
        await elicit('B?', nameSchema, { key: 'b' });
        return (await elicit('C?', nameSchema, { key: 'c' })).action;
      };
      return (await Promise.all([slow(), quick()])).join();
    };
    const { asked, result } = await play(oneTool(handler), () => accepted);
    expect(asked.flatMap((round) => Object.values(round)).toSorted()).toEqual(['A?', 'B?', 'C?']);
    expect(textOf(result)).toBe('accept,accept');
  });
});

describe('in the modern era', () => {
  test('a question whose text has changed is asked again, and the old answer does not count', async () => {
    let rows = 3;
    const handler: Asking = async (_, { elicit }) => {
      const answer = await elicit(`Delete ${rows} rows?`, nameSchema, { key: 'confirm' });
      return `${rows} ${answer.action}`;
    };
    const asked: string[] = [];
    const { result } = await playModern(oneTool(handler), (_, { params }) => {
      asked.push(params.message as string);
      rows = 300;
      return asked.length === 1 ? accepted : { action: 'decline' };
    });
    expect(asked).toEqual(['Delete 3 rows?', 'Delete 300 rows?']);
    expect(textOf(result)).toBe('300 decline');
  });

  test('so is one that claims to be static', async () => {
    let round = 0;
    const handler: Asking = async (_, { elicit }) => {
      round += 1;
      return (await elicit(`Round ${round}?`, nameSchema, { key: 'k', isStatic: true })).action;
    };
    const talk = converse(oneTool(handler));
    const { requestState } = (await talk.ask(probe(1)))['result'];
    const second = await talk.ask(probe(2, { requestState, inputResponses: { k: accepted } }));
    expect(second['result'].inputRequests.k.params.message).toBe('Round 2?');
  });

  test('so is one whose schema has changed', async () => {
    let round = 0;
    const handler: Asking = async (_, { elicit }) => {
      round += 1;
      const properties = { name: { type: 'string', title: round === 1 ? 'Name' : 'Account to close' } } as const;
      return (await elicit('Sure?', { type: 'object', properties })).action;
    };
    expect((await playModern(oneTool(handler), () => accepted)).asked).toHaveLength(2);
  });

  test('what is no step happens again in every round', async () => {
    let effects = 0;
    const handler: Asking = async (_, { elicit }) => {
      effects += 1;
      await elicit('One?', nameSchema);
      await elicit('Two?', nameSchema);
    };
    await playModern(oneTool(handler), () => accepted);
    expect(effects).toBe(3);
  });

  test('a handler that is left hears it, and does nothing more', async () => {
    const heard: unknown[] = [];
    const handler: Asking = async (_, { elicit, step, signal }) => {
      signal.addEventListener('abort', () => {
        heard.push((signal.reason as Error).message);
        void step('late', () => heard.push('late'));
        void elicit('Late?', nameSchema).then(() => heard.push('asked'));
      });
      return (await elicit('Sure?', nameSchema)).action;
    };
    const talk = converse(oneTool(handler));
    await talk.ask(probe(1));
    await turn();
    expect(await talk.end()).toEqual([]);
    expect(heard).toEqual(['suspended']);
  });

  test('a handler that ends while its question is open is not left', async () => {
    let isReleased = false;
    const handler: Asking = (_, { elicit, onSuspend }) => {
      onSuspend(() => {
        isReleased = true;
      });
      void elicit('Sure?', nameSchema);
      return 'done';
    };
    const talk = converse(oneTool(handler));
    expect(textOf(await talk.ask(probe(1)))).toBe('done');
    await turn();
    expect(isReleased).toBe(false);
  });
});

describe('the time that a tool may take', () => {
  const slow: Asking = async (_, { elicit }) => {
    const { action } = await elicit('Sure?', nameSchema);
    return action;
  };

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Calls a tool that may take 60 ms, of a client that can be asked. */
  async function begin(handler: Asking): Promise<Conversation> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const talk = converse(oneTool(handler, { timeoutMs: 60 }));
    await talk.ask(initialize(0, '2025-11-25', { elicitation: {} }));
    talk.send(initialized, request(1, 'tools/call', { name: 'probe' }));
    return talk;
  }

  const answer = { jsonrpc: '2.0', id: 'elicit_1', result: accepted };

  test('does not run while a question is open', async () => {
    const talk = await begin(slow);
    await talk.next();
    await vi.advanceTimersByTimeAsync(120);
    expect(textOf(await talk.ask(answer))).toBe('accept');
  });

  test('runs on when it is answered, with what was left of it', async () => {
    const [called, begun] = [makeGate(), makeGate()];
    const talk = await begin(async (input, context) => {
      called.open();
      await begun.opened;
      await slow(input, context);
      await new Promise(() => {});
    });
    await called.opened;
    await vi.advanceTimersByTimeAsync(40);
    begun.open();
    await talk.next();
    talk.send(answer);
    await talk.ask(request(2, 'ping'));
    await vi.advanceTimersByTimeAsync(19);
    expect(await talk.ask(request(3, 'ping'))).toMatchObject({ id: 3 });
    await vi.advanceTimersByTimeAsync(1);
    expect(textOf(await talk.next())).toBe('Tool "probe" timed out after 60 ms');
  });
});
