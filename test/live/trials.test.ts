import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unlikeKinds, type ConnectedClient } from '../clients/client-kinds.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';
import { readDocument } from './api-document.js';
import { serveDocument, type LiveApi } from './serve-document.js';
import { createTrials } from './trials-operations.js';

const file = path.join(import.meta.dirname, 'trials.openapi.yaml');
const definition = `
server: { name: trials, version: 1.0.0 }
openapi: { trials: { document: ./trials.yaml, tools: { slow: { timeoutMs: 500 } } } }
`;
const credentials = {
  TRIALS__TRIALS__HEADER_KEY: 'open sesame',
  TRIALS__TRIALS__QUERY_KEY: 'open sesame',
  TRIALS__TRIALS__COOKIE_KEY: 'open sesame',
  TRIALS__TRIALS__LOGIN_USERNAME: 'ada',
  TRIALS__TRIALS__LOGIN_PASSWORD: 'l0ve=lace',
  TRIALS__TRIALS__SESSION_TOKEN: 'given-token',
  TRIALS__TRIALS__IDENTITY_TOKEN: 'given-token',
  TRIALS__TRIALS__MACHINE_CLIENT_ID: 'bench client',
  TRIALS__TRIALS__MACHINE_CLIENT_SECRET: 'shh/quiet',
};

const project = await createProject({
  'definitions/trials.mcp.yaml': definition,
  'definitions/trials.yaml': await readFile(file, 'utf8'),
});
const server = await project.bundle();

test('what is generated passes the strictest type check', async () => {
  expect(await typeCheck(project.folder)).toBe('');
});

describe.each(unlikeKinds)('a generated server and a server that knows OpenAPI, $name', ({ connect }) => {
  const { operations, isAborted } = createTrials();
  let api: LiveApi;
  let client: ConnectedClient;

  beforeAll(async () => {
    api = await serveDocument(readDocument(file), operations);
    client = await connect(server, { TRIALS__TRIALS__BASE_URL: api.url, ...credentials });
    await client.listTools();
  });
  afterAll(async () => {
    await client.close();
    await api.close();
    expect(api.faults).toEqual([]);
  });

  const call = async (name: string, values: { [name: string]: unknown } = {}) =>
    (await client.callTool(name, values)) as { content: unknown; structuredContent?: unknown; isError?: true };
  const text = (value: string) => [{ type: 'text', text: value }];

  const odd = 'a,b;c.d=e/f?g#h&i+j k%20é|..';
  const pairs = { r: odd, g: -5 };

  test('every style of a parameter in the path arrives as it was', async () => {
    const values = {
      plain: odd,
      list: ['x', odd],
      pairs,
      members: pairs,
      label: 1.5,
      labels: ['x', odd],
      labelled: { r: 'dotless', g: 7 },
      matrix: true,
      row: ['x', odd],
      rows: [odd, 'y'],
      cells: pairs,
    };
    expect(await call('path', values)).toMatchObject({ structuredContent: values });
  });

  test('every style of a parameter in the query arrives as it was', async () => {
    const values = {
      plain: odd,
      open: '/a:b?c=d',
      list: ['x', odd],
      joined: ['x', odd],
      pairs,
      members: pairs,
      spaced: ['x,y', 'z&w'],
      piped: ['x,y', 'z w'],
      deep: pairs,
      json: { a: [1, { b: null }] },
    };
    expect(await call('query', values)).toMatchObject({ structuredContent: values });
    expect(api.requests.at(-1)).toContain('&open=/a:b?c=d&');
    expect(await call('query', { plain: '' })).toMatchObject({ structuredContent: { plain: '' } });
    expect(await call('query')).toMatchObject({ structuredContent: {} });
  });

  test('every style of a header and of a cookie arrives as it was', async () => {
    const values = {
      'X-Plain': 'a b;c',
      'X-List': [1, 2],
      'X-Pairs': { r: 'x', g: 1 },
      'X-Members': { r: 'x', g: 1 },
      crumb: 'a;b c=',
      crumbs: ['x', 'y;z'],
    };
    expect(await call('header', values)).toMatchObject({ structuredContent: values });
  });

  test('forms, texts and files arrive as they were', async () => {
    const values = { text: odd, count: 3, list: ['x', odd], pairs: { r: 'x', g: 1 } };
    expect(await call('form', values)).toMatchObject({ structuredContent: values });
    expect(await call('text', { body: odd })).toMatchObject({ content: text(`${odd}!`) });
    const sent = { note: odd, pairs, file: { text: 'hi', fileName: 'ü".txt', mediaType: 'text/x-ü' }, table: 'a;b' };
    expect(await call('parts', { ...sent, file: { ...sent.file, mediaType: 'text/markdown' } })).toMatchObject({
      structuredContent: {
        note: odd,
        pairs,
        file: { name: 'ü".txt', type: 'text/markdown', text: 'hi' },
        table: { name: 'table', type: 'text/csv', text: 'a;b' },
      },
    });
    expect(await call('parts', sent)).toMatchObject({ isError: true });
  });

  test.each(['keyHeader', 'keyQuery', 'keyCookie', 'basic', 'bearer', 'oidc', 'oauth', 'both'])(
    'credentials are shown: %s',
    async (name) => {
      expect(await call(name)).toEqual(expect.objectContaining({ structuredContent: {} }));
    },
  );

  test('an access token that the API forgot is asked for again, once', async () => {
    const count = () => api.requests.filter((request) => request.includes('token')).length;
    const before = count();
    for (const token of api.accounts.tokens.keys()) if (token !== 'given-token') api.accounts.tokens.delete(token);
    expect(await call('oauth')).toMatchObject({ structuredContent: {} });
    expect(count() - before).toBe(1);
  });

  test.each([
    [400, 'Bad Request'],
    [404, 'Not Found'],
    [409, 'Conflict'],
    [422, 'Unprocessable Entity'],
    [500, 'Internal Server Error'],
  ])('%i is an error with its body and without secrets', async (status, phrase) => {
    const body = `{"message":"This is ${status}","token":"***"}`;
    expect(await call('fail', { status })).toMatchObject({
      isError: true,
      content: text(`DELETE /fail/{status} was answered with ${status} ${phrase}\n${body}`),
    });
  });

  test('what is busy is asked again, and left alone for as long as it wants to be', async () => {
    expect(await call('busy')).toMatchObject({ structuredContent: {} });
    expect(await call('jammed')).toMatchObject({
      isError: true,
      content: text('GET /jammed was answered with 429 Too Many Requests\nTry again in 3600 s\n{"message":"Later"}'),
    });
    expect(api.requests.filter((request) => request === 'GET /jammed')).toHaveLength(1);
  });

  test('what takes too long is given up', async () => {
    const message = 'The trials API did not answer GET /slow within 500 ms';
    expect(await call('slow')).toMatchObject({ isError: true, content: text(message) });
    await expect.poll(isAborted).toBe(true);
  });

  test('answers that break off or are too large are errors', async () => {
    expect(await call('broken')).toMatchObject({ isError: true });
    expect(await call('large')).toMatchObject({
      isError: true,
      content: text('GET /large was answered with more than 8388608 bytes: ask for less'),
    });
  });

  test('redirects are followed within the server, and nowhere else', async () => {
    expect(await call('near')).toMatchObject({ structuredContent: { plain: 'there' } });
    expect(await call('far')).toMatchObject({
      isError: true,
      content: text(
        'GET /far was answered with 302 Found\n' +
          'It leads to http://169.254.169.254/latest?key=open%20sesame, which is not followed: that is another server',
      ),
    });
  });

  test('nothing is a success, and sounds are audio', async () => {
    expect(await call('fail', { status: 204 })).toMatchObject({ content: text('Success') });
    expect((await call('sound')).content).toEqual([{ type: 'audio', data: '//s=', mimeType: 'audio/mpeg' }]);
  });
});
