import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenEstimate } from '../../generator/outputs/inspect/estimate-tokens.js';
import { ToolResult } from '../../runtime/core/api/builders.js';
import { countJsonTokens, countTokens } from '../../runtime/features/apis/responses/count-tokens.js';
import { dropRules } from '../../runtime/features/apis/responses/drop-rules.js';
import { limitNotes } from '../../runtime/features/apis/responses/limit-notes.js';
import { selectFields } from '../../runtime/features/apis/responses/select-fields.js';
import { shapeResponse } from '../../runtime/features/apis/responses/shape-response.js';
import { truncateValue, type TruncatedValue } from '../../runtime/features/apis/responses/truncate-value.js';

const key = fc.oneof(
  fc.constantFrom('id', 'name', 'html_url', 'url', 'events_url', 'node_id', 'items', '_links', '__proto__', 'body'),
  fc.string({ maxLength: 12 }),
);
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 3000 }),
  fc.constantFrom('https://api.example.com/x{/y}', 'https://example.com/', '\ud800', '\u{1f600}'.repeat(500)),
);
const scalar = fc.oneof(text, fc.integer(), fc.bigInt(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));

const part: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 5 }),
  object: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 8 })
    .map((members) => Object.fromEntries(members) as object),
})).value;

/** JSON values of all kinds, with big integers, and lists of like objects. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  part,
  fc.tuple(part, part, fc.nat(40)).map(([item, beside, count]) => ({
    beside,
    items: Array.from({ length: count }, (_, id) => ({ id, item })),
  })),
);

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member)) ?? 'null';
}

function listScalars(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listScalars) : [value];
}

const noPause = (): undefined => undefined;
const shorten = (value: unknown, budget: number): Promise<TruncatedValue> => truncateValue(value, budget, noPause);

describe('a shortened answer', () => {
  test('is within its budget, JSON, always the same, without numbers of its own, and the answer itself if it can be', async () => {
    const numbers = (value: unknown) => listScalars(value).filter((part) => /^(?:number|bigint)$/u.test(typeof part));
    await fc.assert(
      fc.asyncProperty(anyJson, fc.integer({ min: 300, max: 2000 }), async (value, budget) => {
        const short = await shorten(value, budget);
        expect(countJsonTokens(short.value)).toBeLessThanOrEqual(budget);
        expect(toJson(short.value).length).toBeLessThanOrEqual(budget * 20);
        expect(toJson(await shorten(value, budget))).toBe(toJson(short));
        expect(() => JSON.parse(toJson(short.value)) as unknown).not.toThrow();
        const isWithin = countJsonTokens(value) <= budget;
        expect(short.value === value).toBe(isWithin);
        expect(short.losses.length > 0 || short.list !== undefined).toBe(!isWithin);
        const known = new Set(numbers(value));
        for (const number of numbers(short.value)) expect(known).toContain(number);
      }),
      { numRuns: 150 },
    );
  });

  test('of a deep or a wide value is within its budget, too', async () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 20_000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
    expect(countJsonTokens((await shorten(deep, 1000)).value)).toBeLessThanOrEqual(1000);
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, { id: index }]));
    expect(countJsonTokens((await shorten(wide, 1000)).value)).toBeLessThanOrEqual(1000);
  });

  test.each([
    ['itself', (items: readonly unknown[]) => items, ''],
    ['in objects', (items: readonly unknown[]) => ({ page: { items, size: 100 } }), 'page.items'],
  ])('counts all items of a long list, also of those that are never looked at: %s', async (_, wrap, path) => {
    const items = Array.from({ length: 20_000 }, (_item, id) => ({ id, name: `n${id}` }));
    const { list, value } = await shorten(wrap(items), 500);
    expect(list).toMatchObject({ path, total: 20_000 });
    expect(list?.kept).toBeGreaterThan(20);
    expect(JSON.stringify(value)).toContain('{"id":20,"name":"n20"}');
  });

  test('has at least a third of its budget of a single long text, and says where it was cut', async () => {
    const body = 'All work and no play makes Jack a dull boy. '.repeat(2000);
    const { value, losses } = await shorten({ id: 7, body }, 3000);
    expect(value).toEqual({
      id: 7,
      body: expect.stringMatching(/^All work .*… \(cut: 88000 characters\)$/u) as string,
    });
    expect(countJsonTokens(value)).toBeGreaterThan(1000);
    expect(losses).toEqual(['Text is truncated to 6000 characters in body.']);
  });
});

describe('the estimate of tokens', () => {
  test('is near that of the generator, and not below it for JSON of ASCII', () => {
    const ascii = fc.jsonValue({ maxDepth: 3 }).filter((value) => /^[\x20-\x7e]*$/u.test(JSON.stringify(value)));
    fc.assert(
      fc.property(ascii, (value) => {
        const counted = tokenEstimate.count(JSON.stringify(value));
        expect(countJsonTokens(value)).toBeGreaterThanOrEqual(Math.floor(counted * 0.8) - 2);
      }),
    );
    const prose = 'The quick brown fox jumps over the lazy dog, and 42 others. '.repeat(10);
    expect(Math.abs(countTokens(prose) / tokenEstimate.count(prose) - 1)).toBeLessThan(0.25);
  });
});

describe('what no model reads', () => {
  const apply = (name: string, value: unknown) => dropRules.find((rule) => rule.name.startsWith(name))?.apply(value);

  test('are links of the API while a link for people stays', () => {
    const user = {
      login: 'a',
      url: 'https://api.example.com/users/a',
      html_url: 'https://example.com/a',
      gists_url: 'https://api.example.com/users/a/gists{/gist_id}',
      _links: { self: { href: 'https://api.example.com/a' } },
      blog: 'https://blog.example.com',
    };
    expect(apply('API links', [user])).toEqual([
      { login: 'a', html_url: 'https://example.com/a', blog: 'https://blog.example.com' },
    ]);
    expect(apply('API links', { url: 'https://api.example.com/a' })).toEqual({ url: 'https://api.example.com/a' });
    expect(apply('API links', { website_url: 'https://example.com/a' })).toEqual({
      website_url: 'https://example.com/a',
    });
  });

  test('are empty members, but not zero and false', () => {
    const value = { a: null, b: '', c: [], d: {}, e: 0, f: false, g: [null] };
    expect(apply('empty', value)).toEqual({ e: 0, f: false, g: [null] });
  });

  test('are objects that occur again, except what identifies them', () => {
    const repo = { id: 1, full_name: 'a/b', description: 'A long description of this repository. '.repeat(5) };
    const list = [
      { number: 1, repo },
      { number: 2, repo: { ...repo } },
      { number: 3, repo: { ...repo, id: 2 } },
    ];
    expect(apply('repeated objects', list)).toEqual([
      { number: 1, repo },
      { number: 2, repo: { id: 1, full_name: 'a/b' } },
      { number: 3, repo: { ...repo, id: 2 } },
    ]);
  });
});

describe('selected fields', () => {
  test('are found in lists, at any depth, and keep their places', () => {
    const value = { data: [{ id: 1, user: { login: 'a', id: 2 }, labels: [{ name: 'x', color: 'y' }] }], more: true };
    expect(selectFields(value, ['data.user.login', 'data.labels.name', 'data.none'])).toEqual({
      data: [{ user: { login: 'a' }, labels: [{ name: 'x' }] }],
    });
    expect(selectFields([{ a: 1, b: { c: 2 } }], ['b', 'b.c'])).toEqual([{ b: { c: 2 } }]);
    expect(selectFields({ 'a.b': 1, a: 2 }, ['a\\.b'])).toEqual({ 'a.b': 1 });
    expect(selectFields('text', ['a'])).toBe('text');
  });

  test('never have a value that the answer does not have', () => {
    fc.assert(
      fc.property(
        anyJson,
        fc.array(fc.array(key, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        (value, paths) => {
          const known = new Set(listScalars(value));
          const selected = selectFields(
            value,
            paths.map((path) => path.join('.')),
          );
          for (const part of listScalars(selected)) expect(known).toContain(part);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('the notes of an answer', () => {
  test('have 200 tokens together, and what says how to go on is whole', () => {
    const texts = fc.array(fc.string({ maxLength: 900 }), { maxLength: 8 });
    fc.assert(
      fc.property(texts, (long) => {
        const start = { text: 'The result was truncated.' };
        const end = { text: 'To get the omitted data, call again with `fields`.' };
        const notes = limitNotes([start, ...long.map((each) => ({ text: each, isElastic: true as const })), end]);
        expect(notes.at(0)).toBe(start.text);
        expect(notes.at(-1)).toBe(end.text);
        expect(notes.reduce((sum, note) => sum + countTokens(note), 0)).toBeLessThanOrEqual(200);
      }),
      { numRuns: 100 },
    );
    expect(limitNotes([{ text: 'ETag: "a"', isElastic: true }])).toEqual(['ETag: "a"']);
  });

  test('are cut where an API answers with long headers and long names', async () => {
    const long = (sign: string) => sign.repeat(40_000);
    const value = {
      [long('é')]: Array.from({ length: 5 }, () => ({ [long('ü')]: long('x '), b: { c: { d: long('y ') } } })),
    };
    const facts = { notes: [`Location: ${'%20é'.repeat(125)}`, `ETag: ${'é'.repeat(500)}`] };
    const call = {
      api: { name: 'x', server: { url: '', environment: '' } },
      operation: { method: 'GET', path: [] },
      input: {},
    };
    const shaped = ToolResult.partsOf(await shapeResponse(call, { kind: 'json', value, facts }, noPause));
    const notes = String(shaped?.content[0]?.['text']).split('Notes:\n')[1] ?? '';
    expect(notes).toContain('The result was truncated.');
    expect(countTokens(notes)).toBeLessThan(250);
  });
});
