import { describe, expect, test } from 'vitest';
import { findNext } from '../../runtime/features/apis/responses/find-next.js';
import type { Paging, PagingParameter } from '../../runtime/features/apis/forward-definition.js';

function pagingOf(
  ...parameters: readonly (readonly [role: PagingParameter['role'], key: string, byDefault?: number])[]
): Paging {
  return {
    argument: 'next',
    parameters: parameters.map(([role, key, byDefault]) => ({
      name: key,
      key,
      role,
      ...(byDefault !== undefined && { byDefault }),
    })),
  };
}

const byPage = pagingOf(['page', 'page'], ['size', 'per_page', 2]);
const byOffset = pagingOf(['offset', 'startAt'], ['size', 'maxResults', 2]);
const byCursor = pagingOf(['cursor', 'page_token'], ['size', 'limit']);
const byLast = pagingOf(['after', 'starting_after'], ['size', 'limit']);
const two = [{ id: 'a' }, { id: 'b' }];
const nextOf = (paging: Paging, value: unknown, input: object = {}, nextUrl?: string) =>
  findNext(paging, { input, value, facts: { notes: [], ...(nextUrl !== undefined && { nextUrl }) } })?.value;

describe('the next page', () => {
  test.each([
    ['a full page', byPage, two, {}, 'page=2'],
    ['a full third page', byPage, two, { page: 3 }, 'page=4'],
    ['a page that is not full', byPage, [{ id: 'a' }], {}, undefined],
    ['an empty page', byPage, [], {}, undefined],
    ['a total', byPage, { total_count: 3, items: two }, {}, 'page=2'],
    ['a total that is reached', byPage, { total_count: 2, items: two }, {}, undefined],
    ['an offset and a total', byOffset, { startAt: 4, total: 9, issues: two }, { startAt: 4 }, 'startAt=6'],
    ['the last page', byOffset, { isLast: true, values: two }, {}, undefined],
    ['a page that is said not to be the last', byOffset, { isLast: false, values: [{ id: 1 }] }, {}, 'startAt=1'],
    ['a cursor at the root', byCursor, { next_cursor: 'x y', results: two }, {}, 'page_token=x%20y'],
    [
      'a cursor in an object about pages',
      byCursor,
      { response_metadata: { next_cursor: 'abc=' } },
      {},
      'page_token=abc=',
    ],
    ['a cursor deep in it', byCursor, { paging: { next: { after: '10' } } }, {}, 'page_token=10'],
    ['a big cursor', byCursor, { nextPageToken: 12_345_678_901_234_567_890n }, {}, 'page_token=12345678901234567890'],
    ['no cursor', byCursor, { next_cursor: null, has_more: false }, {}, undefined],
    ['an empty cursor', byCursor, { next_cursor: '' }, {}, undefined],
    ['a URL', byCursor, { links: { next: 'https://x.test/a?page_token=q&limit=9&admin=1' } }, {}, 'page_token=q'],
    ['a relative URL', byPage, { _links: { next: { href: '/a?page=7' } } }, {}, 'page=7'],
    ['the last id', byLast, { has_more: true, data: two }, { limit: 2 }, 'limit=2&starting_after=b'],
    ['the end of a list by ids', byLast, { has_more: false, data: two }, {}, undefined],
  ])('is found by %s', (_name, paging, value, input, expected) => {
    expect(nextOf(paging, value, input)).toBe(expected);
  });

  test('has nothing that is no paging of the operation, whatever the API answers', () => {
    const hostile = [
      '?page=2&owner=evil',
      'javascript:page=3',
      'https://x.test/?page=1%26owner%3Devil',
      '?page=',
      '#page=2',
    ];
    const found = hostile.map((url) => nextOf(byPage, [], {}, url));
    expect(found).toEqual(['page=2', undefined, 'page=1%26owner=evil', undefined, undefined]);
    expect(nextOf(byCursor, { next_cursor: `a&owner=evil` })).toBe('page_token=a%26owner=evil');
    expect(nextOf(byCursor, { next_cursor: 'x'.repeat(3000) })).toBeUndefined();
    expect(nextOf(byCursor, { next_cursor: { a: 1 }, toString: 'x' })).toBeUndefined();
  });

  test('begins after the items that were kept where they can be counted', () => {
    const list = { path: '', kept: 7, total: 30 };
    const value = Array.from({ length: 30 }, (_, index) => ({ id: `id${index}` }));
    const next = (paging: Paging, input: object) => findNext(paging, { input, value, facts: { notes: [] }, list });
    expect(next(byPage, { per_page: 30 })).toEqual({ value: 'per_page=7&page=2', followsKept: true });
    // 67 items are done; a page of 7 that begins at 63 has all that follow.
    expect(next(byPage, { per_page: 30, page: 3 })).toEqual({ value: 'per_page=7&page=10', followsKept: true });
    expect(next(byOffset, { startAt: 60 })).toEqual({ value: 'startAt=67', followsKept: true });
    expect(next(byLast, {})).toEqual({ value: 'starting_after=id6', followsKept: true });
    const cursor = findNext(byCursor, { input: {}, value: { next: 'c', items: value }, facts: { notes: [] }, list });
    expect(cursor).toEqual({ value: 'page_token=c', followsKept: false });
  });
});
