import type * as Calls from '../../core/calls/prepare-call.js';
import type * as Limits from '../../core/calls/limit-calls.js';
import { classify } from '../../wire/json-rpc.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import type { Service } from '../../core/service/service.js';
import { refusalOf } from './find-sender.js';
import { HttpError } from './http-error.js';
import type { Post } from './post-reply.js';

let calls: typeof Calls | undefined;
let limits: typeof Limits | undefined;

/**
 * Prepares a single request to a server with `auth`, before it is served: rejects a sender without the required scopes,
 * and counts it against `callsPerSecond`. The entries of a batch share one status, so they are prepared and counted
 * when they are served.
 *
 * @returns `undefined` for a batch, and for a message that is not a request.
 * @throws HttpError 403 with a challenge that lists all scopes of the request, 429 for too many calls.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#runtime-insufficient-scope-errors
 */
export async function prepareAllowed(
  service: Service,
  { request, auth, caller }: Post,
  message: unknown,
): Promise<Calls.PreparedCall | undefined> {
  const { access } = service;
  const incoming = classify(message);
  if (access === undefined || incoming.kind !== 'request') return undefined;
  // Importing them for each request would take 20 µs.
  calls ??= await import('../../core/calls/prepare-call.js');
  limits ??= await import('../../core/calls/limit-calls.js');
  const preparing = calls.prepareCall(service, incoming, { auth });
  const prepared = preparing instanceof Promise ? await preparing : preparing;
  if ('lacking' in prepared) throw refusalOf(access.refuseScopes(prepared.lacking, request));
  const { method, tool } = prepared;
  if (method.servedBy !== 'handlers' && method.list === undefined) return prepared;
  try {
    const counting = limits.limitCalls(service, auth?.principal ?? caller ?? '');
    if (counting !== undefined) await counting;
  } catch (error) {
    throw error instanceof ProtocolError ? tooManyCalls(error) : error;
  }
  return { request: incoming, method, tool, isCounted: true };
}

/** Creates the HTTP error for a call beyond `callsPerSecond`. */
function tooManyCalls({ message, data }: ProtocolError): HttpError {
  const { retryAfterMs } = data as { readonly retryAfterMs: number };
  return new HttpError(429, message, { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) }, 429);
}
