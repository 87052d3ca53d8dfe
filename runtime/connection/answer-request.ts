import type { Exchange } from '../exchange/exchange.js';
import type { LegacySession } from '../legacy/session.js';
import { encodeResult as encodeLegacyResult, serveRequest as serveLegacyRequest } from '../legacy/serve-request.js';
import type * as ModernEra from '../modern/serve-request.js';
import { allowedCode, encodeError, encodeProtocolError, encodeResponse, type Request } from '../protocol/json-rpc.js';
import { messageOf, ProtocolError } from '../protocol/protocol-error.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';

/** Loaded by the first modern request: a server on stdio mostly speaks one era only. */
let modernEra: typeof ModernEra | undefined;

/**
 * Serves a request and closes its exchange with the result or an error. The exchange may be closed when this function
 * returns.
 *
 * @param session The session of a legacy request. Absent: the request is a modern one.
 */
export function answerRequest(service: Service, request: Request, exchange: Exchange, session?: LegacySession): void {
  if (session !== undefined || modernEra !== undefined) {
    serve(service, request, exchange, session);
    return;
  }
  import('../modern/serve-request.js').then(
    (loaded) => {
      modernEra = loaded;
      // A request that was cancelled in the meantime must not take effect any more.
      if (!exchange.isClosed) serve(service, request, exchange, session);
    },
    (error: unknown) => closeWithError(service, exchange, error, true),
  );
}

function serve(service: Service, request: Request, exchange: Exchange, session: LegacySession | undefined): void {
  const isModern = session === undefined;
  try {
    const body = isModern
      ? (modernEra?.serveRequest(service, request, exchange) ?? emptyBody)
      : serveLegacyRequest(service, session, request, exchange);
    if (!(body instanceof Promise)) {
      closeWithResult(service, exchange, body, isModern);
      return;
    }
    body
      .then((settled) => closeWithResult(service, exchange, settled, isModern))
      .catch((error: unknown) => closeWithError(service, exchange, error, isModern));
  } catch (error) {
    closeWithError(service, exchange, error, isModern);
  }
}

function closeWithResult(service: Service, exchange: Exchange, body: ResultBody, isModern: boolean): void {
  const result = (isModern ? modernEra?.encodeResult(service, body) : undefined) ?? encodeLegacyResult(body);
  exchange.close(encodeResponse(exchange.id, result));
}

function closeWithError(service: Service, exchange: Exchange, error: unknown, isModern: boolean): void {
  if (error instanceof ProtocolError) {
    const code = allowedCode(error, isModern);
    exchange.close(encodeProtocolError(exchange.id, error, code), code);
    return;
  }
  service.report(formatReport('REQUEST', messageOf(error)));
  exchange.close(encodeError(exchange.id, -32603, 'Internal error'), -32603);
}
