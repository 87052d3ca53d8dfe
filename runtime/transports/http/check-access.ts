import type * as Entries from '../../core/calls/find-entries.js';
import type * as Limits from '../../core/calls/limit-calls.js';
import { classify } from '../../wire/json-rpc.js';
import { methods } from '../../wire/methods.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import type { Service } from '../../core/service/service.js';
import { refusalOf } from './find-sender.js';
import { HttpError } from './http-error.js';
import type { Post } from './post-reply.js';

let entries: typeof Entries | undefined;
let limits: typeof Limits | undefined;

/**
 * Checks whether the sender of a single request may make it, before anything of it is served, and counts it against
 * `callsPerSecond`. The entries of a batch are checked and counted where they are served: they share one status.
 *
 * @returns Whether the request was counted.
 * @throws HttpError 403 with a challenge that names all scopes of the request, 429 for too many calls.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#runtime-insufficient-scope-errors
 */
export async function checkAccess(
  service: Service,
  { request, auth, caller }: Post,
  message: unknown,
): Promise<boolean> {
  const { access } = service;
  const incoming = classify(message);
  if (access === undefined || incoming.kind !== 'request') return false;
  // Imported again for each request, they would take 20 µs of it.
  entries ??= await import('../../core/calls/find-entries.js');
  limits ??= await import('../../core/calls/limit-calls.js');
  const { findEntries, prepareEntries } = entries;
  const preparing = prepareEntries(service, incoming);
  if (preparing !== undefined) await preparing;
  const lacking = access.findLacking(findEntries(service, incoming), auth);
  if (lacking !== undefined) throw refusalOf(access.refuseScopes(lacking, request));
  const { servedBy, list } = methods.get(incoming.method) ?? {};
  if (servedBy !== 'handlers' && list === undefined) return false;
  try {
    await limits.limitCalls(service, auth?.principal ?? caller ?? '');
  } catch (error) {
    throw error instanceof ProtocolError ? tooManyCalls(error) : error;
  }
  return true;
}

/** The refusal of a call beyond `callsPerSecond`, as HTTP has it. */
function tooManyCalls({ message, data }: ProtocolError): HttpError {
  const { retryAfterMs } = data as { readonly retryAfterMs: number };
  return new HttpError(429, message, { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) }, 429);
}
