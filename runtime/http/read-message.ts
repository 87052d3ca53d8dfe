import { HttpError } from './http-error.js';
import type { HttpRequest } from './http-message.js';

/** The kinds of answer that a client takes. */
export interface Accepted {
  readonly json: boolean;
  readonly stream: boolean;
}

const everything: Accepted = { json: true, stream: true };
/** What clients are told to send. */
const usual = 'application/json, text/event-stream';

/**
 * What a client takes as an answer; without an `Accept` header it takes all.
 *
 * @throws HttpError 406 when it is nothing that the server has.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#sending-messages
 */
export function readAccept(request: HttpRequest): Accepted {
  const accept = request.read('accept') ?? '*/*';
  if (accept === usual || accept === '*/*') return everything;
  const ranges = accept.toLowerCase().split(',').map(mediaType);
  const takes = (type: string): boolean =>
    ranges.some((range) => range === type || range === '*/*' || range === `${type.split('/')[0]}/*`);
  const accepted = { json: takes('application/json'), stream: takes('text/event-stream') };
  if (accepted.json || accepted.stream) return accepted;
  throw new HttpError(406, 'Not Acceptable: the server answers with application/json or text/event-stream');
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Checks that the body of a POST can be one.
 *
 * @throws HttpError 415 for another type than JSON and for a compressed body.
 */
export function checkMessage(request: HttpRequest): void {
  if (mediaType(request.read('content-type') ?? '') !== 'application/json') {
    throw new HttpError(415, 'Unsupported Media Type: the body must be application/json');
  }
  if ((request.read('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw new HttpError(415, 'Unsupported Media Type: the body must not be compressed');
  }
}

/**
 * Parses the body of a POST.
 *
 * @param body `undefined`: it was too large.
 * @throws HttpError 413 for a body that is too large, 400 for one that is no JSON.
 */
export function parseMessage(body: Uint8Array | undefined, maxBytes: number): unknown {
  if (body === undefined) throw new HttpError(413, `Content Too Large: a message may have ${maxBytes} bytes`);
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw new HttpError(400, 'Parse error: Invalid UTF-8', {}, -32700);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError(400, 'Parse error: Invalid JSON', {}, -32700);
  }
}

/** A media type without parameters, in lower case. */
function mediaType(value: string): string {
  if (value === 'application/json') return value;
  return value.split(';')[0]?.trim().toLowerCase() ?? '';
}
