// Records the trace of a call and writes it into observability.md: npm run build && node docs/draw-trace.mjs [--check]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { bundleServer, writeServer } from '../dist/generator/tools/build/build-server.js';
import { runGenerator } from '../dist/generator/tools/runs/run-generator.js';
import { linkPackages } from '../test/kit/link-packages.mjs';

const files = {
  'definitions/shop.mcp.yaml': `
server: { name: shop, version: 1.0.0 }
tools:
  order_book:
    description: Orders one copy of a book.
    inputSchema: { type: object, properties: { isbn: { type: string, description: The book. } }, required: [isbn] }
    task: { support: optional }
    elicitations:
      confirm:
        message: Order one of {{count}} copies?
        requestedSchema: { type: object, properties: { ok: { type: boolean, title: 'Yes, order it' } } }
openapi:
  stock: { document: ./stock.openapi.yaml }
`,
  'definitions/stock.openapi.yaml': `
openapi: 3.1.0
info: { title: Stock, version: 1.0.0 }
servers: [{ url: https://stock.example }]
paths:
  /books/{isbn}:
    get:
      operationId: get_stock
      summary: Says how many copies of a book there are.
      parameters: [{ name: isbn, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: The number., content: { application/json: { schema: { type: object } } } } }
`,
  'handlers/server.ts': `
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { openTelemetry } from 'create-mcp-from-schema/runtime/telemetry';

const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(provider);

export const telemetry = openTelemetry();

export async function close(): Promise<void> {
  await provider.shutdown();
}
`,
  'handlers/tools/order-book.ts': `
import { trace } from '@opentelemetry/api';
import type { OrderBook } from '../../generated/handlers.ts';

export const orderBook: OrderBook = async (_input, context) => {
  const count = await context.step('count', () =>
    trace.getTracer('shop').startActiveSpan('SELECT stock', (span) => {
      span.end();
      return 3;
    }),
  );
  const answer = await context.elicitations.confirm({ count });
  if (answer.action !== 'accept') return 'Nothing ordered.';
  return context.step('order', () => 'Ordered.');
};
`,
};

const begin = '<!-- Recorded by docs/draw-trace.mjs. -->\n\n```text\n';
const end = '```\n';

/** Records the call and draws its spans as a tree. */
export async function drawTrace() {
  const folder = mkdtempSync(path.join(tmpdir(), 'trace-'));
  try {
    const spans = await record(await bundleProject(folder));
    return draw(spans);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the tree in observability.md. */
export function readDrawing(page) {
  const from = page.indexOf(begin) + begin.length;
  return page.slice(from, page.indexOf(end, from));
}

async function bundleProject(folder) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  linkPackages(folder);
  const places = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  const report = await runGenerator({ root: folder, ...places, check: false, force: false, strict: false });
  if (!report.ok) throw new Error(JSON.stringify(report.diagnostics));
  const project = { root: folder, out: 'generated', dist: 'dist', minify: true };
  const options = { ...project, sourcemap: false, external: [], bundled: [] };
  const bundle = await bundleServer(options);
  if (!bundle.ok) throw new Error(JSON.stringify(bundle.diagnostics));
  await writeServer(options, bundle.result, bundle.outside);
  return path.join(folder, 'dist', 'server.mjs');
}

/** Calls the tool like a client with tasks, and returns the spans that the server sent to a collector. */
async function record(server) {
  const spans = [];
  const http = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    response.setHeader('content-type', 'application/json').end('{}');
    if (request.url !== '/v1/traces') return;
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = `http://127.0.0.1:${http.address().port}`;
  const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: url, SHOP__STOCK__BASE_URL: url };
  const child = spawn(process.execPath, [server], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (method, params) => {
    id += 1;
    const meta = {
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {
        elicitation: { form: {} },
        extensions: { 'io.modelcontextprotocol/tasks': {} },
      },
    };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } })}\n`);
    const { value } = await answers.next();
    return JSON.parse(value).result;
  };
  await ask('tools/call', { name: 'get_stock', arguments: { isbn: '9780441013593' } });
  const { taskId } = await ask('tools/call', { name: 'order_book', arguments: { isbn: '9780441013593' } });
  const until = async (status) => {
    for (let task; task?.status !== status; task = await ask('tasks/get', { taskId }));
  };
  await until('input_required');
  await ask('tasks/update', { taskId, inputResponses: { confirm: { action: 'accept', content: { ok: true } } } });
  await until('completed');
  child.stdin.end();
  await once(child, 'close');
  http.close();
  http.closeAllConnections();
  return spans;
}

const kinds = ['', 'INTERNAL', 'SERVER', 'CLIENT'];
const shownAttributes = /^(?:mcp_server\.(?:api|question|result)|http\.response)\./u;

/** Draws spans as a tree, without `tasks/get` spans, whose number depends on timing. */
function draw(all) {
  const spans = all.filter(({ name }) => name !== 'tasks/get');
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const sorted = spans.toSorted((left, right) =>
    Number(BigInt(left.startTimeUnixNano) - BigInt(right.startTimeUnixNano)),
  );
  const lines = (parent, indent) =>
    sorted
      .filter(({ parentSpanId }) => (parent === undefined ? !byId.has(parentSpanId) : parentSpanId === parent))
      .flatMap((span) => {
        const links = (span.links ?? []).map(({ spanId }) => `linked to ${byId.get(spanId)?.name}`);
        const attributes = span.attributes
          .filter(({ key }) => shownAttributes.test(key))
          .map(({ key, value }) => `${key}=${value.stringValue ?? value.intValue}`);
        const notes = [...links, ...attributes].join(', ');
        const line = `${indent}${span.name} (${kinds[span.kind]})${notes === '' ? '' : `  ${notes}`}`;
        return [line, ...lines(span.spanId, `${indent}  `)];
      });
  return ['agent (of the client)', ...lines(undefined, '  ')].map((line) => `${line}\n`).join('');
}

if (process.argv[1] === import.meta.filename) {
  const file = path.join(import.meta.dirname, 'observability.md');
  const page = readFileSync(file, 'utf8');
  const drawing = await drawTrace();
  if (!process.argv.includes('--check')) {
    writeFileSync(
      file,
      page.replace(begin + readDrawing(page), () => begin + drawing),
    );
  } else if (readDrawing(page) !== drawing) {
    console.error(
      'docs/observability.md does not have the trace that a server records: run `node docs/draw-trace.mjs`.',
    );
    process.exitCode = 1;
  }
}
