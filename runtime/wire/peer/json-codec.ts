import { isJsonObject, type JsonObject } from '../json.js';
import { paramsOf, parseMessages, type JsonMessage } from './json-message.js';
import { PeerError, type Codec, type Received } from './peer.js';

/** Messages as parsed JSON. */
export const jsonCodec: Codec<JsonObject> = {
  read: (text) => parseMessages(text).map(readMessage),
  write: (message) => JSON.stringify(message),
};

/** Reads a message. A result that is not an object becomes an empty object. */
function readMessage(message: JsonMessage): Received<JsonObject> {
  const { id, method, result, error } = message;
  const params = paramsOf(message);
  if (typeof method === 'string') return { id, method, params, about: params['requestId'] ?? params['progressToken'] };
  if (error !== undefined) return { id, method: undefined, outcome: readError(error) };
  return { id, method: undefined, outcome: isJsonObject(result) ? result : {} };
}

/** Reads the error of a response. */
function readError(error: unknown): PeerError {
  const { code, message, data } = isJsonObject(error) ? error : {};
  const text = typeof message === 'string' ? message : 'The server returned an error without a message.';
  return new PeerError(text, typeof code === 'number' ? code : undefined, data);
}
