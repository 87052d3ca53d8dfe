import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useRecordingServer } from '../forward/recording-server.js';
import { createProject, type Project } from '../kit/build-server.js';
import { startServer } from '../kit/start-server.js';
import { modern } from '../wire/wire.js';

/** A span as OTLP/HTTP sends it in JSON. */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
}

/** Collector that keeps the spans that are sent to it. */
const received: SentSpan[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { resourceSpans = [] } = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceSpans?: { scopeSpans: { spans: SentSpan[] }[] }[];
    };
    received.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
const recorder = useRecordingServer();

const definition = `
server: { name: shop, version: 1.0.0 }
tools:
  find_book:
    description: Finds a book.
    inputSchema: { type: object, properties: { isbn: { type: string, description: The book. } }, required: [isbn] }
openapi:
  stock: { document: ./stock.openapi.yaml }
  shelf: { document: ./shelf.openapi.yaml, mode: discover }
`;

const document = `
openapi: 3.1.0
info: { title: Stock, version: 1.0.0 }
servers: [{ url: https://stock.example }]
paths:
  /books/{isbn}:
    get:
      operationId: get_stock
      summary: Says how many copies there are.
      parameters: [{ name: isbn, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: The number of copies., content: { application/json: { schema: {} } } } }
`;

const shelf = document.replace('get_stock', 'get_shelf').replace('title: Stock', 'title: Shelf');

/** A file that Node loads before the server. */
const instrumentation = `
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(provider);
`;

const serverFile = `
import { openTelemetry } from 'create-mcp-from-schema/runtime/telemetry';

export const telemetry = openTelemetry();
`;

const handler = `
import { trace } from '@opentelemetry/api';
import type { FindBook } from '../../generated/handlers.ts';

export const findBook: FindBook = async ({ isbn }) =>
  trace.getTracer('shop').startActiveSpan('look up', (span) => {
    span.end();
    return isbn;
  });
`;

let plain: Project;
let observed: Project;
let observedServer: string;

beforeAll(async () => {
  const files = {
    'definitions/shop.mcp.yaml': definition,
    'definitions/stock.openapi.yaml': document,
    'definitions/shelf.openapi.yaml': shelf,
  };
  plain = await createProject(files);
  observed = await createProject({
    ...files,
    'handlers/server.ts': serverFile,
    'instrumentation.mjs': instrumentation,
    'handlers/tools/find-book.ts': handler,
  });
  observedServer = await observed.bundle();
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
});

afterAll(() => {
  collector.closeAllConnections();
  collector.close();
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
const meta = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
const calls = [
  modern(1, 'tools/call', { name: 'find_book', arguments: { isbn: '1' } }, meta),
  modern(2, 'tools/call', { name: 'get_stock', arguments: { isbn: '1' } }, meta),
];
const input = calls.map((call) => `${JSON.stringify(call)}\n`).join('');

/** Runs the server with an SDK that Node loads before it. Resolves with stdout when all spans have come. */
async function run(args: readonly string[], given: string): Promise<string> {
  received.length = 0;
  const { port } = collector.address() as AddressInfo;
  const { child, output, exited } = startServer(observedServer, args, {
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(observed.folder, 'instrumentation.mjs')).href}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    SHOP__STOCK__BASE_URL: recorder.url,
    SHOP__SHELF__BASE_URL: recorder.url,
  });
  child.stdin.end(given);
  expect(await exited, output.stderr).toBe(0);
  return output.stdout;
}

test('a built server sends its spans over OTLP, and ends when they are sent', async () => {
  await run([], input);
  const byName = new Map(received.map((span) => [span.name, span]));
  expect([...byName.keys()].toSorted()).toEqual([
    'GET /books/{isbn}',
    'look up',
    'tools/call find_book',
    'tools/call get_stock',
  ]);
  const idOf = (name: string) => byName.get(name)?.spanId;
  const parentOf = (name: string) => byName.get(name)?.parentSpanId;
  expect(parentOf('tools/call find_book')).toBe('b7ad6b7169203331');
  expect(parentOf('look up')).toBe(idOf('tools/call find_book'));
  expect(parentOf('GET /books/{isbn}')).toBe(idOf('tools/call get_stock'));
  expect(new Set(received.map((span) => span.traceId))).toEqual(new Set([traceId]));
  // SPAN_KIND_SERVER is 2, SPAN_KIND_CLIENT 3.
  expect([byName.get('tools/call find_book')?.kind, byName.get('GET /books/{isbn}')?.kind]).toEqual([2, 3]);
  expect(recorder.requests[0]?.headers['traceparent']).toBe(`00-${traceId}-${idOf('GET /books/{isbn}')}-01`);
});

test.each<readonly [string, readonly string[], string, object, readonly string[]]>([
  [
    'another tool',
    [],
    'call_operation',
    { operation: 'get_shelf', arguments: { isbn: '1' } },
    ['tools/call call_operation', '  execute_tool get_shelf', '    GET /books/{isbn}'],
  ],
  [
    'a script',
    ['--mode', 'code'],
    'run_code',
    { code: "await stock.get_stock({ isbn: '1' }); return 'done';" },
    ['tools/call run_code', '  step startedAt', '  execute_tool get_stock', '    GET /books/{isbn}'],
  ],
])('a tool that %s calls has a span of its own', async (_, args, name, given, tree) => {
  const printed = await run(args, `${JSON.stringify(modern(1, 'tools/call', { name, arguments: given }))}\n`);
  const draw = (parent: string | undefined, depth: number): readonly string[] =>
    received
      .filter(({ parentSpanId }) => (parentSpanId || undefined) === parent)
      .toSorted((left, right) => Number(BigInt(left.startTimeUnixNano) - BigInt(right.startTimeUnixNano)))
      .flatMap((span) => [`${'  '.repeat(depth)}${span.name}`, ...draw(span.spanId, depth + 1)]);
  expect(draw(undefined, 0), printed).toEqual(tree);
});

test('a server that records nothing contains no package of OpenTelemetry and needs none', async () => {
  const server = await plain.bundle();
  const folder = path.dirname(server);
  const code = readdirSync(folder)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  expect(code.join('')).not.toMatch(/opentelemetry|mcp\.method\.name/u);
  const packages = path.join(plain.folder, 'node_modules', '@opentelemetry');
  rmSync(packages, { recursive: true });
  expect(existsSync(packages)).toBe(false);
  const { child, output, exited } = startServer(server, [], { SHOP__STOCK__BASE_URL: recorder.url });
  child.stdin.end(input);
  expect(await exited, output.stderr).toBe(0);
  expect(output.stdout.match(/"id":[12],"result"/gu)).toHaveLength(2);
});

test('a built server with telemetry needs no package either', async () => {
  rmSync(path.join(observed.folder, 'node_modules', '@opentelemetry'), { recursive: true });
  const { child, output, exited } = startServer(observedServer, [], { SHOP__STOCK__BASE_URL: recorder.url });
  child.stdin.end(input);
  expect(await exited, output.stderr).toBe(0);
  expect(output.stdout.match(/"id":[12],"result"/gu)).toHaveLength(2);
});
