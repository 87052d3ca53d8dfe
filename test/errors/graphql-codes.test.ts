import { buildSchema, GraphQLError } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { useEndpoint } from '../graphql/start-endpoint.js';
import { askServer, ways } from '../kit/ask-server.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

const sdl = 'type Query { book(id: ID!): String note: String }';

/** Errors of books by ID: the `extensions` of each. */
const failures: { readonly [id: string]: readonly { readonly [name: string]: unknown }[] } = {
  none: [{ code: 'NOT_FOUND', id: 7, trace: ['a'] }],
  odd: [{ code: 'NOT_FOUND', id: 'seven' }],
  lent: [{ reason: 'no code' }, { code: 'OTHER' }, { code: 'LENT' }],
  busy: [{ code: 'RATE_LIMITED' }],
  broken: [{ code: 'INTERNAL_SERVER_ERROR' }],
};
const endpoint = await useEndpoint(buildSchema(sdl), {
  note: () => 'A note.',
  book({ id }: { readonly id: string }) {
    const all = (failures[id] ?? []).map((extensions) => new GraphQLError(`No book ${id}.`, { extensions }));
    if (id === 'partial' || all.length === 1) throw all[0] ?? new GraphQLError('No.', { extensions: { code: 'LENT' } });
    return `Book ${id}`;
  },
});

const definition = (when: string) => `
server: { name: library, version: 1.0.0 }
graphql:
  library:
    endpoint: ${endpoint.url}/graphql
    schema: ./library.graphql
    operations: ./books.graphql
    retries: 0
    tools:
      GetBook:
        errors:
          missing:
            description: There is no such book.
            recovery: Search first.
            data: { type: object, properties: { id: { type: integer } }, required: [id] }
            when: ${when}
          lent: { description: The book is lent., when: { code: LENT } }
          busy: { description: The library is busy., retryable: true, retries: 1, retryAfterMs: 0, when: { code: RATE_LIMITED } }
          denied: { description: Access is denied., when: { status: 4XX } }
`;
const files = {
  'definitions/library.graphql': sdl,
  'definitions/books.graphql':
    'query GetBook($id: ID!) { book(id: $id) }\nquery GetBoth($id: ID!) { note book(id: $id) }',
};
const project = await createProject({ 'definitions/it.mcp.yaml': definition('{ code: NOT_FOUND }'), ...files });
const server = await project.bundle();

test('the project compiles', async () => {
  expect(await typeCheck(project.folder)).toBe('');
});

describe.each(ways.filter(({ carrier, revision }) => (carrier === 'stdio') === (revision === '2025-06-18')))(
  'over $carrier in $revision',
  (way) => {
    const asked = askServer(server, way);
    afterAll(async () => (await asked).close());
    const call = async (id: string, tool = 'GetBook') => {
      const { result } = await (await asked).call(tool, { id });
      return { ...result, sent: result._meta?.['create-mcp-from-schema/error'] };
    };

    test('a code becomes the error, its extensions the data', async () => {
      expect(await call('none')).toMatchObject({
        isError: true,
        content: [
          {
            type: 'text',
            text: 'There is no such book.\nThe library API returned errors:\n- book: No book none. (NOT_FOUND)\nSearch first.',
          },
        ],
        sent: { name: 'missing', data: { id: 7 } },
      });
    });

    test('extensions that do not match the schema are no data', async () => {
      expect((await call('odd')).sent).toEqual({ name: 'missing' });
    });

    test('a code that is not the first becomes the error', async () => {
      endpoint.answers.push({
        status: 200,
        body: JSON.stringify({
          data: null,
          errors: failures['lent']?.map((extensions) => ({ message: 'No.', extensions })),
        }),
      });
      expect((await call('lent')).sent).toEqual({ name: 'lent' });
    });

    test('a query is repeated after an error that allows it', async () => {
      expect((await call('busy')).sent).toEqual({ name: 'busy', retryable: true, retryAfterMs: 0 });
      expect(endpoint.requests).toHaveLength(2);
    });

    test('a status becomes the error if no code does', async () => {
      endpoint.answers.push({ status: 403, body: '{"errors":[{"message":"No.","extensions":{"code":"OTHER"}}]}' });
      expect((await call('b1')).sent).toEqual({ name: 'denied', status: 403 });
      endpoint.answers.push({ status: 404, body: '{"errors":[{"message":"No.","extensions":{"code":"LENT"}}]}' });
      expect((await call('b1')).sent).toEqual({ name: 'lent', status: 404 });
    });

    test('other codes, and errors next to data, are no declared errors', async () => {
      const other = await call('broken');
      expect(other).toMatchObject({ isError: true });
      expect(other.sent).toBeUndefined();
      const partial = await call('none', 'GetBoth');
      expect(partial).toMatchObject({ structuredContent: { note: 'A note.', book: null } });
      expect(partial.sent).toBeUndefined();
    });
  },
);

test.each([
  [
    '{ failure: unique }',
    '12:11 error unreachable-error: `failure` is about failures of a database, which the tool does not use.',
    'Use `status`, `type` or `code`.',
  ],
  ['{ code: 5 }', '16:27 error wrong-type: `code` must be a string, not a number.', 'Put quotes around it.'],
  [
    '{ code: LENT }',
    '17:11 error unreachable-error: No failure becomes `lent`: `missing` has the same `when`.',
    'Change one of the conditions, or remove one of the errors.',
  ],
])('a wrong condition is reported: %s', async (when, report, help) => {
  const creating = createProject({ 'definitions/it.mcp.yaml': definition(when), ...files });
  await expect(creating).rejects.toThrow(`definitions/it.mcp.yaml:${report}`);
  await expect(creating).rejects.toThrow(`help: ${help}\n`);
});
