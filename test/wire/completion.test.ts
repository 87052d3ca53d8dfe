import { describe, expect, test } from 'vitest';
import { ProtocolError, type CompletionContext, type CompletionHandler } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, throwing } from './fixture-server.js';
import { busyDefinition, makeBusyServer } from './http-fixture.js';
import { ask, isModern, revisions, talkIn } from './revision-client.js';
import { initialize, modern, reports, talk, type Wire } from './wire.js';

const greet = { type: 'ref/prompt', name: 'greet' };
const day = { type: 'ref/resource', uri: 'busy://day/{day}' };

describe.each(revisions)('completion/complete in %s (2026-07-28 server/utilities/completion)', (revision) => {
  async function get(params: object, handler?: CompletionHandler): Promise<Wire> {
    const asked = ask(revision, 1, 'completion/complete', params);
    return (await talkIn(revision, makeBusyServer(handler), [asked])).at(-1) ?? {};
  }

  const complete = async (ref: object, name: string, value: string, handler?: CompletionHandler): Promise<unknown> =>
    (await get({ ref, argument: { name, value } }, handler))['result']?.completion;

  test('gives the values of a list that match, best first, whatever their case', async () => {
    expect(await complete(greet, 'tone', 'warm')).toEqual({
      values: ['warm', 'Warmest', 'lukewarm'],
      total: 3,
      hasMore: false,
    });
    expect(await complete(greet, 'tone', 'COLD')).toEqual({ values: ['cold'], total: 1, hasMore: false });
    expect(await complete(day, 'day', 'day')).toEqual({
      values: ['monday', 'tuesday', 'sunday'],
      total: 3,
      hasMore: false,
    });
  });

  test('gives all values when nothing was typed yet, and none when nothing matches', async () => {
    expect(await complete(greet, 'tone', '')).toEqual({
      values: ['warm', 'cold', 'lukewarm', 'Warmest'],
      total: 4,
      hasMore: false,
    });
    expect(await complete(greet, 'tone', 'x')).toEqual({ values: [], total: 0, hasMore: false });
  });

  test('has nothing to suggest for an argument that declares nothing, nor for a plain resource', async () => {
    expect(await complete(greet, 'plain', 'a')).toEqual({ values: [], total: 0, hasMore: false });
    expect(await complete({ type: 'ref/resource', uri: 'busy://news' }, 'any', '')).toEqual({
      values: [],
      total: 0,
      hasMore: false,
    });
  });

  test('is answered in the envelope of its revision, which says nothing about caching', async () => {
    const { result } = await get({ ref: greet, argument: { name: 'tone', value: '' } });
    const keys = isModern(revision) ? ['_meta', 'completion', 'resultType'] : ['completion'];
    expect(Object.keys(result).toSorted()).toEqual(keys);
  });

  test('asks the handler, which knows what was typed and what is settled', async () => {
    const seen: unknown[] = [];
    const handler: CompletionHandler = (value, context: CompletionContext) => {
      seen.push(value, context.arguments, context.protocolVersion);
      return ['ann', 'anna'];
    };
    const answer = await get(
      { ref: greet, argument: { name: 'who', value: 'an' }, context: { arguments: { tone: 'warm' } } },
      handler,
    );
    expect(answer['result'].completion).toEqual({ values: ['ann', 'anna'], total: 2, hasMore: false });
    expect(seen).toEqual(['an', { tone: 'warm' }, revision]);
  });

  test('sends at most 100 values, and says that there are more', async () => {
    const values = Array.from({ length: 250 }, (_, index) => `v${index}`);
    const completion = (await complete(greet, 'who', '', async () => values)) as Wire;
    expect(completion['values']).toEqual(values.slice(0, 100));
    expect([completion['total'], completion['hasMore']]).toEqual([250, true]);
  });

  test.each([
    [{ values: ['a'] }, { values: ['a'], hasMore: false }],
    [
      { values: ['a'], total: 7 },
      { values: ['a'], total: 7, hasMore: false },
    ],
    [
      { values: ['a'], hasMore: true },
      { values: ['a'], hasMore: true },
    ],
    [
      { values: ['a'], total: 7, hasMore: true },
      { values: ['a'], total: 7, hasMore: true },
    ],
    [
      { values: [], total: 1.5 },
      { values: [], hasMore: false },
    ],
    [[], { values: [], total: 0, hasMore: false }],
    [undefined, { values: [], total: 0, hasMore: false }],
  ])('takes %j from the handler', async (answer, expected) => {
    expect(await complete(greet, 'who', '', () => answer as never)).toEqual(expected);
  });

  test.each([
    ['throws', () => Promise.reject(new Error('secret cause'))],
    ['answers with no strings', () => [1] as never],
    ['answers with a string', () => 'ann' as never],
  ])('is an internal error when the handler %s', async (_, handler) => {
    const { error } = await get({ ref: greet, argument: { name: 'who', value: '' } }, handler);
    expect(error).toEqual({ code: -32603, message: 'Completion failed' });
    expect(reports).toHaveLength(1);
  });

  test('fails in the words of the handler when it wants that', async () => {
    const { error } = await get(
      { ref: greet, argument: { name: 'who', value: '' } },
      throwing(new ProtocolError(-32602, 'Too vague')),
    );
    expect(error).toEqual({ code: -32602, message: 'Too vague' });
  });

  test('is no method of a server that has nothing to suggest', async () => {
    const bare = { ...makeBusyServer(), definition: { ...busyDefinition, prompts: [], resourceTemplates: [] } };
    const answers = await talkIn(revision, bare, [ask(revision, 1, 'completion/complete', { ref: greet })]);
    expect(answers.at(-1)?.['error'].code).toBe(-32601);
  });

  test('is declared from 2025-03-26 on, and only where there is something to suggest', async () => {
    const asked = isModern(revision) ? modern(1, 'server/discover') : initialize(1, revision);
    const [full] = await talk(makeBusyServer(), [asked]);
    const [bare] = await talk({ definition: makeDefinition(), handlers: makeHandlers() }, [asked]);
    expect(full?.['result'].capabilities.completions).toEqual(revision === '2024-11-05' ? undefined : {});
    expect(bare?.['result'].capabilities.completions).toBeUndefined();
  });
});
