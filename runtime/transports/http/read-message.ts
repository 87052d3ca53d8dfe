import { parseJson } from '../../wire/parse-json.js';
import { HttpError } from './http-error.js';
import type { HttpRequest } from './http-message.js';

/** Response types that a client accepts. */
export interface Accepted {
  readonly json: boolean;
  readonly stream: boolean;
}

/** Value of `Accept` that the specification requires. */
const usualAccept = 'application/json, text/event-stream';

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-12.4.2 */
const zeroWeight = /;[ \t]*q=0(?:\.0*)?[ \t]*(?:;|$)/iu;

/**
 * Reads the `Accept` header. Without the header, the client accepts everything. The most specific range applies to a
 * type; a weight of 0 excludes it.
 *
 * @throws HttpError 406 if the client accepts neither JSON nor event streams.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function readAccept(request: HttpRequest): Accepted {
  const accept = request.header('accept') ?? usualAccept;
  if (accept === usualAccept) return { json: true, stream: true };
  const ranges = new Map(accept.split(',').map((range) => [mediaType(range), !zeroWeight.test(range)]));
  const takes = (type: string): boolean =>
    ranges.get(type) ?? ranges.get(`${type.split('/')[0]}/*`) ?? ranges.get('*/*') ?? false;
  const accepted = { json: takes('application/json'), stream: takes('text/event-stream') };
  if (accepted.json || accepted.stream) return accepted;
  throw new HttpError(406, 'Not Acceptable: the server responds with application/json or text/event-stream');
}

/**
 * Checks the `Content-Type` and `Content-Encoding` headers of a POST.
 *
 * @throws HttpError 415 for a type other than JSON and for a compressed body.
 */
export function checkContentType(request: HttpRequest): void {
  if (mediaType(request.header('content-type') ?? '') !== 'application/json') {
    throw new HttpError(415, 'Unsupported Media Type: the body must be application/json');
  }
  if ((request.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw new HttpError(415, 'Unsupported Media Type: the body must not be compressed');
  }
}

/** Returns a media type without its parameters, in lower case. */
function mediaType(value: string): string {
  if (value === 'application/json') return value;
  return value.split(';')[0]?.trim().toLowerCase() ?? '';
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the body of a POST.
 *
 * @param body Bytes of the body; `undefined` if it is longer than `maxBytes`.
 * @throws HttpError 413 for a body that is too long, 400 for a body that is not JSON in UTF-8.
 */
export function parseMessage(body: Uint8Array | undefined, maxBytes: number): unknown {
  if (body === undefined) throw new HttpError(413, `Content Too Large: a message may have at most ${maxBytes} bytes`);
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw new HttpError(400, 'Parse error: Invalid UTF-8', {}, -32700);
  }
  try {
    return parseJson(text);
  } catch {
    throw new HttpError(400, 'Parse error: Invalid JSON', {}, -32700);
  }
}
