import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildRequest, type RequestParts } from '../../runtime/features/apis/build-request.js';
import type { ForwardApi, ForwardOperation } from '../../runtime/features/apis/forward-definition.js';

const api: ForwardApi = { name: 'test', server: { url: 'https://api.test/base', environment: 'TEST_URL' } };

/** Arguments of every kind, with many of the characters that mean something in a URL or a header. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'./\\%2eEfF?#&=+;:@ ,\r\n\t"[]é', '\u{1f600}', '\ud800') }),
  fc.string({ unit: 'binary' }),
);
const plain = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const anything = fc.oneof(
  plain,
  fc.array(plain),
  fc.dictionary(text, plain),
  fc.dictionary(text, fc.oneof(fc.array(plain), fc.dictionary(text, plain))),
);

/** The URL that a request goes to; `undefined` when the arguments were refused. */
function build(operation: ForwardOperation, input: unknown): URL | undefined {
  const parts = tryBuild(operation, input);
  return parts && new URL(`https://api.test/base${parts.path}?${parts.query.map((pair) => pair.join('=')).join('&')}`);
}

function tryBuild(operation: ForwardOperation, input: unknown): RequestParts | undefined {
  try {
    return buildRequest(api, operation, input);
  } catch (error) {
    expect(error).toMatchObject({ name: 'ForwardError' });
    return undefined;
  }
}

describe('no argument changes anything but its own place', () => {
  test.each(['simple', 'label', 'matrix'] as const)('in a path, style %s', (style) => {
    fc.assert(
      fc.property(anything, fc.boolean(), (value, explode) => {
        const path = ['/a/', { name: 'id', from: ['id'], style, explode }, '/b'];
        const url = build({ method: 'GET', path }, { id: value });
        if (url === undefined) return;
        expect(url.origin).toBe('https://api.test');
        expect(url.search + url.hash).toBe('');
        const segments = url.pathname.split('/');
        expect([segments.length, ...segments.slice(0, 3), segments[4]]).toEqual([5, '', 'base', 'a', 'b']);
        expect(segments[3]).not.toBe('');
        expect(decodeURIComponent(segments[3] ?? '')).not.toMatch(/(^|[/\\])\.{1,2}([/\\]|$)/u);
      }),
    );
  });

  test('in a path, and a string is decoded to itself', () => {
    fc.assert(
      fc.property(text, (id) => {
        const url = build({ method: 'GET', path: ['/a/', { name: 'id', from: ['id'] }] }, { id });
        const isRefused = id === '' || id.split(/[/\\]/u).some((segment) => /^\.{1,2}(?:;|$)/u.test(segment));
        expect(url === undefined).toBe(isRefused);
        if (url !== undefined) expect(decodeURIComponent(url.pathname.slice('/base/a/'.length))).toBe(wellFormed(id));
      }),
    );
  });

  test('in a query: names are the declared ones, values are decoded to themselves', () => {
    const styles = ['form', 'spaceDelimited', 'pipeDelimited', 'tabDelimited', 'deepObject'] as const;
    fc.assert(
      fc.property(
        fc.oneof(plain, fc.array(plain)),
        fc.constantFrom(...styles),
        fc.boolean(),
        fc.boolean(),
        (value, style, explode, isReserved) => {
          const reserved = isReserved ? { allowReserved: true as const } : {};
          const query = [
            { name: 'a', from: ['a'], style, explode, ...reserved },
            { name: 'z', from: ['z'] },
          ];
          const url = build({ method: 'GET', path: ['/p'], query }, { a: value, z: 'end' });
          expect(url?.pathname).toBe('/base/p');
          expect(url?.hash).toBe('');
          const pairs = [...(url?.searchParams ?? [])];
          expect(pairs.pop()).toEqual(['z', 'end']);
          expect(new Set(pairs.map(([name]) => name).filter((name) => !['a', 'a[]'].includes(name)))).toEqual(
            new Set(),
          );
          if (typeof value === 'string' && !isReserved) expect(pairs).toEqual([['a', wellFormed(value)]]);
        },
      ),
    );
  });

  test('in a query of objects: names of other parameters are not taken', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom('form', 'deepObject', 'whole'), (value, style) => {
        const query = [
          { name: 'a', from: ['a'], style: style as 'form' },
          { name: 'z', from: ['z'] },
        ];
        const url = build({ method: 'GET', path: ['/p'], query }, { a: value, z: 'end' });
        if (url !== undefined) expect(url.searchParams.getAll('z')).toEqual(['end']);
      }),
    );
  });

  test('in headers and cookies', () => {
    fc.assert(
      fc.property(anything, fc.boolean(), fc.constantFrom('form', 'cookie'), (value, explode, style) => {
        const operation = {
          method: 'GET',
          path: ['/p'],
          headers: [{ name: 'X-A', from: ['a'], explode }],
          cookies: [{ name: 'c', from: ['c'], explode: false, style: style as 'form' }],
        };
        const parts = tryBuild(operation, { a: value });
        for (const [name, header] of parts?.headers ?? []) {
          expect(name).toBe('x-a');
          expect(header).not.toMatch(/[\r\n\0]/u);
          expect(() => new Headers([[name, header]])).not.toThrow();
        }
        const withCookie = tryBuild(operation, { c: value });
        for (const [name, cookie] of withCookie?.cookies ?? []) {
          expect(name).toBe('c');
          expect(cookie).not.toMatch(/[\s;"\\]/u);
        }
      }),
    );
  });

  test('in a form: names are the declared ones, values are decoded to themselves', () => {
    fc.assert(
      fc.property(text, (value) => {
        const body = {
          mediaType: 'application/x-www-form-urlencoded',
          encoding: 'form' as const,
          value: { members: [{ name: 'a', from: ['a'] }] },
        };
        const parts = buildRequest(api, { method: 'POST', path: ['/p'], body }, { a: value });
        expect([...new URLSearchParams(String(parts.body?.content))]).toEqual([['a', wellFormed(value)]]);
      }),
    );
  });
});

/** Replacement of a lone surrogate in UTF-8. */
function wellFormed(value: string): string {
  return value.replaceAll(/\p{Surrogate}/gu, '\u{fffd}');
}
