import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPorts } from './find-ports.mjs';
import { encodePost } from './make-request.mjs';
import { countInRing, makeResponses, makeRing, sampleId } from './make-ring.mjs';
import { readReply } from './read-reply.mjs';
import { spawnServer } from './spawn-server.mjs';

/**
 * Starts a server and sends it prebuilt requests over keep-alive connections, one at a time on each.
 *
 * @param {(port: number) => string[]} makeCommand
 * @param {{ request: object, era: 'legacy' | 'modern', tools: number, inFlight: number, environment?: object,
 *   headers?: string[] }} plan `inFlight` is the number of connections; `headers` are sent with every request.
 * @returns The same as `openStdio`.
 * @throws Error for an unexpected response, and if the server exits.
 */
export async function openHttp(makeCommand, plan) {
  const [port] = await findPorts(1);
  return spawnServer(makeCommand(port), (server) => greet(server, port, plan), plan.environment);
}

async function greet({ child, ended, close }, port, { request, era, tools, inFlight, headers }) {
  child.stdout.resume();
  await Promise.race([waitFor(port, child), ended]);
  const encode = (id) => encodePost(request, era, id, port, headers);
  const reply = await Promise.race([readReply(port, encode(sampleId)), ended]);
  const { result, error } = reply.message;
  if (error || !request.isRight(result, tools)) throw new Error(`Unexpected response: ${reply.body.slice(0, 500)}`);
  const count = countInRing(inFlight, Math.max(reply.body.length, encode(sampleId).length));
  const answers = makeResponses(reply.body, count);
  const plan = { port, inFlight, sent: makeRing(encode, answers.count), answers, headLength: reply.headLength };
  // Reconnect: the server closes connections that were idle for a few seconds.
  let lines = [];
  const hangUp = () => lines.forEach(({ socket }) => socket.destroy());
  return {
    pid: child.pid,
    bytes: plan.headLength + plan.answers.length,
    prepare: async () => {
      hangUp();
      lines = await Promise.all(Array.from({ length: inFlight }, () => openLine(port)));
    },
    run: (milliseconds) => Promise.race([pump(lines, plan, milliseconds), ended]),
    close: () => {
      hangUp();
      close();
    },
  };
}

/** Waits until a port is open, while the process runs. */
export async function waitFor(port, child) {
  while (child.exitCode === null && !child.killed) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await sleep(5);
  }
}

/** Opens a connection that reads into one buffer; `take` receives the bytes read. */
async function openLine(port) {
  const line = { socket: undefined, take: (_bytes, _length) => {}, fail: (_error) => {} };
  const buffer = Buffer.allocUnsafe(256 * 1024);
  line.socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer, callback: (length, bytes) => (line.take(bytes, length), true) },
  });
  await once(line.socket, 'connect');
  line.socket
    .on('error', (error) => line.fail(error))
    .on('end', () => line.fail(new Error('A connection was closed.')));
  return line;
}

const statusLine = Buffer.from('HTTP/1.1 200 OK\r\n');

/** Keeps every connection busy for a while and compares the status and all bytes of bodies. */
function pump(lines, { port, sent, answers, headLength }, milliseconds) {
  const roundTrips = [];
  const length = headLength + answers.length;
  const started = performance.now();
  let asked = 0;
  let answered = 0;
  return new Promise((resolve, reject) => {
    const serve = (line, firstIndex) => {
      let index = firstIndex;
      let received = 0;
      let askedAt = 0;
      let isWaiting = false;
      const ask = () => {
        isWaiting = true;
        received = 0;
        askedAt = performance.now();
        line.socket.write(sent.bytes.subarray(index * sent.length, (index + 1) * sent.length));
      };
      line.take = (bytes, read) => {
        const part = { bytes, read, received, start: index * answers.length };
        if (!isExpected(part, answers.bytes, headLength, length)) {
          reject(new Error(`Wrong response: ${bytes.toString('utf8', 0, Math.min(read, 800))}`));
          return;
        }
        received += read;
        if (received < length) return;
        isWaiting = false;
        answered += 1;
        const time = performance.now();
        if (lines.length === 1) roundTrips.push((time - askedAt) * 1000);
        if (time - started < milliseconds) {
          index = asked++ % sent.count;
          ask();
        } else if (answered === asked) resolve({ calls: answered, milliseconds: time - started, roundTrips });
      };
      // A slow server may close a connection as idle before it reads a request: clients retry.
      line.fail = (error) => {
        if (!isWaiting) return;
        if (received > 0) reject(error);
        else void reopen(line, index);
      };
      ask();
    };
    const reopen = async (line, index) => {
      try {
        const fresh = await openLine(port);
        lines[lines.indexOf(line)] = fresh;
        serve(fresh, index);
      } catch (error) {
        // The server's exit is reported a moment later and explains more.
        setTimeout(reject, 1000, error);
      }
    };
    for (const line of lines) serve(line, asked++ % sent.count);
  });
}

/** Whether the bytes read continue a response. Only the status of the head is compared. */
function isExpected({ bytes, read, received, start }, bodies, headLength, length) {
  if (received + read > length) return false;
  const status = Math.min(read, statusLine.length);
  if (received === 0 && bytes.compare(statusLine, 0, status, 0, status) !== 0) return false;
  const skipped = Math.max(0, headLength - received);
  const place = start + received - headLength;
  return read <= skipped || bytes.compare(bodies, place + skipped, place + read, skipped, read) === 0;
}
