import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { regenerate } from '../../generator/tools/runs/regenerate.js';
import { makeFolder } from '../kit/make-folder.js';
import { schema } from './library-schema.js';
import { useEndpoint } from './start-endpoint.js';

const endpoint = await useEndpoint(schema, {});

const definition = (members: string): string => `server: { name: shop, version: 1.0.0 }
graphql:
  library:
    endpoint: https://library.example.com/graphql?v=2
    operations: ./all.graphql
${members}`;

function createRun(members = '    auth: bearer\n    headers: { X-Client: mcp }\n') {
  const root = makeFolder({
    'definitions/shop.mcp.yaml': definition(members),
    'definitions/all.graphql': 'query Get($by: Key!) { book(by: $by) { title } }',
  });
  const run = async (lookup: object, options: object = {}) =>
    regenerate({
      root,
      definitions: 'definitions',
      handlers: 'handlers',
      out: 'generated',
      check: false,
      force: false,
      strict: false,
      lookup,
      ...options,
    });
  return { root, run, file: path.join(root, 'generated/graphql/library.graphql') };
}

const environment = { SHOP__LIBRARY__BASE_URL: endpoint.url, SHOP__LIBRARY__TOKEN: 's3cret' };
const problems = async (report: ReturnType<ReturnType<typeof createRun>['run']>) =>
  (await report).diagnostics.map(({ code, message, help }) => `${code}: ${message} ${help}`);

test('the schema is fetched on request only, and stored', async () => {
  const { run, file } = createRun();
  expect(await problems(run({ environment }))).toEqual([
    'unfetched-schema: The schema of `library` has not been fetched yet. Run `generate --introspect`, which saves it, or name a file with `schema`.',
  ]);
  expect(endpoint.requests).toHaveLength(0);
  expect(await problems(run({ environment, introspect: true }))).toEqual([]);
  expect(endpoint.requests).toHaveLength(1);
  const [{ target, headers } = {}] = endpoint.requests;
  expect([target, headers?.authorization, headers?.['x-client']]).toEqual(['/graphql?v=2', 'Bearer s3cret', 'mcp']);
  const stored = readFileSync(file, 'utf8');
  expect(stored).toMatch(/^# Schema of https:\/\/library\.example\.com\/graphql\. .*--introspect`\.\n/u);
  expect(stored).toContain('input Key @oneOf {');

  // Neither a run without changes, nor one with changes, nor `--check` needs the endpoint.
  expect(await problems(run({ environment: {} }))).toEqual([]);
  expect(await problems(run({}, { check: true }))).toEqual([]);
  expect(await problems(run({}))).toEqual([]);
  expect(endpoint.requests).toHaveLength(1);

  expect(await problems(run({ environment, introspect: true }))).toEqual([]);
  expect(endpoint.requests).toHaveLength(2);
  expect(readFileSync(file, 'utf8')).toBe(stored);
});

test('a stored schema that the operations do not match is reported', async () => {
  const { run, file, root } = createRun();
  await run({ environment, introspect: true });
  writeFileSync(path.join(root, 'definitions/all.graphql'), 'query Get { book { title } }');
  expect(await problems(run({}))).toEqual([
    'invalid-graphql: Field `book` argument `by` of type `Key!` is required, but it was not provided. Add the argument.',
  ]);
  expect(readFileSync(file, 'utf8')).toContain('type Query');
});

test('older endpoints are asked for less', async () => {
  const { run } = createRun();
  const refusal = { status: 400, body: '{"errors":[{"message":"Cannot query field isOneOf"}]}' };
  endpoint.answers.push(refusal, refusal);
  expect(await problems(run({ environment, introspect: true }))).toEqual([]);
  expect(
    endpoint.requests.map(({ body }) => ['isOneOf', 'specifiedByURL'].filter((field) => body.query?.includes(field))),
  ).toEqual([['isOneOf', 'specifiedByURL'], ['specifiedByURL'], []]);
});

const check = 'Check `endpoint` and `auth`, or save the schema in a file and name it with `schema`.';
const cannot = 'unfetched-schema: The schema of `library` cannot be fetched:';

test.each([
  ['no token', {}, `${cannot} SHOP__LIBRARY__TOKEN is not set. Set it in the environment or in \`.env\`.`],
  [
    'an invalid address',
    { SHOP__LIBRARY__TOKEN: 't', SHOP__LIBRARY__BASE_URL: 'x' },
    'unfetched-schema: `x` is not a valid URL. Correct the variable.',
  ],
])('%s', async (_what, variables, problem) => {
  expect(await problems(createRun().run({ environment: variables, introspect: true }))).toEqual([problem]);
  expect(endpoint.requests).toEqual([]);
});

test('a token is not sent over an open connection', async () => {
  const variables = { SHOP__LIBRARY__TOKEN: 't', SHOP__LIBRARY__BASE_URL: 'http://library.example.com' };
  expect(await problems(createRun().run({ environment: variables, introspect: true }))).toEqual([
    'unfetched-schema: The schema of `library` is not fetched: credentials would be sent without encryption. Use `https:`, or save the schema in a file and name it with `schema`.',
  ]);
});

test('an endpoint that is down', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const variables = { SHOP__LIBRARY__TOKEN: 't', SHOP__LIBRARY__BASE_URL: `http://127.0.0.1:${port}` };
  expect(await problems(createRun().run({ environment: variables, introspect: true }))).toEqual([
    `${cannot} the server cannot be reached (ECONNREFUSED). ${check}`,
  ]);
});

test.each([
  [
    'an error',
    200,
    '{"errors":[{"message":"Introspection is\\ndisabled"}]}',
    'the server responded: Introspection is disabled',
  ],
  ['a status', 403, '{}', 'the server responded with 403'],
  ['a redirect', 302, '', 'the server responded with 302'],
  ['a page', 200, '<html>', 'the response is not JSON'],
  ['other JSON', 200, '[]', 'the response is not a schema'],
])('%s instead of a schema', async (_what, status, body, problem) => {
  const answer = { status, body };
  endpoint.answers.push(answer, answer, answer);
  expect(await problems(createRun().run({ environment, introspect: true }))).toEqual([
    `${cannot} ${problem}. ${check}`,
  ]);
});
