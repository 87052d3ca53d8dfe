import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { named, nameSchema, probe, textOf } from './asking.js';
import { makeDefinition, makeHandlers, makeTool, oneTool } from './fixture-server.js';
import { converse, reports } from './wire.js';

const refused = { code: -32602, message: 'Invalid params: requestState is invalid or has expired' };
const asking = oneTool(async (_, { elicit }) => (await elicit('Well?', nameSchema)).action);

/** What a server told its operator, without times. */
const told = (): readonly string[] => reports.map((line) => line.replace(/^\[[^\]]+\] /u, ''));

describe('a state that is refused (2026-07-28 basic/patterns/mrtr#server-requirements-basic-workflow)', () => {
  test.each<[reason: string, change: (state: string, key: string) => unknown]>([
    ['it is not a string', () => 7],
    ['it is not a string', () => null],
    ['it is too long', () => 'x'.repeat(65_537)],
    ['it does not have the form of a state', () => ''],
    ['it does not have the form of a state', () => 'x'.repeat(65_536)],
    ['it does not have the form of a state', (state) => state.replace('1.', '2.')],
    ['it does not have the form of a state', (state) => `${state}.`],
    ['it was sealed with a key that is not known here', () => '1.'],
    ['it was sealed with a key that is not known here', (state) => state.replace(/\.[\w-]+\./u, '.AAAAAAAA.')],
    ['it is not base64url', (_, key) => `1.${key}`],
    ['it is not base64url', (_, key) => `1.${key}.~~~~`],
    ['it is not base64url', (_, key) => `1.${key}.${'A'.repeat(16)}`],
    ['it is not base64url', (_, key) => `1.${key}.${'A'.repeat(17)}B`],
    ['it was changed on its way', (_, key) => `1.${key}.${'A'.repeat(18)}`],
    ['it was changed on its way', (state) => state.replace(/.{4}$/u, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA'))],
  ])('is reported with the reason: %s', async (reason, change) => {
    const talk = converse(asking);
    const { requestState: state } = (await talk.ask(probe(1)))['result'];
    const requestState = change(state as string, (state as string).split('.')[1] ?? '');
    expect((await talk.ask(probe(2, { requestState, inputResponses: { ask: named('x') } })))['error']).toEqual(refused);
    expect(told()).toEqual([`REQUEST | ERROR: requestState was refused: ${reason}\n`]);
  });

  test('is reported when it belongs to another request', async () => {
    const definition = makeDefinition({ tools: ['probe', 'other'].map((name) => makeTool(name)) });
    const talk = converse({
      definition,
      handlers: makeHandlers({ tools: { ...asking.handlers.tools, other: () => '' } }),
    });
    const { requestState } = (await talk.ask(probe(1)))['result'];
    expect((await talk.ask(probe(2, { name: 'other', requestState })))['error']).toEqual(refused);
    expect(told()).toEqual(['REQUEST | ERROR: requestState was refused: it belongs to another request\n']);
  });

  test('is none as long as one of its questions has time', async () => {
    const subject = oneTool(async (_, { elicit }) => {
      const times = [20, 60_000, 10];
      const answers = await Promise.all(times.map((timeoutMs) => elicit('Well?', nameSchema, { timeoutMs })));
      return answers.map(({ action }) => action).join(' ');
    });
    const talk = converse(subject);
    const { requestState } = (await talk.ask(probe(1)))['result'];
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 40);
    onTestFinished(() => now.mockRestore());
    const inputResponses = { ask: named('a'), 'ask#2': named('b'), 'ask#3': named('c') };
    expect(textOf(await talk.ask(probe(2, { requestState, inputResponses })))).toBe('accept accept accept');
  });
});
