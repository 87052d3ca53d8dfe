import type { Exchange } from './exchange.js';
import type { Served } from './results/result-body.js';
import type { Service } from './service.js';
/**
 * Serves a request and answers it with what comes of that: a result, or an error when it fails.
 *
 * @returns Resolves when it is answered; `undefined` when it already is.
 */
export declare function answerRequest(service: Service, exchange: Exchange, isModern: boolean, serve: () => Served): Promise<void> | undefined;
