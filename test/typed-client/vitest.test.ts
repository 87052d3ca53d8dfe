import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';

const run = promisify(execFile);

const project = {
  'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }
tools:
  order_book:
    description: Orders a book.
    inputSchema: { type: object, properties: { title: { type: string } }, required: [title] }
    elicitations:
      confirm:
        message: 'Order {{title}}?'
        requestedSchema: { type: object, properties: { ok: { type: boolean } }, required: [ok] }
  price_book:
    description: Price of a book.
    timeoutMs: 30000
    inputSchema: { type: object, properties: { title: { type: string } }, required: [title] }
    outputSchema: { type: object, properties: { cents: { type: integer } }, required: [cents] }
    examples:
      - input: { title: Dune }
        output: { cents: 1099 }
`,
  'handlers/shop.ts':
    'export const shop = { find: async () => ({ cents: 1099 }), order: async (title: string) => `Ordered ${title}.` };\n',
  'handlers/tools/order-book.ts': `import type { OrderBook } from '../../generated/handlers.ts';
import { shop } from '../shop.ts';

export const orderBook: OrderBook = async ({ title }, { elicitations, step }) => {
  const { action } = await elicitations.confirm({ title });
  return action === 'accept' ? step('order', () => shop.order(title)) : 'Nothing ordered.';
};
`,
  'handlers/tools/price-book.ts': `import type { PriceBook } from '../../generated/handlers.ts';
import { shop } from '../shop.ts';

export const priceBook: PriceBook = () => shop.find();
`,
  'test/shop.test.ts': `import { compareProtocolVersions, listExamples, openTestServer } from 'create-mcp-from-schema/testing';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { project } from '../generated/test-project.ts';
import { shop } from '../handlers/shop.ts';

const accept = { action: 'accept', content: { ok: true } } as const;

afterEach(() => vi.restoreAllMocks());

test('orders a book after confirmation', async () => {
  const server = await openTestServer(project, { responses: { 'Order Dune?': accept } });
  onTestFinished(() => server.close());
  const { text } = await server.tools.order_book({ title: 'Dune' });
  expect(text).toBe('Ordered Dune.');
  expect(server.clientRequests).toHaveLength(1);
});

test('times out with a manual clock', async () => {
  vi.spyOn(shop, 'find').mockReturnValue(new Promise(() => {}));
  const server = await openTestServer(project, { manualClock: true });
  onTestFinished(() => server.close());
  const rejected = expect(server.tools.price_book({ title: 'Dune' })).rejects.toThrow('timed out after 30000 ms');
  await server.advance(30_000);
  await rejected;
});

test('orders once in every protocol version', async () => {
  const { differences, runs } = await compareProtocolVersions(
    ({ observe }) => {
      vi.spyOn(shop, 'order').mockImplementation(observe('order', async () => 'Ordered.'));
      return project;
    },
    { call: { tool: 'order_book', arguments: { title: 'Dune' } }, responses: { 'Order Dune?': accept } },
  );
  expect(differences).toEqual([]);
  expect(runs.length).toBeGreaterThan(1);
});

describe('examples', () => {
  for (const { name, run } of listExamples(project)) test(name, run);
});
`,
  'test/failing.test.ts': `import { openTestServer } from 'create-mcp-from-schema/testing';
import { expect, onTestFinished, test } from 'vitest';
import { project } from '../generated/test-project.ts';

test('fails without a scripted response', async () => {
  const server = await openTestServer(project);
  onTestFinished(() => server.close());
  expect((await server.tools.order_book({ title: 'Dune' })).text).toBe('Ordered Dune.');
});
`,
};

test('the testing kit works in Vitest', async () => {
  const { folder } = await createProject(project);
  const program = path.join(folder, 'node_modules/vitest/vitest.mjs');
  const outside = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|TEST$)/u.test(name));
  const ended = run(process.execPath, [program, 'run', '--reporter=json', '--maxWorkers=1'], {
    cwd: folder,
    env: Object.fromEntries(outside),
  }).catch((failed: { readonly stdout: string }) => failed);
  const { testResults } = JSON.parse((await ended).stdout) as {
    readonly testResults: readonly {
      readonly assertionResults: readonly {
        readonly fullName: string;
        readonly status: string;
        readonly failureMessages: readonly string[];
      }[];
    }[];
  };
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(
    Object.fromEntries(
      results.map(({ fullName, status, failureMessages }) => [fullName, [status, ...failureMessages]]),
    ),
  ).toEqual({
    'orders a book after confirmation': ['passed'],
    'times out with a manual clock': ['passed'],
    'orders once in every protocol version': ['passed'],
    'examples price_book: example 1': ['passed'],
    'fails without a scripted response': ['failed', expect.stringContaining('Order Dune?')],
  });
});
