import { CallContext } from '../call-context.js';
import type { Exchange } from '../exchange.js';
import type { Request } from '../json-rpc.js';
import { invalidParams } from '../protocol-error.js';
import { isLogLevel } from '../read-client.js';
import type { ResultBody, Served } from '../results/result-body.js';
import { serveFeature } from '../serve-feature.js';
import type { Service } from '../service.js';
import type { LegacySession } from './caller.js';
import { encodeResult } from './encode-result.js';
import { introduce } from './introduce.js';

const nothing: ResultBody = { members: '' };

/**
 * Serves a request of the legacy era: in the revision that `initialize` settled, which need not have come.
 *
 * @throws ProtocolError for what becomes an error response.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic
 */
export function serveRequest(service: Service, session: LegacySession, request: Request, exchange: Exchange): Served {
  const { method, params } = request;
  switch (method) {
    case 'initialize':
      return { body: introduce(service, session, params), encode: encodeResult };
    case 'ping':
      return { body: nothing, encode: encodeResult };
    case 'logging/setLevel':
      if (!isLogLevel(params['level'])) throw invalidParams('Invalid params: "level" must be a log level');
      session.logLevel = params['level'];
      return { body: nothing, encode: encodeResult };
    default: {
      const context = new CallContext(exchange, session, params['_meta']);
      return { body: serveFeature(service, request, context), encode: encodeResult };
    }
  }
}
