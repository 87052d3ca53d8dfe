const firstId = 100_000;
const mostBytes = 8e6;

/**
 * Creates a buffer of consecutive messages that differ only in their ids. All ids have six digits, so all messages have
 * the same length.
 *
 * @param {(id: number) => string} encode
 * @param {number} count
 * @returns {{ bytes: Buffer, length: number, count: number }} `length` is the length of one message.
 * @throws Error if the messages differ in length.
 */
export function makeRing(encode, count) {
  const messages = Array.from({ length: count }, (_, index) => Buffer.from(encode(firstId + index)));
  if (messages.some(({ length }) => length !== messages[0].length)) throw new Error('Messages of different lengths.');
  return { bytes: Buffer.concat(messages), length: messages[0].length, count };
}

/** Chooses the number of messages in a ring: enough for all requests in flight, in few bytes. */
export function countInRing(inFlight, length) {
  return Math.max(inFlight + 1, Math.min(8192, Math.floor(mostBytes / length)));
}

/**
 * Creates the expected responses to a ring of requests from one sample response.
 *
 * @param {string} sample Response to the request with the id `sampleId`.
 * @throws Error unless the sample contains the id exactly once.
 */
export function makeResponses(sample, count) {
  const parts = sample.split(`"id":${sampleId}`);
  if (parts.length !== 2) throw new Error(`The response lacks its id: ${sample.slice(0, 500)}`);
  return makeRing((id) => parts.join(`"id":${id}`), count);
}

/** Id of the first request, whose response becomes the sample. */
export const sampleId = 999_999;
