const firstId = 100_000;
const mostBytes = 8e6;

/**
 * Messages that differ only in their ids, one after the other in one buffer. All ids have six digits, so that all messages
 * have the same length.
 *
 * @param {(id: number) => string} encode
 * @param {number} count
 * @returns {{ bytes: Buffer, length: number, count: number }} `length` is that of one message.
 * @throws Error when one of them is longer than another.
 */
export function makeRing(encode, count) {
  const messages = Array.from({ length: count }, (_, index) => Buffer.from(encode(firstId + index)));
  if (messages.some(({ length }) => length !== messages[0].length)) throw new Error('Messages of different lengths.');
  return { bytes: Buffer.concat(messages), length: messages[0].length, count };
}

/** Number of messages in a ring: enough for all in flight, and not too many bytes. */
export function countInRing(inFlight, length) {
  return Math.max(inFlight + 1, Math.min(8192, Math.floor(mostBytes / length)));
}

/**
 * Makes the expected responses to a ring of requests from the response to one of them.
 *
 * @param {string} sample Response to the request with the id `sampleId`.
 * @throws Error when the id is not found once in it.
 */
export function makeResponses(sample, count) {
  const parts = sample.split(`"id":${sampleId}`);
  if (parts.length !== 2) throw new Error(`An answer without its id: ${sample.slice(0, 500)}`);
  return makeRing((id) => parts.join(`"id":${id}`), count);
}

/** Id of the first request, whose response is the sample. */
export const sampleId = 999_999;
