import type { Answering, Exchange } from '../exchange/exchange.js';
import { allowedCode, encodeError, encodeProtocolError, encodeResponse, type Request } from '../protocol/json-rpc.js';
import type { LegacySession } from '../legacy/caller.js';
import { serveRequest as serveLegacyRequest } from '../legacy/serve-request.js';
import { serveLoaded as serveModernRequest } from '../modern/serve-loaded.js';
import { messageOf, ProtocolError } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import type { ResultBody, Served } from '../results/result-body.js';
import type { Service } from '../service/service.js';

/**
 * Serves a request and answers it with what comes of that: a result, or an error when it fails. It may be answered when
 * this returns; its exchange is closed when it is.
 *
 * @param session That of a request of the legacy era; absent, it is of the modern one.
 */
export function answerRequest(service: Service, request: Request, exchange: Exchange, session?: LegacySession): void {
  try {
    const { body, encode } =
      session === undefined
        ? serveModernRequest(service, request, exchange)
        : serveLegacyRequest(service, session, request, exchange);
    if (body instanceof Promise) new PendingAnswer(service, exchange, session === undefined, encode).follow(body);
    else exchange.close(encodeResponse(exchange.id, encode(body)));
  } catch (error) {
    closeWithFailure(service, exchange, error, session === undefined);
  }
}

/** An answer that is not there yet. */
class PendingAnswer implements Answering {
  isFinished = false;
  #isReplaced = false;
  readonly #service: Service;
  readonly #exchange: Exchange;
  readonly #isModern: boolean;
  readonly #encode: Served['encode'];

  constructor(service: Service, exchange: Exchange, isModern: boolean, encode: Served['encode']) {
    this.#service = service;
    this.#exchange = exchange;
    this.#isModern = isModern;
    this.#encode = encode;
    exchange.answering = this;
  }

  follow(body: Promise<ResultBody>): void {
    body.then(
      (settled) => {
        this.isFinished = true;
        if (!this.#isReplaced) this.#settle(settled);
      },
      (error: unknown) => {
        this.isFinished = true;
        if (!this.#isReplaced) this.#fail(error);
      },
    );
  }

  /** From now on it makes no difference what the handler comes to, even if that is known first. */
  replace(body: Promise<ResultBody>): void {
    this.#isReplaced = true;
    body.then(
      (settled) => this.#settle(settled),
      (error: unknown) => this.#fail(error),
    );
  }

  #settle(body: ResultBody): void {
    try {
      this.#exchange.close(encodeResponse(this.#exchange.id, this.#encode(body)));
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    closeWithFailure(this.#service, this.#exchange, error, this.#isModern);
  }
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
