import '../index.js';
import { answerCall } from '../answer-call.js';
import { CallContext, type Caller } from '../call-context.js';
import type { Exchange } from '../exchange.js';
import { Interaction } from '../interaction.js';
import type { Conversation } from '../interaction/conversation.js';
import type { Request } from '../json-rpc.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service.js';
import { loadQuestions, type LegacySession } from './caller.js';

/** A request whose handler may ask the client something. */
interface Call {
  readonly service: Service;
  readonly request: Request;
  readonly exchange: Exchange;
  readonly caller: Caller;
  readonly session: LegacySession;
}

/** Serves a request whose handler may ask the client something; the request stays open meanwhile. */
export function serveCall(call: Call): ResultBody | Promise<ResultBody> {
  const { service, request, exchange, caller } = call;
  const interaction = new Interaction(() => openConversation(call));
  return answerCall(service, request, new CallContext(exchange, caller, request.params['_meta'], interaction));
}

async function openConversation({ exchange, caller, session }: Call): Promise<Conversation> {
  const [{ Conversation }, { LegacyDialog }, questions] = await Promise.all([
    import('../interaction/conversation.js'),
    import('./dialog.js'),
    loadQuestions(session),
  ]);
  return new Conversation(caller, new LegacyDialog(exchange, questions));
}
