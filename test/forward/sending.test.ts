import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ForwardOperation } from '../../runtime/features/apis/forward-definition.js';
import { callOperation } from './call-operation.js';
import { answerWithNothing, startRecordingServer, useRecordingServer } from './recording-server.js';

const server = useRecordingServer();

const get: ForwardOperation = { method: 'GET', path: ['/r'] };
const post: ForwardOperation = {
  method: 'POST',
  path: ['/r'],
  body: { mediaType: 'application/json', encoding: 'json', value: { from: [] } },
};

/** Answers the requests one after the other in these ways, and what comes then with nothing. */
function answerInTurn(...ways: readonly ((response: ServerResponse) => void)[]): void {
  server.answer = (request, response) => {
    const way = ways[server.requests.length - 1];
    if (way === undefined) answerWithNothing(request, response);
    else way(response);
  };
}

const busy =
  (status: number, headers: { readonly [name: string]: string } = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end('busy');
const lead =
  (status: number, location: string) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { Location: location }).end();
const methods = () => server.requests.map(({ method, target }) => `${method} ${target}`);

describe('an API that is busy', () => {
  test('is asked again when it says when, at most twice', async () => {
    answerInTurn(busy(429, { 'Retry-After': '0' }), busy(503, { 'Retry-After': 'Thu, 01 Jan 1970 00:00:00 GMT' }));
    expect((await callOperation(server.url, get, {})).isError).toBeUndefined();
    expect(methods()).toEqual(['GET /r', 'GET /r', 'GET /r']);
    server.requests.length = 0;
    server.answer = (_, response) => busy(503, { 'Retry-After': '0' })(response);
    await expect(callOperation(server.url, get, {})).rejects.toThrow('503');
    expect(server.requests).toHaveLength(3);
  });

  test.each([
    ['does not say when', get, 429, {}],
    ['says something else', get, 429, { 'Retry-After': 'soon' }],
    ['is asked for what may not be done twice', post, 503, { 'Retry-After': '0' }],
    ['is behind a broken gateway, and asked for what may not be done twice', post, 502, {}],
    ['fails in another way', get, 500, { 'Retry-After': '0' }],
  ])('is not asked again when it %s', async (_, operation, status, headers) => {
    answerInTurn(busy(status, headers as Record<string, string>));
    await expect(callOperation(server.url, operation, {})).rejects.toThrow(String(status));
    expect(server.requests).toHaveLength(1);
  });

  test('with status 403 and the reset of its rate limit is asked again when the limit ends within ten seconds', async () => {
    const date = 'Tue, 24 Nov 2026 10:00:00 GMT';
    const limit = { date, 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': String(Date.parse(date) / 1000) };
    answerInTurn(busy(403, limit), busy(403, { 'Retry-After': '0' }));
    await callOperation(server.url, get, {});
    expect(server.requests.splice(0)).toHaveLength(3);
    answerInTurn(busy(403, { ...limit, 'X-RateLimit-Remaining': '1' }));
    await expect(callOperation(server.url, get, {})).rejects.toThrow('GET /r returned 403 Forbidden\nbusy');
    expect(server.requests.splice(0)).toHaveLength(1);
    answerInTurn(busy(403, { ...limit, 'X-RateLimit-Reset': String(Date.parse(date) / 1000 + 42) }));
    await expect(callOperation(server.url, get, {})).rejects.toThrow(
      'GET /r returned 403 Forbidden\nThe rate limit is exhausted. Try again in 42 s\nbusy',
    );
    expect(server.requests).toHaveLength(1);
  });

  test('is asked again after the time that it says', async () => {
    const { setTimeout: begin } = globalThis;
    const waits: unknown[] = [];
    vi.stubGlobal('setTimeout', (run: () => void, milliseconds: number) => {
      if (milliseconds === 9000) waits.push(milliseconds);
      return begin(run, milliseconds === 9000 ? 0 : milliseconds);
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    answerInTurn(busy(429, { 'Retry-After': '9' }));
    await callOperation(server.url, get, {});
    expect(waits).toEqual([9000]);
  });

  test('for long is left to the model, with the time to wait', async () => {
    answerInTurn(busy(429, { 'Retry-After': '3600' }), busy(429, { 'Retry-After': '2' }));
    const message = 'GET /r returned 429 Too Many Requests\nTry again in';
    await expect(callOperation(server.url, get, {})).rejects.toThrow(`${message} 3600 s\nbusy`);
    // A wait that the time of the call does not allow.
    await expect(callOperation(server.url, get, {}, { api: { timeoutMs: 1900 } })).rejects.toThrow(`${message} 2 s`);
  });
});

describe('an API that is not reached for a moment', () => {
  const reset = (response: ServerResponse): void => void response.socket?.resetAndDestroy();

  test.each([
    ['status 502', busy(502)],
    ['status 503', busy(503)],
    ['status 504', busy(504)],
    ['a connection that was reset', reset],
  ])('is asked again after %s', async (_, way) => {
    answerInTurn(way);
    expect((await callOperation(server.url, get, {})).isError).toBeUndefined();
    expect(server.requests).toHaveLength(2);
  });

  test('is not asked again after a connection that was reset when that may do something twice', async () => {
    answerInTurn(reset);
    await expect(callOperation(server.url, post, {})).rejects.toThrow('cannot be reached');
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['the API', {}, { retries: 0 }, 1],
    ['the operation', { retries: 1 }, { retries: 0 }, 2],
  ])('is asked as often as %s says', async (_, own, api, expected) => {
    server.answer = (_request, response) => busy(502)(response);
    await expect(callOperation(server.url, { ...get, ...own }, {}, { api })).rejects.toThrow('502');
    expect(server.requests).toHaveLength(expected);
  });
});

test('a redirect to elsewhere does not show the key that it repeats', async () => {
  const api = { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key', keyVariable: 'KEY' } as const } };
  answerInTurn(lead(302, 'https://elsewhere.example/?key=secret-key'));
  const operation = { ...get, security: [{ key: [] }], answersRedirect: true } as const;
  const { content } = await callOperation(server.url, operation, {}, { api, environment: { KEY: 'secret-key' } });
  expect(content).toEqual([{ type: 'text', text: 'https://elsewhere.example/?key=***' }]);
});

describe('a redirect within the origin', () => {
  test.each([
    [301, 'GET /to'],
    [302, 'GET /to'],
    [303, 'GET /to'],
    [307, 'POST /to'],
    [308, 'POST /to'],
  ])('with %i keeps the credentials, and makes of a POST: %s', async (status, expected) => {
    answerInTurn(lead(status, status === 301 ? `${server.url}/to` : '/to'));
    const api = { securitySchemes: { key: { type: 'bearer', tokenVariable: 'TOKEN' } as const } };
    const operation = { ...post, security: [{ key: [] }] };
    await callOperation(server.url, operation, { a: 1 }, { api, environment: { TOKEN: 't' } });
    expect(server.requests[1]?.headers['authorization']).toBe('Bearer t');
    expect(methods()).toEqual(['POST /r', expected]);
    const isPost = expected.startsWith('POST');
    expect(server.requests[1]?.body.toString()).toBe(isPost ? '{"a":1}' : '');
    expect(server.requests[1]?.headers['content-type']).toBe(isPost ? 'application/json' : undefined);
  });

  test('that never ends is given up', async () => {
    server.answer = (_, response) => lead(302, '/r')(response);
    await expect(callOperation(server.url, get, {})).rejects.toThrow('The API redirected more than 5 times');
    expect(server.requests).toHaveLength(6);
  });

  test('to another port, scheme or a place that is none is not followed', async () => {
    const https = server.url.replace('http:', 'https:');
    for (const location of ['http://127.0.0.1:1/x', https, 'file:///etc/passwd', 'http://']) {
      server.requests.length = 0;
      answerInTurn(lead(302, location));
      await expect(callOperation(server.url, get, {})).rejects.toThrow('GET /r returned 302 Found');
      expect(server.requests).toHaveLength(1);
    }
  });
});

describe('time', () => {
  test('is limited, answers that trickle in and waiting included', async () => {
    const api = { timeoutMs: 60 };
    const message = 'The test API did not respond to GET /r within 60 ms';
    answerInTurn(() => {});
    await expect(callOperation(server.url, get, {}, { api })).rejects.toThrow(message);
    server.requests.length = 0;
    answerInTurn((response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).write('a'));
    await expect(callOperation(server.url, get, {}, { api })).rejects.toThrow(message);
  });

  test('of an operation goes before that of the API', async () => {
    answerInTurn(() => {});
    await expect(
      callOperation(server.url, { ...get, timeoutMs: 20 }, {}, { api: { timeoutMs: 10_000 } }),
    ).rejects.toThrow('within 20 ms');
  });

  test('ends when the call is cancelled, and so does the request', async () => {
    const controller = new AbortController();
    let isClosed = false;
    server.answer = (_, response) => {
      response.on('close', () => (isClosed = true));
      controller.abort(new Error('The client cancelled'));
    };
    await expect(callOperation(server.url, get, {}, { signal: controller.signal })).rejects.toThrow(
      'The client cancelled',
    );
    await expect.poll(() => isClosed).toBe(true);
    await expect(callOperation(server.url, get, {}, { signal: controller.signal })).rejects.toThrow(
      'The client cancelled',
    );
  });
});

test('an API that is not there is named with the reason', async () => {
  await expect(callOperation('http://127.0.0.1:1', { ...get }, {})).rejects.toThrow(
    /^The test API cannot be reached at http:\/\/127\.0\.0\.1:1: (?:bad port|ECONNREFUSED)$/u,
  );
  const gone = await startRecordingServer();
  const { url } = gone;
  await gone.close();
  await expect(callOperation(url, get, {})).rejects.toThrow(`The test API cannot be reached at ${url}: ECONNREFUSED`);
});

describe('where the API is', () => {
  test('is what the environment says, path included', async () => {
    await callOperation('https://api.test/v1', get, {}, { environment: { TEST_URL: `${server.url}/v2/` } });
    expect(server.requests[0]?.target).toBe('/v2/r');
  });

  test('is put together from the variables of the document', async () => {
    const url = server.url.replace(/\d+$/u, '{port}/{version}');
    const variables = {
      port: { default: new URL(server.url).port, environment: 'TEST_PORT' },
      version: { default: 'v1', environment: 'TEST_VERSION', enum: ['v1', 'v2'] },
    };
    const api = { server: { url, environment: 'TEST_URL', variables } };
    await callOperation('', get, {}, { api });
    await callOperation('', get, {}, { api, environment: { TEST_VERSION: 'v2' } });
    expect(methods()).toEqual(['GET /v1/r', 'GET /v2/r']);
    await expect(callOperation('', get, {}, { api, environment: { TEST_VERSION: '../x' } })).rejects.toThrow(
      'The environment variable TEST_VERSION must be one of v1, v2, as the test API requires',
    );
  });

  test('is the server of the operation where it has one', async () => {
    const operation = { ...get, server: { url: `${server.url}/uploads`, environment: 'UPLOADS_URL' } };
    await callOperation('http://127.0.0.1:1', operation, {}, { environment: { TEST_URL: 'http://127.0.0.1:1' } });
    expect(server.requests[0]?.target).toBe('/uploads/r');
  });

  const unknown =
    'The document of the test API specifies no server: set the environment variable TEST_URL to its base URL';
  const unusable =
    'The base URL of the test API must be an http or https URL without a password: set the environment variable TEST_URL';
  test.each([
    ['/v1', {}, unknown],
    ['http://127.0.0.1:1/{version}', {}, unknown],
    ['https://{region}/v1', {}, unknown],
    ['/v1', { TEST_URL: 'localhost' }, 'The environment variable TEST_URL must be the base URL of the test API'],
    ['file:///etc', {}, unusable],
    ['/v1', { TEST_URL: 'https://me:pass@api.test' }, unusable],
  ])('has to be known: %s, %j', async (url, environment, message) => {
    await expect(callOperation(url, get, {}, { environment: environment as Record<string, string> })).rejects.toThrow(
      new RegExp(`^${message}$`, 'u'),
    );
  });
});
