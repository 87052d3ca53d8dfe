import { describe, expect, test, vi } from 'vitest';
import { ProtocolError, type CompletionContext, type CompletionHandler } from '../../runtime/index.js';
import { makeDefinition, makeHandlers, throwing } from './fixture-server.js';
import { busyDefinition, makeBusyServer } from './http-fixture.js';
import { serve } from './http-kit.js';
import { initialize, modern, reports, request, talk, type Wire } from './wire.js';

const greet = { type: 'ref/prompt', name: 'greet' };
const day = { type: 'ref/resource', uri: 'busy://day/{day}' };

const eras = [
  ...['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].map((revision) => ({ revision, make: request })),
  { revision: '2026-07-28', make: modern },
];

describe.each(eras)(
  'completion/complete in $revision (2026-07-28 server/utilities/completion)',
  ({ revision, make }) => {
    async function ask(params: object, handler?: CompletionHandler): Promise<Wire> {
      const opening = make === modern ? [] : [initialize('init', revision)];
      const answers = await talk(makeBusyServer(handler), [...opening, make(1, 'completion/complete', params)]);
      return answers.at(-1) ?? {};
    }

    const complete = async (ref: object, name: string, value: string, handler?: CompletionHandler): Promise<unknown> =>
      (await ask({ ref, argument: { name, value } }, handler))['result']?.completion;

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
      const { result } = await ask({ ref: greet, argument: { name: 'tone', value: '' } });
      const keys = make === modern ? ['_meta', 'completion', 'resultType'] : ['completion'];
      expect(Object.keys(result).toSorted()).toEqual(keys);
    });

    test('asks the handler, which knows what was typed and what is settled', async () => {
      const seen: unknown[] = [];
      const handler: CompletionHandler = (value, context: CompletionContext) => {
        seen.push(value, context.arguments, context.revision);
        return ['ann', 'anna'];
      };
      const answer = await ask(
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
      const { error } = await ask({ ref: greet, argument: { name: 'who', value: '' } }, handler);
      expect(error).toEqual({ code: -32603, message: 'Completion failed' });
      expect(reports).toHaveLength(1);
    });

    test('fails in the words of the handler when it wants that', async () => {
      const { error } = await ask(
        { ref: greet, argument: { name: 'who', value: '' } },
        throwing(new ProtocolError(-32602, 'Too vague')),
      );
      expect(error).toEqual({ code: -32602, message: 'Too vague' });
    });

    test('that is asked for too often in a second is refused, whatever it completes', async () => {
      const now = vi.spyOn(performance, 'now').mockReturnValue(1_700_000);
      const opening = make === modern ? [] : [initialize('init', revision)];
      const asked = [greet, day, greet].map((ref, id) =>
        make(id, 'completion/complete', { ref, argument: { name: ref === day ? 'day' : 'tone', value: '' } }),
      );
      const answers = await talk(makeBusyServer(), [...opening, ...asked], { callsPerSecond: 2 });
      now.mockRestore();
      const refused = answers.flatMap(({ id, error }) => (error === undefined ? [] : [[id, error.code]]));
      expect(refused).toEqual([[2, 429]]);
    });

    test('is no method of a server that has nothing to suggest', async () => {
      const opening = make === modern ? [] : [initialize('init', revision)];
      const bare = { definition: makeDefinition(), handlers: makeHandlers() };
      const answers = await talk(bare, [...opening, make(1, 'completion/complete', { ref: greet })]);
      expect(answers.at(-1)?.['error'].code).toBe(-32601);
    });

    test('is declared from 2025-03-26 on, and only where there is something to suggest', async () => {
      const asked = make === modern ? modern(1, 'server/discover') : initialize(1, revision);
      const [full] = await talk(makeBusyServer(), [asked]);
      const [bare] = await talk({ definition: makeDefinition(), handlers: makeHandlers() }, [asked]);
      expect(full?.['result'].capabilities.completions).toEqual(revision === '2024-11-05' ? undefined : {});
      expect(bare?.['result'].capabilities.completions).toBeUndefined();
    });
  },
);

describe('completion over HTTP', () => {
  const params = { ref: greet, argument: { name: 'tone', value: 'c' } };

  test('is answered in both eras', async () => {
    const server = await serve(makeBusyServer());
    const expected = { values: ['cold'], total: 1, hasMore: false };
    const { status, messages } = await server.post(modern(1, 'completion/complete', params));
    expect([status, messages[0]?.['result'].completion]).toEqual([200, expected]);
    const session = await server.initialize('2025-06-18');
    const legacy = await session.post(request(1, 'completion/complete', params));
    expect(legacy.messages[0]?.['result'].completion).toEqual(expected);
  });

  test('gets 404 where there is nothing to suggest', async () => {
    const definition = { ...busyDefinition, prompts: [], resourceTemplates: [] };
    const server = await serve({ ...makeBusyServer(), definition });
    const { status, messages } = await server.post(modern(1, 'completion/complete', params));
    expect([status, messages[0]?.['error'].code]).toEqual([404, -32601]);
  });
});
