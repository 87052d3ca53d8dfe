import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi, type TestContext } from 'vitest';
import { openServer } from '../../generator/tools/scaffold/server/open-server.js';
import { readServer } from '../../generator/tools/scaffold/server/read-server.js';
import { downloadDocument } from '../../generator/tools/scaffold/source/download-document.js';

// On Node 20 collected garbage may take the time limit of a combined signal with it.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
let collecting: NodeJS.Timeout;
beforeAll(() => void (collecting = setInterval(collect, 50)));
afterAll(() => clearInterval(collecting));

const patience = 2000;

function drip(response: ServerResponse, text: string, milliseconds: number): void {
  const timer = setInterval(() => response.write(text), milliseconds);
  response.on('close', () => clearInterval(timer));
}

const json = { 'content-type': 'application/json' };
const events = { 'content-type': 'text/event-stream' };

/** Servers that never come to an end. */
const silences: readonly (readonly [name: string, RequestListener])[] = [
  ['accepts and never answers', () => {}],
  ['sends headers and then nothing', (_, response) => void response.writeHead(200, json).flushHeaders()],
  ['refuses and never ends its page', (_, response) => void response.writeHead(404, json).write('{')],
  ['sends a byte at a time', (_, response) => drip(response.writeHead(200, json), ' ', 100)],
  ['sends events for others without end', (_, response) => drip(response.writeHead(200, events), 'data: {}\n\n', 20)],
  // At once where a redirect is not followed, as the one of a POST.
  [
    'redirects in a circle, slowly',
    ({ method }, response) => void setTimeout(() => redirect(response), method === 'POST' ? 0 : 500),
  ],
];

function redirect(response: ServerResponse): void {
  response.writeHead(302, { location: '/again' }).end();
}

async function listen(answer: RequestListener, finish: TestContext['onTestFinished'] = onTestFinished) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  finish(() => {
    server.closeAllConnections();
    server.close();
  });
  const countConnections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, countConnections };
}

const never = new AbortController().signal;

// All wait at the same time.
describe.concurrent.each(silences)('a server that %s', (name, answer) => {
  test('does not hold --from up', async (context) => {
    const { url, countConnections } = await listen(answer, context.onTestFinished);
    const failure = await downloadDocument(url, never, patience).catch((error: unknown) => String(error));
    const isRefused = name.startsWith('refuses');
    expect(failure).toBe(
      isRefused
        ? `SourceError: ${url} responded with 404 Not Found.`
        : `SourceError: ${url} did not send a complete response within 2 s.`,
    );
    await context.expect.poll(countConnections).toBe(0);
  });

  test('does not hold --from-server up', async (context) => {
    const { url, countConnections } = await listen(answer, context.onTestFinished);
    const peer = openServer({ server: url, headers: new Map(), cwd: '.' }, never, patience);
    const failure = await peer.request('initialize', {}).catch((error: unknown) => String(error));
    await peer.close();
    const isRedirect = name.startsWith('redirects');
    expect(failure).toBe(
      isRedirect
        ? `PeerError: ${url} redirects; redirects are not followed.`
        : `PeerError: ${url} did not respond to initialize within 2 s.`,
    );
    await context.expect.poll(countConnections).toBe(0);
  });
});

test('a server that is always in time but never done has a limit for all of its lists', async () => {
  let page = 0;
  const { url } = await listen((request, response) => {
    request.on('data', (chunk: Buffer) => {
      const { id, method } = JSON.parse(chunk.toString()) as { id: number; method: string };
      page += 1;
      const result = method === 'tools/list' ? { tools: [], nextCursor: `${page}` } : { capabilities: { tools: {} } };
      setTimeout(() => response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result })), 100);
    });
  });
  const target = { server: url, headers: new Map<string, string>(), cwd: '/' };
  await expect(readServer(target, never, patience)).rejects.toThrow(`Listing ${url} took more than 2 s.`);
});

test('a command that never answers is stopped, and the message says what was waited for', async () => {
  const server = `${process.execPath} -e "setInterval(() => {}, 1000)"`;
  await expect(readServer({ server, headers: new Map(), cwd: '/' }, never, patience)).rejects.toThrow(
    `Listing ${server} took more than 2 s.`,
  );
});

test('Ctrl+C ends a step that waits', async () => {
  const controller = new AbortController();
  const { url } = await listen(() => controller.abort());
  await expect(downloadDocument(url, controller.signal)).rejects.toThrow(/abort/u);
});

test('a server that ignores server/discover is initialized', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const methods: string[] = [];
  const { url } = await listen((request, response) => {
    request.on('data', (chunk: Buffer) => {
      const { id, method } = JSON.parse(chunk.toString()) as { id?: number; method: string };
      methods.push(method);
      if (method === 'server/discover') return void vi.advanceTimersByTime(10_000);
      const serverInfo = { name: 'old', version: '1.0.0' };
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo };
      response.writeHead(id === undefined ? 202 : 200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await readServer({ server: url, headers: new Map(), cwd: '.' }, never);
  expect(methods).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
});
