import type { CacheHints } from '../api/handlers.js';
import type { JsonObject } from '../../wire/json.js';

export type { CacheHints };

/** Result without the envelope of its era. */
export interface ResultBody {
  /** JSON text of the members, without braces. UTF-8 bytes if it is cached. */
  readonly members: string | Uint8Array;
  /** `_meta` from the handler. */
  readonly meta?: { readonly [key: string]: unknown };
  /** `resultType` of modern results. Default: `complete`. */
  readonly resultType?: 'input_required' | 'task';
  /** `serverInfo` of a modern result. Default: the server's name, title and version. */
  readonly serverInfo?: JsonObject;
  /** Name of the declared error with which a tool failed. */
  readonly declaredError?: string;
  /** Cache hints. Absent if clients must not cache the result. */
  readonly cache?: CacheHints;
}

/** Result without members. */
export const emptyBody: ResultBody = { members: '' };
