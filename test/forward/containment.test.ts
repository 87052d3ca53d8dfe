import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildRequest, type RequestParts } from '../../runtime/forward/build-request.js';
import type { ForwardApi, ForwardOperation } from '../../runtime/forward/forward-definition.js';
import { callOperation } from './call-operation.js';
import { useRecordingServer } from './recording-server.js';

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
        const isRefused = id === '' || id.split(/[/\\]/u).some((segment) => segment === '.' || segment === '..');
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
    expect(
      build(
        {
          method: 'GET',
          path: ['/p'],
          query: [
            { name: 'a', from: ['a'] },
            { name: 'z', from: ['z'] },
          ],
        },
        { a: { z: 'taken' } },
      ),
    ).toBeUndefined();
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

describe('attempts to get elsewhere', () => {
  const server = useRecordingServer();
  const elsewhere = useRecordingServer();
  const operation: ForwardOperation = { method: 'GET', path: ['/users/', { name: 'id', from: ['id'] }] };

  test.each(['..', '.', '', '../admin', 'a/../../admin', '..\\admin', 'a/.', null, undefined, [], ['..'], {}])(
    'a path argument %j is refused',
    async (id) => {
      const before = server.requests.length;
      await expect(callOperation(server.url, operation, { id })).rejects.toThrow(
        /^(?:An argument that is a|Argument "id" is a) part of the path/u,
      );
      expect(server.requests.length).toBe(before);
    },
  );

  test.each([
    ['//evil.test/', '/users/%2F%2Fevil.test%2F'],
    ['@evil.test', '/users/%40evil.test'],
    ['%2e%2e%2fadmin', '/users/%252e%252e%252fadmin'],
    ['x?admin=1#y', '/users/x%3Fadmin%3D1%23y'],
    ['a\r\nHost: evil.test', '/users/a%0D%0AHost%3A%20evil.test'],
    ['group/project', '/users/group%2Fproject'],
  ])('a path argument %j stays in its segment', async (id, target) => {
    await callOperation(server.url, operation, { id });
    expect(server.requests.at(-1)?.target).toBe(target);
  });

  test('two arguments cannot make a dot segment together', async () => {
    const path = ['/files/', { name: 'a', from: ['a'] }, '.', { name: 'b', from: ['b'] }];
    await callOperation(server.url, { method: 'GET', path }, { a: 'x', b: '.' });
    expect(server.requests.at(-1)?.target).toBe('/files/x..');
    const dots = ['/files/', { name: 'a', from: ['a'] }, { name: 'b', from: ['b'] }];
    await expect(callOperation(server.url, { method: 'GET', path: dots }, { a: '.', b: '.' })).rejects.toThrow(
      'segment',
    );
  });

  test.each([
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Authorization',
    'Cookie',
    'Proxy-Authorization',
  ])('the header %s is set by no argument', async (name) => {
    const headers = [{ name, from: ['value'] }];
    await expect(callOperation(server.url, { ...operation, headers }, { id: 1, value: '1' })).rejects.toThrow(
      `Argument "value" cannot be sent: no argument sets the header "${name.toLowerCase()}"`,
    );
  });

  test('control characters in a header are refused', async () => {
    const headers = [{ name: 'X-A', from: ['value'] }];
    for (const value of ['a\r\nX-Admin: 1', 'a\nb', 'a\0b', 'a\u007fb']) {
      await expect(callOperation(server.url, { ...operation, headers }, { id: 1, value })).rejects.toThrow(
        'Argument "value" must not hold control characters',
      );
    }
  });

  test('a redirect to another origin is not followed, and nobody there sees the credentials', async () => {
    server.answer = (_, response) => response.writeHead(302, { Location: `${elsewhere.url}/steal?x=1` }).end();
    const setup = {
      api: { securitySchemes: { key: { type: 'bearer', tokenVariable: 'TOKEN' } as const } },
      environment: { TOKEN: 'secret-token' },
    };
    await expect(
      callOperation(server.url, { ...operation, security: [{ key: [] }] }, { id: 1 }, setup),
    ).rejects.toThrow(`It leads to ${elsewhere.url}/steal?x=1, which is not followed: that is another server`);
    expect(elsewhere.requests).toEqual([]);
  });

  test('a redirect that the document describes is the answer when it leads elsewhere', async () => {
    server.answer = (_, response) => response.writeHead(302, { Location: `${elsewhere.url}/file.zip` }).end();
    const parts = await callOperation(server.url, { ...operation, answersRedirect: true }, { id: 1 });
    expect(parts.content).toEqual([{ type: 'text', text: `${elsewhere.url}/file.zip` }]);
    expect(elsewhere.requests).toEqual([]);
  });
});

/** What a lone half of a surrogate pair becomes in UTF-8. */
function wellFormed(value: string): string {
  return value.replaceAll(/\p{Surrogate}/gu, '\u{fffd}');
}
