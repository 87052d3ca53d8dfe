import type { Change } from '../service/enabled-entries.js';
import type { LegacySession } from './caller.js';
/**
 * The notification that tells a client of a change; `undefined` when it did not ask for it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export declare function encodeChange(change: Change, session: LegacySession): string | undefined;
