import { describe, expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { diagnose, print } from '../definitions/diagnose.js';
import { makeFolder } from '../kit/make-folder.js';
import { readTree } from '../write/project-fixture.js';

/** Lines that every definition begins with. */
const head = 'server:\n  name: s\n  version: 1.0.0\n';
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example' }],
  paths: {
    '/books': {
      post: {
        operationId: 'addBook',
        summary: 'Adds a book.',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { title: { type: 'string', description: 'T.' } } },
            },
          },
        },
        responses: {
          200: {
            description: 'd',
            content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } } },
          },
        },
      },
    },
  },
});
const tool = 'tools:\n  bake:\n    description: Bakes.\n';
const api = 'openapi:\n  shop:\n    document: ./shop.json\n';
const auth = 'auth:\n  issuers: [https://a.example]\n  scopes: { read: Reads. }\n';
const exchange = '{ issuer: https://b.example, clientId: a, clientSecret: "${SECRET}" }';
const card = 'package:\n  registryName: io.github.a/shop\n  url: https://a.example/mcp\n';

/** A definition with a former key, the same with the present one, and the warning. */
const rows: readonly (readonly [what: string, former: string, present: string, place: string, message: string])[] = [
  [
    'page',
    `${head}  page: true\n`,
    `${head}  docsPage: true\n`,
    '4:3',
    '`server.page` is deprecated: use `server.docsPage`.',
  ],
  [
    'page: public',
    `${head}  page: public\n`,
    `${head}  docsPage: public\n`,
    '4:3',
    '`server.page` is deprecated: use `server.docsPage`.',
  ],
  [
    'card',
    `${head}  description: S.\n  card: true\n${card}`,
    `${head}  description: S.\n  serverCard: true\n${card}`,
    '5:3',
    '`server.card` is deprecated: use `server.serverCard`.',
  ],
  [
    'stores',
    `${head}  stores: sqlite\n`,
    `${head}  store: sqlite\n`,
    '4:3',
    '`server.stores` is deprecated: use `server.store`.',
  ],
  [
    'mode',
    `${head}  mode: direct\n`,
    `${head}  mode: tools\n`,
    '4:3',
    '`server.mode: direct` is deprecated: use `server.mode: tools`.',
  ],
  [
    'active: false',
    `${head}${tool}    active: false\n`,
    `${head}${tool}    enabled: false\n`,
    '7:5',
    '`tools.bake.active` is deprecated: use `tools.bake.enabled`.',
  ],
  [
    'active of an operation',
    `${head}${api}    tools: { addBook: { active: false } }\n`,
    `${head}${api}    tools: { addBook: { enabled: false } }\n`,
    '7:25',
    '`openapi.shop.tools.addBook.active` is deprecated: use `openapi.shop.tools.addBook.enabled`.',
  ],
  [
    'begins: handler',
    `${head}${tool}    task: { begins: handler }\n`,
    `${head}${tool}    task: { start: manual }\n`,
    '7:13',
    '`tools.bake.task.begins: handler` is deprecated: use `tools.bake.task.start: manual`.',
  ],
  [
    'begins: call',
    `${head}${tool}    task: { begins: call }\n`,
    `${head}${tool}    task: { start: immediate }\n`,
    '7:13',
    '`tools.bake.task.begins: call` is deprecated: use `tools.bake.task.start: immediate`.',
  ],
  [
    'strict: true',
    `${head}${api}    strict: true\n`,
    `${head}${api}    validateResponses: error\n`,
    '7:5',
    '`openapi.shop.strict: true` is deprecated: use `openapi.shop.validateResponses: error`.',
  ],
  [
    'strict: false',
    `${head}${api}    strict: false\n`,
    `${head}${api}    validateResponses: warn\n`,
    '7:5',
    '`openapi.shop.strict: false` is deprecated: use `openapi.shop.validateResponses: warn`.',
  ],
  [
    'validate: strict',
    `${head}${api}    validate: strict\n`,
    `${head}${api}    validateRequests: strict\n`,
    '7:5',
    '`openapi.shop.validate` is deprecated: use `openapi.shop.validateRequests`.',
  ],
  [
    'validate: lenient',
    `${head}${api}    validate: lenient\n`,
    `${head}${api}    validateRequests: lenient\n`,
    '7:5',
    '`openapi.shop.validate` is deprecated: use `openapi.shop.validateRequests`.',
  ],
  [
    'auth.required',
    `${head}${auth}  required: [read]\n`,
    `${head}${auth}  requiredScopes: [read]\n`,
    '7:3',
    '`auth.required` is deprecated: use `auth.requiredScopes`.',
  ],
  [
    'exchange',
    `${head}${auth}${api}    auth: { exchange: ${exchange} }\n`,
    `${head}${auth}${api}    auth: { tokenExchange: ${exchange} }\n`,
    '10:13',
    '`openapi.shop.auth.exchange` is deprecated: use `openapi.shop.auth.tokenExchange`.',
  ],
];

const filesOf = (definition: string) => ({ 'definitions/s.mcp.yaml': definition, 'definitions/shop.json': document });

describe('a former key', () => {
  test.each(rows)('%s works as the present one, with a warning', async (_what, former, present, place, message) => {
    const folders = [former, present].map((definition) => makeFolder(filesOf(definition)));
    const [before, after] = await Promise.all(
      folders.map(async (cwd) => ({ ...(await runInMemory(['generate'], { cwd })), files: await readFiles(cwd) })),
    );
    expect(before?.exitCode).toBe(0);
    expect(before?.error).toContain(`definitions/s.mcp.yaml:${place} warning deprecated-key: ${message}`);
    expect(before?.error).toContain('help: Run `npx create-mcp-from-schema upgrade`.');
    expect(after?.error).not.toContain('deprecated-key');
    expect(before?.files).toEqual(after?.files);
    const [old, recent] = folders;
    const compared = await runInMemory(['diff', `${old}`, `${recent}`], { cwd: `${old}` });
    expect(compared).toMatchObject({ exitCode: 0 });
    expect(compared.out).toMatch(/\n\nNo changes\.\n$/u);
  });

  test.each(rows)('%s is an error for --strict', async (_what, former) => {
    const { exitCode, error } = await runInMemory(['generate', '--strict'], { cwd: makeFolder(filesOf(former)) });
    expect(exitCode).toBe(1);
    expect(error).toContain('error deprecated-key');
  });

  test('next to the present one is an error', async () => {
    expect(await print(`${head}  stores: redis\n  store: sqlite\n`)).toBe(
      `definitions/server.mcp.yaml:4:3 error conflicting-keys: \`server.stores\` is a deprecated name for \`server.store\`, but both are set.
  4 |   stores: redis
    |   ^^^^^^
  definitions/server.mcp.yaml:5:3 the current key
  5 |   store: sqlite
    |   ^^^^^
  help: Remove \`stores\`.

1 error
`,
    );
  });

  test('with a value that is not allowed is reported under the name that it has now', async () => {
    expect(await diagnose(`${head}${tool}    task: { begins: never }\n`)).toEqual([
      'deprecated-key 7:13',
      'invalid-value 7:21',
    ]);
    expect(await print(`${head}${tool}    task: { begins: never }\n`)).toContain(
      '`start` must be one of immediate, manual',
    );
  });

  test('in JSON has its place, too', async () => {
    const text = JSON.stringify({ server: { name: 's', version: '1.0.0', page: true } }, null, 2);
    expect(await diagnose({ 'definitions/s.mcp.json': text })).toEqual(['deprecated-key 5:5']);
  });

  test('elsewhere is nothing special', async () => {
    expect(await diagnose(`${head}x-server: { page: true, stores: redis }\n`)).toEqual([]);
    expect(await diagnose(`${head}page: true\n`)).toEqual(['unknown-key 4:1']);
    expect(
      await diagnose(
        `${head}${tool}    inputSchema: { type: object, properties: { active: { type: boolean, description: d } } }\n`,
      ),
    ).toEqual([]);
  });
});

test('`required` of the authentication of an API keeps its name', async () => {
  const files = filesOf(`${head}${api}    auth: { type: http, scheme: bearer, required: false }\n`);
  expect(await diagnose(files)).toEqual([]);
});

/** Generated files, without those that depend on the bytes of the definition. */
async function readFiles(folder: string): Promise<object> {
  const all = Object.entries(await readTree(folder));
  return Object.fromEntries(all.filter(([file]) => !/^definitions\/|manifest\.json$|\/\.cache/u.test(file)));
}
