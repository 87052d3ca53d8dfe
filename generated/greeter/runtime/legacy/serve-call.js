import { answerCall } from '../features/answer-call.js';
import { CallContext } from '../features/call-context.js';
import { loadQuestions } from './caller.js';
/**
 * Serves a request whose handler may ask the client something; the request stays open meanwhile.
 *
 * @throws ProtocolError for what becomes an error response.
 */
export function serveCall(service, request, exchange, caller, session) {
    const source = new LegacySource(exchange, caller, session);
    return answerCall(service, request, new CallContext(exchange, caller, request.params['_meta'], source));
}
class LegacySource {
    #exchange;
    #caller;
    #session;
    constructor(exchange, caller, session) {
        this.#exchange = exchange;
        this.#caller = caller;
        this.#session = session;
    }
    async openConversation() {
        const [{ Conversation }, { LegacyDialog }, questions] = await Promise.all([
            import('../interaction/conversation.js'),
            import('./dialog.js'),
            loadQuestions(this.#session),
        ]);
        return new Conversation(this.#caller, new LegacyDialog(this.#exchange, questions));
    }
}
