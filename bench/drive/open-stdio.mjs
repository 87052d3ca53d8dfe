import { encodeRequest, greeting } from './make-request.mjs';
import { countInRing, makeResponses, makeRing, sampleId } from './make-ring.mjs';
import { spawnServer } from './spawn-server.mjs';

/**
 * Starts a server and sends it prebuilt requests over stdin.
 *
 * @param {string[]} command
 * @param {{ request: object, era: 'legacy' | 'modern', tools: number, inFlight: number, environment?: object }} plan
 *   `inFlight` is the number of requests in flight.
 * @returns A driver: after `prepare()`, `run(milliseconds)` makes calls and resolves after all responses have
 *   arrived.
 * @throws Error for an unexpected response, and if the server exits.
 */
export function openStdio(command, plan) {
  return spawnServer(command, (server) => greet(server, plan), plan.environment);
}

async function greet({ child, ended, close }, { request, era, tools, inFlight }) {
  const ask = async (lines) => {
    child.stdin.write(lines.map((line) => `${line}\n`).join(''));
    return Promise.race([readLine(child.stdout), ended]);
  };
  if (era === 'legacy') await ask(greeting.slice(0, 1));
  if (era === 'legacy') child.stdin.write(`${greeting[1]}\n`);
  const sample = await ask([encodeRequest(request, era, sampleId)]);
  const { result, error } = JSON.parse(sample);
  if (error || !request.isRight(result, tools)) throw new Error(`Unexpected response: ${sample.slice(0, 500)}`);
  const encode = (id) => `${encodeRequest(request, era, id)}\n`;
  const count = countInRing(inFlight, Math.max(sample.length, encode(sampleId).length));
  const rings = { sent: makeRing(encode, count), answers: makeResponses(`${sample}\n`, count) };
  return {
    pid: child.pid,
    bytes: rings.answers.length,
    prepare: async () => {},
    run: (milliseconds) => Promise.race([pump(child, rings, inFlight, milliseconds), ended]),
    close,
  };
}

/** Reads the next line; nothing may follow it. */
function readLine(stream) {
  return new Promise((resolve, reject) => {
    let chunks = [];
    const take = (chunk) => {
      chunks.push(chunk);
      const end = chunk.indexOf(10);
      if (end === -1) return;
      stream.off('data', take);
      if (end === chunk.length - 1) resolve(Buffer.concat(chunks).toString().trimEnd());
      else reject(new Error('The server sent more responses than requests.'));
      chunks = [];
    };
    stream.on('data', take);
  });
}

/** Keeps requests in flight for a while and compares every byte of the responses. */
function pump(child, { sent, answers }, inFlight, milliseconds) {
  const roundTrips = [];
  const started = performance.now();
  let asked = 0;
  let received = 0;
  let answered = 0;
  let askedAt = started;
  const ask = (count) => {
    const start = asked % sent.count;
    const direct = Math.min(count, sent.count - start);
    child.stdin.write(sent.bytes.subarray(start * sent.length, (start + direct) * sent.length));
    if (direct < count) child.stdin.write(sent.bytes.subarray(0, (count - direct) * sent.length));
    asked += count;
  };
  return new Promise((resolve, reject) => {
    const take = (chunk) => {
      if (!isExpected(chunk, answers.bytes, received % answers.bytes.length)) {
        child.stdout.off('data', take);
        reject(new Error(`Wrong response: ${chunk.toString('utf8', 0, 500)}`));
        return;
      }
      received += chunk.length;
      const now = Math.floor(received / answers.length);
      const fresh = now - answered;
      if (fresh === 0) return;
      answered = now;
      const time = performance.now();
      if (inFlight === 1) {
        roundTrips.push((time - askedAt) * 1000);
        askedAt = time;
      }
      if (time - started < milliseconds) ask(fresh);
      else if (answered === asked) {
        child.stdout.off('data', take);
        resolve({ calls: answered, milliseconds: time - started, roundTrips });
      }
    };
    child.stdout.on('data', take);
    ask(inFlight);
  });
}

/** Whether a chunk equals the bytes at a position of a ring, which wraps around. */
function isExpected(chunk, ring, start) {
  for (let position = 0; position < chunk.length;) {
    const from = (start + position) % ring.length;
    const length = Math.min(chunk.length - position, ring.length - from);
    if (chunk.compare(ring, from, from + length, position, position + length) !== 0) return false;
    position += length;
  }
  return true;
}
