import { ProtocolError } from '../../wire/protocol-error.js';
import { encodeToolError } from '../results/encode-tool-result.js';
import type { ResultBody } from '../results/result-body.js';

/**
 * Refuses an entry of a batch. A single HTTP request has already been refused with status 403.
 *
 * @returns A tool error for a tool call, so that the model sees it. @throws ProtocolError 403 for other requests.
 */
export function refuseScopes(method: string, scopes: readonly string[]): ResultBody {
  const message = `Forbidden: requires the scopes ${scopes.join(', ')}`;
  if (method === 'tools/call') return encodeToolError(message);
  throw new ProtocolError(403, message);
}
