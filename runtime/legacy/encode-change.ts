import { encodeNotification } from '../protocol/json-rpc.js';
import type { Change } from '../service/enabled-entries.js';
import type { LegacySession } from './caller.js';

/**
 * The notification that tells a client of a change; `undefined` when it did not ask for it.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export function encodeChange(change: Change, session: LegacySession): string | undefined {
  if ('list' in change) return encodeNotification(`notifications/${change.list}/list_changed`, '{}');
  if (!session.subscriptions.has(change.uri)) return undefined;
  return encodeNotification('notifications/resources/updated', JSON.stringify({ uri: change.uri }));
}
