import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from './http-server.js';
import { openInspector, type Inspector } from './inspector.js';

let inspector: Inspector;

beforeAll(async () => {
  inspector = await openInspector();
}, 600_000);

const ways = [
  ['legacy', 'stdio'],
  ['modern', 'stdio'],
  ['legacy', 'HTTP'],
  ['modern', 'HTTP'],
] as const;

/** Each era and each transport once: a run of the Inspector takes a second. */
const someWays = [ways[0], ways[3]] as const;

/** Serves an example over HTTP for the tests of a block; the result tells where to reach it over a transport. */
function useExample(name: string): (carrier: 'stdio' | 'HTTP') => string {
  const bundle = `dist/${name}/server.mjs`;
  let listening: HttpServer;
  beforeAll(async () => {
    listening = await startHttpServer(bundle);
  });
  afterAll(async () => {
    expect(await listening.stop()).toEqual({ exitCode: 0, survivors: [], stderr: '' });
  });
  return (carrier) => (carrier === 'HTTP' ? listening.url : bundle);
}

/** Runs the Inspector, which must find no fault. */
async function ask(era: 'legacy' | 'modern', server: string, ...options: string[]): Promise<unknown> {
  const { exitCode, result, stderr } = await inspector.run(era, server, options);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return result;
}

/** Each with a call that changes nothing. */
describe.each([
  ['greeter', 'greet', 'name=Ada', 'Ada'],
  ['knowledge-graph', 'search_nodes', 'query=nobody', 'entities'],
  ['birds', 'list_birds', 'group=owls', 'birds://guide/tawny-owl'],
  ['conformance', 'test_simple_text', undefined, 'This is a simple text response for testing.'],
  ['bookshop', 'find_books', 'query=le guin', 'The Left Hand of Darkness'],
])('%s, Inspector', (name, tool, argument, expected) => {
  const find = useExample(name);

  test.each(name === 'bookshop' ? ways : someWays)(
    'lists its tools without a fault, and calls one: %s, %s',
    async (era, carrier) => {
      const list = await ask(era, find(carrier), '--method', 'tools/list', '--strict');
      expect(JSON.stringify(list)).toContain(`"name":"${tool}"`);
      const values = argument === undefined ? [] : ['--tool-arg', argument];
      const call = await ask(era, find(carrier), '--method', 'tools/call', '--tool-name', tool, ...values);
      expect(JSON.stringify(call)).toContain(expected);
    },
  );
});

describe('bookshop, Inspector', () => {
  const find = useExample('bookshop');

  describe.each(someWays)('%s, %s', (era, carrier) => {
    test.each([
      [['prompts/list'], '"arguments":[{"name":"subject"'],
      [['prompts/get', '--prompt-name', 'recommend', '--prompt-args', 'subject=ecology'], 'three books about ecology'],
      [['resources/list'], '"uri":"bookshop://catalogue"'],
      [['resources/templates/list'], '"uriTemplate":"bookshop://books/{isbn}"'],
      [['resources/read', '--uri', 'bookshop://opening-hours'], '"text":"# Opening hours\\n'],
      [['resources/read', '--uri', 'bookshop://books/9780140449136'], 'The Odyssey'],
    ])('%j', async (options, expected) => {
      expect(JSON.stringify(await ask(era, find(carrier), '--method', ...options))).toContain(expected);
    });

    test('tools/call with an argument that is wrong', async () => {
      const call = ['--method', 'tools/call', '--tool-name', 'order_book', '--tool-args-json', '{"isbn":"42"}'];
      const { exitCode, result } = await inspector.run(era, find(carrier), call);
      expect([exitCode, result]).toMatchObject([5, { isError: true }]);
      expect(JSON.stringify(result)).toContain('isbn: must match the pattern ^97[89][0-9]{10}$, got \\"42\\"');
    });

    test('resources/read of one that does not exist', async () => {
      const read = ['--method', 'resources/read', '--uri', 'bookshop://x'];
      const { exitCode, stderr } = await inspector.run(era, find(carrier), read);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('Resource not found');
    });
  });
});

describe('the view of the bookshop, Inspector', () => {
  const find = useExample('bookshop');

  test.each(someWays)(
    'finds the view of a tool, misses it on others, and refuses tools that do not exist: %s, %s',
    async (era, carrier) => {
      const info = (tool: string) =>
        inspector.run(era, find(carrier), ['--method', 'tools/call', '--app-info', '--tool-name', tool]);
      expect(await info('find_books')).toEqual({
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
      expect(await info('order_book')).toMatchObject({ exitCode: 2, result: { hasApp: false } });
      expect(await info('sell_books')).toMatchObject({ exitCode: 5 });
    },
  );
});
