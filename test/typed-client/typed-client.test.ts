import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as TransportV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, describe, expect, test } from 'vitest';
import type { ClientPeer } from '../../runtime/clients/client/index.js';
import { createProject } from '../kit/build-server.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { loadModule } from '../kit/load-module.js';
import { makeFolder } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';

const definition = `
server: { name: shop, version: 1.0.0 }
tools:
  find_books:
    description: Finds books.
    inputSchema:
      type: object
      properties:
        query: { type: string }
        limit: { type: integer, default: 10 }
        language: { $ref: '#/$defs/Language' }
        order: { type: object, properties: { by: { type: string, default: title }, of: { $ref: '#/$defs/Part' } } }
      required: [query]
    outputSchema: { type: array, items: { $ref: '#/$defs/Book' } }
prompts:
  recommend:
    description: Recommends books.
    arguments: { subject: { required: true, complete: [sea, space] }, reader: {} }
    messages: [{ role: user, content: 'Recommend {{subject}} {{reader}}' }]
resources:
  shop://hours: { name: hours, text: Always open }
resourceTemplates:
  shop://books/{isbn}{?fields*}: { name: book, variables: { isbn: { complete: handler } } }
$defs:
  Book: { type: object, properties: { title: { type: string } }, required: [title] }
  Part: { type: string }
  Language: { type: string, default: en }
`;

const files = {
  'definitions/shop.mcp.yaml': definition,
  'handlers/tools/find-books.ts': `
    import type { FindBooks, FindBooksResult } from '../../generated/handlers.ts';
    export const findBooks: FindBooks = async ({ query, limit, language, order }): Promise<FindBooksResult> => {
      if (query === 'nothing') throw new Error('There is no such book');
      return [{ title: query + ' ' + limit + ' ' + language.toUpperCase() + ' ' + order?.by }];
    };`,
  'handlers/resources/book.ts': `
    import type { BookResource } from '../../generated/handlers.ts';
    export const bookResource: BookResource = ({ isbn, fields }) => isbn + ' ' + JSON.stringify(fields);`,
  'handlers/completions/book-isbn.ts': `
    export const completeBookIsbn = (value: string) => [value + '1', value + '2'];`,
  'test/opened.ts': `
    import { openTestServer } from 'create-mcp-from-schema/testing';
    import { project } from '../generated/test-project.ts';
    export const server = await openTestServer(project);`,
  'test/types.ts': `
    import { openTestServer, settle } from 'create-mcp-from-schema/testing';
    import { project } from '../generated/test-project.ts';
    const server = await openTestServer(project);
    const { structured } = await server.tools.find_books({ query: 'dune', order: { of: 'x' } });
    export const titles: string[] = structured.map(({ title }) => title);
    // @ts-expect-error -- required
    await server.tools.find_books({});
    // @ts-expect-error -- unknown
    await server.tools.find_books({ query: 'dune', lim: 1 });
    // @ts-expect-error -- unknown
    await server.tools.find_book({ query: 'dune' });
    // @ts-expect-error -- not in the output
    structured[0]?.author;
    await server.prompts.recommend({ subject: 'sea' });
    // @ts-expect-error -- required
    await server.prompts.recommend();
    await server.resources['shop://hours']();
    await server.resourceTemplates['shop://books/{isbn}{?fields*}']({ isbn: '1', fields: ['title'] });
    // @ts-expect-error -- required
    await server.resourceTemplates['shop://books/{isbn}{?fields*}']({});
    await server.completions.prompts.recommend.subject('s');
    // @ts-expect-error -- not completed
    await server.completions.prompts.recommend.reader('s');
    const settled = await settle(server.tools.find_books({ query: 'dune' }));
    if (!settled.ok) {
      const { error } = settled;
      const told: string | number = error.name === 'ToolError' ? error.tool : error.code;
      console.log(told);
    }`,
};

const project = await createProject(files);

test('its types follow from the definition', async () => {
  expect(await typeCheck(project.folder, ['generated', 'handlers', 'test/*.ts'])).toBe('');
});

test('the examples of the documentation fit the types of the bookshop', async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const blocks = readFileSync(path.join(root, 'docs/client.md'), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gmu);
  const read = (file: string): string => readFileSync(path.join(root, 'generated/bookshop', file), 'utf8');
  const folder = makeFolder({
    'program.ts': [...blocks].map(([, block]) => block).join(''),
    'generated/client.ts': read('client.ts'),
    'generated/types.ts': read('types.ts'),
  });
  linkPackages(folder);
  expect(await typeCheck(folder, ['program.ts'])).toBe('');
});

interface Shop {
  readonly tools: { find_books(input: object): Promise<{ readonly structured: unknown; readonly text: string }> };
  readonly prompts: { recommend(values: object): Promise<{ readonly text: string }> };
  readonly resources: { 'shop://hours'(): Promise<{ readonly text: string }> };
  readonly resourceTemplates: {
    'shop://books/{isbn}{?fields*}'(variables: object): Promise<{ readonly text: string }>;
  };
  readonly completions: {
    readonly prompts: { readonly recommend: { subject(value: string): Promise<unknown> } };
    readonly resourceTemplates: { readonly 'shop://books/{isbn}{?fields*}': { isbn(value: string): Promise<unknown> } };
  };
}

const info = { name: 'test', version: '1.0.0' };
const command = { command: process.execPath, args: [await project.bundle()] };
const closing: (() => Promise<void>)[] = [];

async function connectV1() {
  const client = new ClientV1(info);
  await client.connect(new TransportV1(command));
  closing.push(() => client.close());
  return client;
}

async function connectV2() {
  const client = new ClientV2(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new TransportV2(command));
  closing.push(() => client.close());
  return client;
}

async function openInMemory(): Promise<Shop> {
  const { server } = await loadModule<{ readonly server: Shop }>(project.folder, 'test/opened.ts');
  return server;
}

/** Its parameter shows that both official clients fit. */
async function connectOver(peer: ClientPeer): Promise<Shop> {
  const { connect } = await loadModule<{ connect(peer: ClientPeer): Shop }>(project.folder, 'generated/client.ts');
  return connect(peer);
}

afterAll(() => Promise.all(closing.map((close) => close())));

describe.each([
  ['in memory', openInMemory],
  ['over the official client, version 1', async () => connectOver(await connectV1())],
  ['over the official client, version 2', async () => connectOver(await connectV2())],
])('%s', async (_, connect) => {
  test('everything is answered alike', async () => {
    const shop = await connect();
    expect(await shop.tools.find_books({ query: 'dune', order: {} })).toMatchObject({
      structured: [{ title: 'dune 10 EN title' }],
    });
    await expect(shop.tools.find_books({ query: 'nothing' })).rejects.toMatchObject({
      name: 'ToolError',
      tool: 'find_books',
      message: 'There is no such book',
    });
    expect((await shop.prompts.recommend({ subject: 'sea' })).text).toBe('Recommend sea ');
    await expect(shop.prompts.recommend({})).rejects.toMatchObject({
      name: 'RequestError',
      code: -32602,
      message: 'Missing required arguments for prompt "recommend": "subject"',
    });
    expect((await shop.resources['shop://hours']()).text).toBe('Always open');
    const read = shop.resourceTemplates['shop://books/{isbn}{?fields*}'];
    expect((await read({ isbn: 'a/b', fields: ['x y', 'z'] })).text).toBe('a/b ["x y","z"]');
    expect(await shop.completions.prompts.recommend.subject('s')).toMatchObject({ values: ['sea', 'space'] });
    const completed = await shop.completions.resourceTemplates['shop://books/{isbn}{?fields*}'].isbn('97');
    expect(completed).toMatchObject({ values: ['971', '972'] });
  });
});
