import { serveHttp, type HttpServing } from '../../../runtime/transports/node/serve-http.js';
import { openService } from '../../kit/open-service.js';
import { formatRequest } from '../../wire/raw-http.js';
import { RawSocket } from '../../wire/raw-socket.js';
import { mutateText } from '../engine/mutate.js';
import type { Target } from '../engine/target.js';
import { checkReports } from '../engine/watch-reports.js';
import { Violation, withinBounds } from '../invariants.js';
import { fuzzDefinition, fuzzHandlers } from './fuzz-server.js';
import { initialize, legacy, modern, protocolWords } from './legal-messages.js';

/** Milliseconds that the client waits for the end of the answers. */
const patienceMs = 40;
/** Milliseconds that the answer to a legal request may take, also on a busy machine. */
const soundMs = 5000;

const words = [
  ...'HTTP/1.0 HTTP/2.0'.split(' '),
  '\r\n',
  '\r\n\r\n',
  '\n',
  'POST /mcp HTTP/1.1\r\n',
  'GET /mcp HTTP/1.1\r\n',
  'Host: localhost\r\n',

  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Expect: 100-continue\r\n',
  '0\r\n\r\n',

  'Connection: close\r\n',
  'Connection: upgrade\r\nUpgrade: h2c\r\n',
  'Host: evil\r\n',
  'Origin: http://evil\r\n',
  ': ',
  'ffff\r\n',
  'http://localhost/mcp',
  'Mcp-Session-Id: x\r\n',
  'Accept: */*;q=0\r\n',
  'a'.repeat(20_000),
  'X: y\r\n'.repeat(3000),
];

const legal = [
  { body: JSON.stringify(initialize('2025-06-18')) },
  { body: JSON.stringify(legacy(1, ['ping', {}])) },
  {
    body: JSON.stringify(modern(1, ['tools/list', {}])),
    headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' },
  },
  { method: 'GET', headers: { 'Mcp-Session-Id': 'x' } },
  { method: 'OPTIONS', headers: { Origin: 'http://localhost' } },
].map((request) => formatRequest(request).toString('latin1'));

const chunked = [
  'POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n',
  'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n',
].join('');

let serving: Promise<HttpServing> | undefined;

async function open(): Promise<HttpServing> {
  const options = { shutdownTimeoutMs: 0, maxMessageBytes: 20_000 };
  const service = openService({ definition: fuzzDefinition, handlers: fuzzHandlers }, options);
  return serveHttp(service, options, { port: 0, requestTimeoutMs: 1000, maxSessions: 50 });
}

/** Sends bytes, ends the client's side, and gives what the server answers. */
async function exchange(port: number, parts: readonly string[], waitMs = patienceMs): Promise<string> {
  const socket = await RawSocket.open(port);
  for (const part of parts) {
    socket.write(Buffer.from(part, 'latin1'));
    if (parts.length > 1) await new Promise(setImmediate);
  }
  socket.endInput();
  const timer = setTimeout(() => socket.destroy(), waitMs);
  const received = await socket.readToEnd();
  clearTimeout(timer);
  socket.destroy();
  return received;
}

/** Bytes on a TCP connection to the server on `node:http`; each character stands for a byte, each text for a chunk. */
export const sockets: Target<readonly string[]> = {
  name: 'sockets',
  batch: 20,
  seeds: () => [...legal, chunked].map((text) => [text]),
  mutate: (chunks, other, random) => {
    const text = mutateText(chunks.join(''), other.join(''), [...words, ...protocolWords], random);
    const latin = text.replace(/[^\0-\xff]/gu, '?');
    const at = random.below(latin.length + 1);
    return random.chance(0.7) ? [latin] : [latin.slice(0, at), latin.slice(at)];
  },
  run: async (chunks) => {
    serving ??= open();
    const port = Number(new URL((await serving).url).port);
    await withinBounds(chunks.join('').length, async () => {
      checkResponses(await exchange(port, chunks));
      const sound = await exchange(port, legal.slice(2, 3), soundMs);
      if (!sound.startsWith('HTTP/1.1 200 ')) throw new Violation('still serves', sound);
    });
    checkReports();
    return 1;
  },
  close: async () => {
    const running = await serving;
    serving = undefined;
    running?.stop();
    await running?.finished;
  },
};

function checkResponses(received: string): void {
  if (received !== '' && !/^HTTP\/1\.1 \d{3} /u.test(received)) throw new Violation('only legal messages', received);
  if (/HTTP\/1\.1 500 |"code":-32603/u.test(received)) throw new Violation('never an internal error', received);
}
