import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from './http-server.js';
import { openInspector, type Inspector } from './inspector.js';

const eras = ['legacy', 'modern'] as const;
type Era = (typeof eras)[number];

let inspector: Inspector;

beforeAll(async () => {
  inspector = await openInspector();
}, 600_000);

/** Runs the Inspector, which must find no error. */
async function ask(era: Era, server: string, ...options: string[]): Promise<unknown> {
  const { exitCode, result, stderr } = await inspector.run(era, server, options);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return result;
}

/** Once each: a run of the Inspector takes a second, and the official clients call all tools in all eras over both transports. */
test.each([
  ['birds', 'legacy', 'list_birds'],
  ['conformance', 'modern', 'test_simple_text'],
] as const)('%s, Inspector, %s: lists its tools without a fault', async (name, era, tool) => {
  const list = await ask(era, `dist/${name}/server.mjs`, '--method', 'tools/list', '--strict');
  expect(JSON.stringify(list)).toContain(`"name":"${tool}"`);
});

describe('bookshop, Inspector', () => {
  const bundle = 'dist/bookshop/server.mjs';
  let listening: HttpServer;

  beforeAll(async () => {
    listening = await startHttpServer(bundle);
  });

  afterAll(async () => {
    expect(await listening.stop()).toEqual({ exitCode: 0, survivors: [], stderr: '' });
  });

  test.each([
    ['legacy', 'stdio'],
    ['modern', 'HTTP'],
  ] as const)('lists its tools without a fault, and calls one: %s, %s', async (era, carrier) => {
    const server = carrier === 'HTTP' ? listening.url : bundle;
    const list = await ask(era, server, '--method', 'tools/list', '--strict');
    expect(JSON.stringify(list)).toContain('"name":"find_books"');
    const search = ['--tool-name', 'find_books', '--tool-arg', 'query=le guin'];
    const call = await ask(era, server, '--method', 'tools/call', ...search);
    expect(JSON.stringify(call)).toContain('The Left Hand of Darkness');
  });

  test.each([
    [
      'modern',
      ['prompts/get', '--prompt-name', 'recommend', '--prompt-args', 'subject=ecology'],
      'books about ecology',
    ],
    ['legacy', ['resources/read', '--uri', 'bookshop://opening-hours'], '"text":"# Opening hours\\n'],
  ] as const)('%s: %j', async (era, options, expected) => {
    expect(JSON.stringify(await ask(era, listening.url, '--method', ...options))).toContain(expected);
  });

  test.each(eras)('%s: a call with an argument that is wrong, and a resource that does not exist', async (era) => {
    const call = ['--method', 'tools/call', '--tool-name', 'order_book', '--tool-args-json', '{"isbn":"42"}'];
    const { exitCode, result } = await inspector.run(era, listening.url, call);
    expect([exitCode, result]).toMatchObject([5, { isError: true }]);
    expect(JSON.stringify(result)).toContain('isbn: must match the pattern ^97[89][0-9]{10}$, got \\"42\\"');
    const read = await inspector.run(era, listening.url, ['--method', 'resources/read', '--uri', 'bookshop://x']);
    expect(read.exitCode).toBe(1);
    expect(read.stderr).toContain('Resource not found');
  });

  test('finds the view of a tool, and misses it on others', async () => {
    const info = (era: Era, tool: string) =>
      inspector.run(era, listening.url, ['--method', 'tools/call', '--app-info', '--tool-name', tool]);
    expect(await info('legacy', 'find_books')).toEqual({
      exitCode: 0,
      result: {
        hasApp: true,
        toolName: 'find_books',
        resourceUri: expect.stringMatching(/^ui:\/\/bookshop\/shelf\?v=[0-9a-f]+$/u) as string,
        resourceMimeType: 'text/html;profile=mcp-app',
        prefersBorder: true,
      },
      stderr: '',
    });
    expect(await info('modern', 'order_book')).toMatchObject({ exitCode: 2, result: { hasApp: false } });
  });
});
