import type { Exchange } from './exchange.js';
import { allowedCode, encodeError, encodeProtocolError, encodeResponse } from './json-rpc.js';
import { messageOf, ProtocolError } from './protocol-error.js';
import { formatReport } from './report.js';
import type { Served } from './results/result-body.js';
import type { Service } from './service.js';

/**
 * Serves a request and answers it with what comes of that: a result, or an error when it fails.
 *
 * @returns Resolves when it is answered; `undefined` when it already is.
 */
export function answerRequest(
  service: Service,
  exchange: Exchange,
  isModern: boolean,
  serve: () => Served,
): Promise<void> | undefined {
  const fail = (error: unknown): void => closeWithFailure(service, exchange, error, isModern);
  try {
    const { body, encode } = serve();
    if (body instanceof Promise) {
      return body.then((settled) => {
        try {
          exchange.close(encodeResponse(exchange.id, encode(settled)));
        } catch (error) {
          fail(error);
        }
      }, fail);
    }
    exchange.close(encodeResponse(exchange.id, encode(body)));
  } catch (error) {
    fail(error);
  }
  return undefined;
}

function closeWithFailure(service: Service, exchange: Exchange, error: unknown, isModern: boolean): void {
  if (error instanceof ProtocolError) {
    const code = allowedCode(error, isModern);
    exchange.close(encodeProtocolError(exchange.id, error, code), code);
    return;
  }
  service.report(formatReport('REQUEST', messageOf(error)));
  exchange.close(encodeError(exchange.id, -32603, 'Internal error'), -32603);
}
