import { serveFeature } from '../features/serve-feature.js';
import { CallContext } from '../features/call-context.js';
import type { Caller } from '../exchange/caller.js';
import type { Exchange } from '../exchange/exchange.js';
import type { InteractionSource } from '../interaction/interaction.js';
import type { Conversation } from '../interaction/conversation.js';
import type { Request } from '../protocol/json-rpc.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { loadQuestions, type LegacySession } from './session.js';

/**
 * Serves a request whose handler may ask the client something; the request stays open meanwhile.
 *
 * @throws ProtocolError for what becomes an error response.
 */
export function serveCall(
  service: Service,
  request: Request,
  exchange: Exchange,
  caller: Caller,
  session: LegacySession,
): ResultBody | Promise<ResultBody> {
  const source = new LegacySource(exchange, caller, session);
  return serveFeature(service, request, new CallContext(exchange, caller, request.params['_meta'], source));
}

class LegacySource implements InteractionSource {
  readonly #exchange: Exchange;
  readonly #caller: Caller;
  readonly #session: LegacySession;

  constructor(exchange: Exchange, caller: Caller, session: LegacySession) {
    this.#exchange = exchange;
    this.#caller = caller;
    this.#session = session;
  }

  async openConversation(): Promise<Conversation> {
    const [{ Conversation }, { LegacyDialog }, questions] = await Promise.all([
      import('../interaction/conversation.js'),
      import('./dialog.js'),
      loadQuestions(this.#session),
    ]);
    return new Conversation(this.#caller, new LegacyDialog(this.#exchange, questions));
  }
}
