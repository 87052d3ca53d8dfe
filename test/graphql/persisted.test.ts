import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { schema, sdl } from './library-schema.js';
import { useEndpoint } from './start-endpoint.js';

const endpoint = await useEndpoint(schema, { broken: { name: 'Nobody', books: [] }, removeBook: true });

const entry = (name: string, settings: string): string =>
  `  ${name}:\n    endpoint: https://library.example.com/graphql\n    schema: ./library.graphql\n    operations: ./all.graphql\n    prefix: ${name}_\n${settings}`;

const project = await createProject({
  'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }
graphql:
${entry('digest', '    persisted: true\n')}${entry('only', '    persisted: only\n')}${entry('text', '')}`,
  'definitions/library.graphql': sdl,
  'definitions/all.graphql': 'query Get { broken { name } } mutation Remove { removeBook(id: 1) }',
});
const asked = await askServer(await project.bundle(), ways[0]!, {
  environment: Object.fromEntries(['DIGEST', 'ONLY', 'TEXT'].map((name) => [`SHOP__${name}__BASE_URL`, endpoint.url])),
});
afterAll(() => asked.close());

const text = 'query Get{broken{name}}';
const digest = createHash('sha256').update(text).digest('hex');
const extensions = { persistedQuery: { version: 1, sha256Hash: digest } };
const rest = { operationName: 'Get', variables: {} };
const bodies = () => endpoint.requests.map(({ body }) => body);
const data = { structuredContent: { broken: { name: 'Nobody' } } };

test('the digest is sent first, and the text after the endpoint has asked for it', async () => {
  endpoint.persisted = 'learned';
  expect((await asked.call('digest_Get')).result).toMatchObject(data);
  expect((await asked.call('digest_Get')).result).toMatchObject(data);
  expect(bodies()).toEqual([
    { extensions, ...rest },
    { query: text, extensions, ...rest },
    { extensions, ...rest },
  ]);
});

test('the text is sent alone to an endpoint without digests', async () => {
  endpoint.persisted = 'unsupported';
  expect((await asked.call('digest_Get')).result).toMatchObject(data);
  expect(bodies()).toEqual([
    { extensions, ...rest },
    { query: text, ...rest },
  ]);
});

test('an error status can ask for the text, too', async () => {
  const body = JSON.stringify({ errors: [{ message: 'x', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] });
  endpoint.answers.push({ status: 404, body });
  expect((await asked.call('digest_Get')).result).toMatchObject(data);
  expect(endpoint.requests).toHaveLength(2);
});

test('with `only` the text is not part of the server, and never sent', async () => {
  const { result } = await asked.call('only_Get');
  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result)).toContain('PersistedQueryNotFound');
  expect(bodies()).toEqual([{ extensions, ...rest }]);
  endpoint.answers.push({ status: 200, body: '{"data":{"broken":{"name":"Nobody"}}}' });
  expect((await asked.call('only_Get')).result).toMatchObject(data);
  const calls = readFileSync(path.join(project.folder, 'generated/api-calls.ts'), 'utf8');
  expect(calls.split(text)).toHaveLength(3);
});

test('texts and digests are listed for registration', () => {
  const read = (name: string) => path.join(project.folder, `generated/graphql/${name}.operations.json`);
  expect(JSON.parse(readFileSync(read('only'), 'utf8'))).toMatchObject({
    format: 'apollo-persisted-query-manifest',
    operations: [
      { id: digest, name: 'Get', type: 'query', body: text },
      { name: 'Remove', type: 'mutation', body: 'mutation Remove{removeBook(id:1)}' },
    ],
  });
  expect(existsSync(read('text'))).toBe(false);
});
