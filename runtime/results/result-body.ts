import type { CacheHints } from '../api/handlers.js';
import type { MessageText } from '../protocol/json-rpc.js';

export type { CacheHints };

/** A result before the era has put its envelope around it. */
export interface ResultBody {
  /** JSON text of the members without the braces around them, as UTF-8 where it is kept for the next request. */
  readonly members: string | Uint8Array;
  /** `_meta` that the handler wants. */
  readonly meta?: { readonly [key: string]: unknown };
  /** Of what type it is from 2026-07-28 on. Default: `complete`. */
  readonly resultType?: 'input_required' | 'task';
  /** Present when the result is one that can be cached. */
  readonly cache?: CacheHints;
}

/** The body of a result without members. */
export const emptyBody: ResultBody = { members: '' };

/** Puts the members of an object between others; `before` and `after` hold their own commas, if there are any members. */
export function wrapMembers(before: string, members: string | Uint8Array, after: string): MessageText {
  return typeof members === 'string' ? `{${before}${members}${after}}` : [`{${before}`, members, `${after}}`];
}
