import type { LegacyProtocolVersion } from '../../wire/protocol-versions.js';
import { HttpError } from './http-error.js';
import type { HttpRequest } from './http-message.js';

/**
 * Checks that the version header of a request, if any, repeats the protocol version that `initialize` negotiated for
 * its session.
 *
 * @throws HttpError 400 for a different version.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#protocol-version-header
 */
export function checkSessionVersion(request: HttpRequest, negotiated: LegacyProtocolVersion): void {
  const sent = request.header('mcp-protocol-version');
  if (sent === undefined || sent === negotiated) return;
  throw new HttpError(400, `Bad Request: MCP-Protocol-Version differs from the session's version, ${negotiated}`);
}
