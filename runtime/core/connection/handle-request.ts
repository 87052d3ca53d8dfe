import type { Exchange } from '../exchange/exchange.js';
import type { LegacySession } from '../eras/legacy/session.js';
import {
  encodeResult as encodeLegacy,
  serveLegacyRequest as serveLegacy,
} from '../eras/legacy/serve-legacy-request.js';
import type * as Modern from '../eras/modern/serve-modern-request.js';
import { allowedCode, encodeError, encodeProtocolError, encodeResponse, type Request } from '../../wire/json-rpc.js';
import { messageOf, ProtocolError } from '../../wire/protocol-error.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import { reportLater } from '../service/report-later.js';
import type { Service } from '../service/service.js';

/** Loaded by the first modern request: the clients of most servers speak one era. */
let modern: typeof Modern | undefined;

function serveModern(service: Service, request: Request, exchange: Exchange): ResultBody | Promise<ResultBody> {
  if (modern !== undefined) return modern.serveModernRequest(service, request, exchange);
  return import('../eras/modern/serve-modern-request.js').then((loaded) => {
    modern = loaded;
    // A request that was cancelled in the meantime must no longer take effect.
    return exchange.isClosed ? emptyBody : serveModern(service, request, exchange);
  });
}

/**
 * Serves a request and closes its exchange with the result or an error. The exchange may be closed when this function
 * returns.
 *
 * @param session The session of a legacy request. Absent: the request is a modern one.
 */
export function handleRequest(service: Service, request: Request, exchange: Exchange, session?: LegacySession): void {
  const isModern = session === undefined;
  const succeed = (body: ResultBody): void => {
    const result = isModern ? modern?.encodeResult(service, body) : encodeLegacy(body);
    exchange.span?.end(body);
    if (result !== undefined) exchange.close(encodeResponse(exchange.id, result));
  };
  try {
    const { span } = exchange;
    const serve = (): ResultBody | Promise<ResultBody> =>
      isModern ? serveModern(service, request, exchange) : serveLegacy(service, session, request, exchange);
    const body = span === undefined ? serve() : span.run(serve);
    if (!(body instanceof Promise)) succeed(body);
    else body.then(succeed).catch((error: unknown) => closeWithError(service, exchange, error, isModern));
  } catch (error) {
    closeWithError(service, exchange, error, isModern);
  }
}

function closeWithError(service: Service, exchange: Exchange, error: unknown, isModern: boolean): void {
  try {
    if (error instanceof ProtocolError) {
      const code = allowedCode(error, isModern);
      exchange.span?.end({ code, message: messageOf(error) });
      exchange.close(encodeProtocolError(exchange.id, error, code), code);
      return;
    }
  } catch {
    // A value thrown by user code, such as a revoked proxy, can itself throw when it is read.
  }
  void reportLater(service.report, 'REQUEST', error, exchange);
  exchange.close(encodeError(exchange.id, -32603, 'Internal error'), -32603);
}
