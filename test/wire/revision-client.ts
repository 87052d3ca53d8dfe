import type { StartOptions } from '../../runtime/transports/node/index.js';
import { converse, initialize, modern, request, talk, type Conversation, type Subject, type Wire } from './wire.js';

/** Every revision of the protocol, oldest first. */
export const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** Those that begin with `initialize`. */
export const legacyRevisions = revisions.slice(0, 4);

export const isModern = (revision: string): boolean => revision === '2026-07-28';

/** A request as a client of a revision sends it. */
export function ask(revision: string, id: unknown, method: string, params: object = {}, meta: object = {}): Wire {
  if (isModern(revision)) return modern(id, method, params, meta);
  return request(id, method, Object.keys(meta).length === 0 ? params : { ...params, _meta: meta });
}

/** Sends messages in a revision, after `initialize` where it needs one, and gives the answers to them. */
export async function talkIn(
  revision: string,
  subject: Subject,
  messages: readonly unknown[],
  options: StartOptions = {},
): Promise<readonly Wire[]> {
  if (isModern(revision)) return talk(subject, messages, options);
  return (await talk(subject, [initialize('hello', revision), ...messages], options)).slice(1);
}

/** Opens a conversation in a revision, with `initialize` behind it where that needs one. */
export async function converseIn(
  revision: string,
  subject: Subject,
  options: StartOptions = {},
): Promise<Conversation> {
  const conversation = converse(subject, options);
  if (!isModern(revision)) {
    conversation.send(initialize('hello', revision), { jsonrpc: '2.0', method: 'notifications/initialized' });
    await conversation.next();
  }
  return conversation;
}

/** Result without the members that the modern era adds. */
export function bodyOf(answer: Wire | undefined): Wire {
  const { resultType: _type, ttlMs: _ttl, cacheScope: _scope, _meta, ...body } = (answer?.['result'] ?? {}) as Wire;
  return body;
}
