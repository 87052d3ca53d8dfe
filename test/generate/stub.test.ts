import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { saveCall } from '../../generator/tools/dev-ui/host/save/save-call.js';
import { addToImplement } from '../../generator/tools/stub/add-to-implement.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { beforeAndAfter } from '../kit/before-after.js';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';
import { talk } from '../kit/talk.js';

const api = `openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: 'http://127.0.0.1:9' }]
paths:
  /orders:
    get: { operationId: listOrders, summary: Lists orders., responses: { '200': { description: ok } } }
    post: { operationId: addOrder, summary: Adds one., responses: { '200': { description: ok } } }
  /carts:
    get: { operationId: twice, summary: Lists carts., responses: { '200': { description: ok } } }
    post: { operationId: twice, summary: Adds one., responses: { '200': { description: ok } } }
`;
const server = 'server: { name: shop, version: 1.0.0 }\n';

/** What \`--stub\` makes of a definition. */
async function stub(definition: string, tool: string) {
  const { folder } = await createProject({ 'definitions/shop.mcp.yaml': definition, 'definitions/api.yaml': api });
  const outcome = await runInMemory(['generate', '--stub', tool], { cwd: folder });
  const text = await readFile(path.join(folder, 'definitions/shop.mcp.yaml'), 'utf8');
  const handlers = await readdir(path.join(folder, 'handlers/tools')).catch(() => []);
  return { ...outcome, folder, text, handlers };
}

describe('a tool that is forwarded to an API gets a stub, and its definition one change', () => {
  test.each([
    ['no list', 'openapi:\n  shop:\n    document: ./api.yaml # the API\n    «implement: [addOrder]\n    »# a word\n'],
    ['no line end', 'openapi:\n  shop:\n    document: ./api.yaml«\n    implement: [addOrder]»'],
    ['a list', 'openapi:\n  shop:\n    implement: [ listOrders«, addOrder» ] # mine\n    document: ./api.yaml\n'],
    ['an empty list', 'openapi:\n  shop: { document: ./api.yaml, implement: [«addOrder»] }\n'],
    [
      'lines',
      'openapi:\n  shop:\n    implement:\n      - listOrders # mine\n    «  - addOrder\n    »# last\n    document: ./api.yaml\n',
    ],
    [
      'lines that are not indented',
      'openapi:\n  shop:\n    document: ./api.yaml\n    implement:\n    - "listOrders"«\n    - addOrder»',
    ],
    ['false', 'openapi:\n  shop:\n    document: ./api.yaml\n    implement: ‹false›«[addOrder]» # none\n'],
    ['braces', 'openapi: { shop: { document: "./api.yaml", «implement: [addOrder], »exclude: [deprecated] } }\n'],
    [
      'line ends of Windows',
      'openapi:\r\n  shop:\r\n    document: ./api.yaml\r\n    «implement: [addOrder]\r\n    »exclude: [deprecated]\r\n',
    ],
    [
      'tabs, as it is JSON',
      '{\n\t"openapi": {\n\t\t"shop": {\n\t\t\t"document": "./api.yaml"«,\n\t\t\t"implement": ["addOrder"]»\n\t\t}\n\t}\n}\n',
    ],
  ])('where it has %s', (_what, marked) => {
    const { before, after } = beforeAndAfter(marked);
    const file = `definitions/shop.mcp.${before.startsWith('{') ? 'json' : 'yaml'}`;
    expect(addToImplement(file, before, 'shop', 'addOrder')).toBe(after);
  });

  test('and the command says so, here after a byte order mark', async () => {
    const before = '\ufeffopenapi:\n  shop:\n    document: ./api.yaml\n';
    const { exitCode, error, text, out, handlers } = await stub(before, 'addOrder');
    expect(error.replace(/.*warning.*/su, '')).toBe('');
    expect(text).toBe(`${before}    implement: [addOrder]\n`);
    expect(exitCode).toBe(0);
    expect(out).toContain('Changed definitions/shop.mcp.yaml: your handler now implements addOrder.');
    expect(out).toContain('handlers/tools/add-order.ts (new)');
    expect(handlers).toContain('add-order.ts');
  });

  test('in the file that names the API, whose rights stay', async () => {
    const { folder } = await createProject({
      'definitions/a.mcp.yaml': server,
      'definitions/b.mcp.yaml': 'openapi: { shop: { document: ./api.yaml } }\n',
      'definitions/api.yaml': api,
    });
    const file = path.join(folder, 'definitions/b.mcp.yaml');
    await chmod(file, 0o600);
    expect((await runInMemory(['generate', '--stub', 'addOrder'], { cwd: folder })).exitCode).toBe(0);
    expect(await readFile(file, 'utf8')).toBe('openapi: { shop: { document: ./api.yaml, implement: [addOrder] } }\n');
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(path.join(folder, 'definitions'))).toSorted()).toEqual([
      'a.mcp.yaml',
      'api.yaml',
      'b.mcp.yaml',
    ]);
  });

  test('by its operationId, and by a name that no other tool of the API goes by', async () => {
    const renamed = 'openapi:\n  shop:\n    document: ./api.yaml\n    tools: { addOrder: { name: order } }\n';
    expect((await stub(renamed, 'order')).text).toContain('implement: [addOrder]');
    expect((await stub(renamed, 'addOrder')).text).toContain('implement: [addOrder]');
    const { text, handlers } = await stub('openapi:\n  shop:\n    document: ./api.yaml\n', 'twice');
    expect(text).not.toContain('implement: [twice]');
    expect(handlers).toEqual(['twice.ts']);
  });

  test('in a new definition where none names the document', async () => {
    const { folder } = await createProject({ 'definitions/my-shop.openapi.yaml': api });
    const before = await readFile(path.join(folder, 'generated/descriptors.ts'), 'utf8');
    const { exitCode, out } = await runInMemory(['generate', '--stub', 'addOrder'], { cwd: folder });
    expect(exitCode).toBe(0);
    expect(out).toContain('Changed definitions/my-shop.mcp.yaml');
    expect(await readFile(path.join(folder, 'definitions/my-shop.mcp.yaml'), 'utf8')).toBe(
      'openapi:\n  my-shop:\n    document: "./my-shop.openapi.yaml"\n    implement: ["addOrder"]\n',
    );
    expect(await readFile(path.join(folder, 'generated/descriptors.ts'), 'utf8')).toBe(before);
  });
});

test('changes of a definition at the same time are all kept', async () => {
  const greet = 'tools: { greet: { description: Greets., inputSchema: { type: object } } }\n';
  const { folder } = await createProject({
    'definitions/shop.mcp.yaml': `${server}${greet}openapi: { shop: { document: ./api.yaml } }\n`,
    'definitions/api.yaml': api,
  });
  const tools = ['addOrder', 'listOrders'];
  const folders = { root: folder, definitions: 'definitions', out: 'generated' };
  const call = { as: 'example', tool: 'greet', input: '{}', output: '1' };
  const [stubs, saved] = await Promise.all([
    Promise.all(tools.map((tool) => runInMemory(['generate', '--stub', tool], { cwd: folder }))),
    Promise.all(['one', 'two', 'three'].map((title) => saveCall(folders, { ...call, title }))),
  ]);
  expect(stubs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(saved.map((result) => result.saved)).toEqual([true, true, true]);
  const text = await readFile(path.join(folder, 'definitions/shop.mcp.yaml'), 'utf8');
  for (const word of [...tools, 'one', 'two', 'three']) expect(text).toContain(word);
  expect((await readdir(path.join(folder, 'handlers/tools'))).toSorted()).toEqual([
    'add-order.ts',
    'greet.ts',
    'list-orders.ts',
  ]);
  expect(await readdir(folder)).not.toContain('.definitions.lock');
});

test('the stub calls the API, type-checks, and lists the tool as it was', async () => {
  const created = await createProject({
    'definitions/shop.mcp.yaml': `${server}openapi: { shop: { document: ./api.yaml } }\n`,
    'definitions/api.yaml': api,
  });
  await runInMemory(['generate', '--stub', 'addOrder'], { cwd: created.folder });
  const file = path.join(created.folder, 'handlers/tools/add-order.ts');
  expect(await readFile(file, 'utf8')).toContain('return context.forward(input);');
  expect(await typeCheck(created.folder)).toBe('');
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'addOrder', arguments: {} } };
  const { messages } = await talk(await created.bundle(), [call]);
  expect(messages[0]?.result).toMatchObject({ isError: true });
  expect(messages[0]?.result.content[0].text).not.toContain('not implemented');
});

describe('a tool of a definition', () => {
  const tools = `${server}tools:
  greet: { description: Greets. }
  add: { description: Adds., handler: ./math.ts#add }
  rules: { description: Returns rules., result: None. }
  ping: { description: Pings., http: { url: 'https://a.example/' } }
`;
  const files = { 'definitions/shop.mcp.yaml': tools, 'definitions/math.ts': 'export const add = () => 1;\n' };

  test('gets the stub back that was deleted, and one that is there stays as it is', async () => {
    const { folder } = await createProject(files);
    const file = path.join(folder, 'handlers/tools/greet.ts');
    await writeFile(file, '// mine\n');
    expect((await runInMemory(['generate', '--stub', 'greet'], { cwd: folder })).out).toContain(
      'handlers/tools/greet.ts already exists and was not changed.',
    );
    expect(await readFile(file, 'utf8')).toBe('// mine\n');
    await rm(file);
    expect((await runInMemory(['generate', '--stub', 'greet'], { cwd: folder })).out).toContain('greet.ts (new)');
    expect(await readFile(file, 'utf8')).toContain('notImplemented');
    expect(await readFile(path.join(folder, 'definitions/shop.mcp.yaml'), 'utf8')).toBe(tools);
  });

  test('is refused by a name that is wrong, or with a handler of its own', async () => {
    const { folder } = await createProject(files);
    const refused = [
      ['gret', 'error: The tool `gret` does not exist. Did you mean `greet`?\n'],
      ['xyz', 'error: The tool `xyz` does not exist. There are `greet`, `add`, `rules`, `ping`.\n'],
      ['add', 'error: add is implemented by definitions/math.ts#add: remove `handler` from its definition.\n'],
      ['rules', 'error: rules is implemented by `result` in its definition: remove that key, then run `generate`.\n'],
      [
        'ping',
        'error: ping sends the request of `http`: add `implement: true` to its definition, then run `generate`.\n',
      ],
    ] as const;
    for (const [tool, error] of refused) {
      const outcome = await runInMemory(['generate', '--stub', tool], { cwd: folder });
      expect(outcome).toMatchObject({ exitCode: 1, out: '', error });
    }
  });
});

test('with errors in the definitions nothing is changed', async () => {
  const { folder } = await createProject({
    'definitions/shop.mcp.yaml': 'openapi: { shop: { document: ./api.yaml } }\n',
    'definitions/api.yaml': api,
  });
  await writeFile(path.join(folder, 'definitions/more.mcp.yaml'), 'tool: {}\n');
  const { exitCode, error } = await runInMemory(['generate', '--stub', 'addOrder'], { cwd: folder });
  expect(exitCode).toBe(1);
  expect(error).toContain('unknown-key');
  expect(await readFile(path.join(folder, 'definitions/shop.mcp.yaml'), 'utf8')).not.toContain('implement');
});

test('what cannot be changed by machine is told to the user', async () => {
  const definition = 'openapi:\n  shop: &shop\n    document: ./api.yaml\n  again: *shop\n';
  const { exitCode, error, text } = await stub(definition, 'addOrder');
  expect({ exitCode, text }).toEqual({ exitCode: 1, text: definition });
  expect(error).toContain('Add "addOrder" to `implement` under `openapi.');
});

test('--stub and --check are mutually exclusive', async () => {
  expect((await runInMemory(['generate', '--stub', 'x', '--check'], { cwd: import.meta.dirname })).exitCode).toBe(2);
});
