import '../index.js';
import { answerCall } from '../answer-call.js';
import { CallContext } from '../call-context.js';
import { Interaction } from '../interaction.js';
import { loadQuestions } from './caller.js';
/** Serves a request whose handler may ask the client something; the request stays open meanwhile. */
export function serveCall(call) {
    const { service, request, exchange, caller } = call;
    const interaction = new Interaction(() => openConversation(call));
    return answerCall(service, request, new CallContext(exchange, caller, request.params['_meta'], interaction));
}
async function openConversation({ exchange, caller, session }) {
    const [{ Conversation }, { LegacyDialog }, questions] = await Promise.all([
        import('../interaction/conversation.js'),
        import('./dialog.js'),
        loadQuestions(session),
    ]);
    return new Conversation(caller, new LegacyDialog(exchange, questions));
}
