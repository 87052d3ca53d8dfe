import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from './http-server.js';
import { openInspector, type Inspector } from './inspector.js';

const bundle = 'dist/bookshop/server.mjs';

let inspector: Inspector;
let listening: HttpServer;

beforeAll(async () => {
  inspector = await openInspector();
  listening = await startHttpServer(bundle);
}, 600_000);

afterAll(async () => {
  expect(await listening.stop()).toEqual({ exitCode: 0, survivors: [], stderr: '' });
});

describe.each([
  ['legacy', 'stdio'],
  ['modern', 'stdio'],
  ['legacy', 'HTTP'],
  ['modern', 'HTTP'],
] as const)('bookshop, Inspector, %s, %s', (era, carrier) => {
  let server: string;

  beforeAll(() => {
    server = carrier === 'HTTP' ? listening.url : bundle;
  });

  async function ask(...options: string[]): Promise<unknown> {
    const { exitCode, result, stderr } = await inspector.run(era, server, options);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return result;
  }

  test('tools/list finds no fault in the schemas', async () => {
    expect(await ask('--method', 'tools/list', '--strict')).toMatchObject({
      tools: [
        { name: 'find_books', title: 'Find books', inputSchema: { required: ['query'] } },
        { name: 'order_book', title: 'Order a book', inputSchema: { required: ['isbn'] } },
      ],
    });
  });

  test('tools/call', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'find_books', '--tool-arg', 'query=le guin', 'limit=3'];
    expect(await ask(...call)).toMatchObject({
      structuredContent: { books: [{ isbn: '9780441478125', title: 'The Left Hand of Darkness' }], total: 1 },
    });
  });

  test('tools/call with an argument that is wrong', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'order_book', '--tool-args-json', '{"isbn":"42"}'];
    expect(await inspector.run(era, server, call)).toMatchObject({
      exitCode: 5,
      result: {
        isError: true,
        content: [
          { text: expect.stringContaining('isbn: must match pattern "^97[89][0-9]{10}$", got "42"') as string },
        ],
      },
    });
  });

  test('prompts/list', async () => {
    expect(await ask('--method', 'prompts/list')).toMatchObject({
      prompts: [{ name: 'recommend', arguments: [{ name: 'subject', required: true }, { name: 'reader' }] }],
    });
  });

  test('prompts/get', async () => {
    const get = ['--method', 'prompts/get', '--prompt-name', 'recommend', '--prompt-args', 'subject=ecology'];
    expect(await ask(...get)).toMatchObject({
      messages: [
        {
          role: 'user',
          content: { text: 'Recommend three books about ecology from the catalogue of the shop. ' },
        },
      ],
    });
  });

  test('resources/list', async () => {
    expect(await ask('--method', 'resources/list')).toMatchObject({
      resources: [{ uri: 'bookshop://opening-hours' }, { uri: 'bookshop://catalogue' }],
    });
  });

  test('resources/templates/list', async () => {
    expect(await ask('--method', 'resources/templates/list')).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'bookshop://books/{isbn}' }],
    });
  });

  test('resources/read', async () => {
    expect(await ask('--method', 'resources/read', '--uri', 'bookshop://opening-hours')).toMatchObject({
      contents: [{ mimeType: 'text/markdown', text: expect.stringMatching(/^# Opening hours\n/u) as string }],
    });
    expect(await ask('--method', 'resources/read', '--uri', 'bookshop://books/9780140449136')).toMatchObject({
      contents: [{ mimeType: 'application/json', text: expect.stringContaining('The Odyssey') as string }],
    });
  });

  test('resources/read of one that does not exist', async () => {
    const { exitCode, stderr } = await inspector.run(era, server, [
      '--method',
      'resources/read',
      '--uri',
      'bookshop://x',
    ]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('Resource not found');
  });
});
