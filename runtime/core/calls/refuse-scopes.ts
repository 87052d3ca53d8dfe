import { ProtocolError } from '../../wire/protocol-error.js';
import { encodeToolError } from '../results/encode-tool-result.js';
import type { ResultBody } from '../results/result-body.js';

/**
 * Refuses an entry of a batch. Over HTTP a single request was refused before, with status 403.
 *
 * @throws ProtocolError 403, except for a call of a tool, which the model sees fail.
 */
export function refuseScopes(method: string, scopes: readonly string[]): ResultBody {
  const message = `Forbidden: needs the scopes ${scopes.join(', ')}`;
  if (method === 'tools/call') return encodeToolError(message);
  throw new ProtocolError(403, message);
}
