import type * as Entries from '../features/find-entries.js';
import type * as Limits from '../features/limit-calls.js';
import { classify } from '../protocol/json-rpc.js';
import { methods } from '../protocol/methods.js';
import type { Service } from '../service/service.js';
import { refusalOf } from './find-sender.js';
import { HttpError } from './http-error.js';
import type { Post } from './post-reply.js';

let entries: typeof Entries | undefined;
let limits: typeof Limits | undefined;

/**
 * Checks whether the sender of a single request may make it, before anything of it is served. The entries of a batch are checked
 * where they are served: they share one status.
 *
 * @throws HttpError 403 with a challenge that names all scopes of the request, 429 for too many calls.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#runtime-insufficient-scope-errors
 */
export async function checkAccess(service: Service, { auth, caller }: Post, message: unknown): Promise<void> {
  const { access } = service;
  const incoming = classify(message);
  if (access === undefined || incoming.kind !== 'request') return;
  // Imported again for each request, they would take 20 µs of it.
  entries ??= await import('../features/find-entries.js');
  limits ??= await import('../features/limit-calls.js');
  const { findEntries, prepareEntries } = entries;
  const preparing = prepareEntries(service, incoming);
  if (preparing !== undefined) await preparing;
  const lacking = access.findLacking(findEntries(service, incoming), auth);
  if (lacking !== undefined) throw refusalOf(access.refuseScopes(lacking));
  if (methods.get(incoming.method)?.isLimited !== true) return;
  const milliseconds = limits.waitForCall(service, auth?.principal ?? caller ?? '');
  if (milliseconds === 0) return;
  throw new HttpError(429, 'Too Many Requests', { 'Retry-After': String(Math.ceil(milliseconds / 1000)) });
}
