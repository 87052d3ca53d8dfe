import { answerRequest } from '../connection/answer-request.js';
import { Connection } from '../connection/connection.js';
import { Exchange } from '../exchange/exchange.js';
import { classify } from '../protocol/json-rpc.js';
import { LegacySession } from '../legacy/caller.js';
import { legacyRevisions } from '../protocol/revisions.js';
import { HttpError } from './http-error.js';
import { HttpSession } from './http-session.js';
import { PostReply } from './post-reply.js';
import { statusOf } from './session-reply.js';
/**
 * Serves a POST of the legacy era.
 *
 * @returns Resolves when it is answered, or the client is gone; `undefined` when it is already.
 * @throws HttpError 400 without a session and for a malformed notification, 404 for one that does not exist, 503 when there are too many.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export function serveLegacy(serving, post, message) {
    const incoming = classify(message);
    if (incoming.kind === 'ignored')
        throw new HttpError(400, 'Invalid Request: a malformed notification');
    if (serving.sessions === undefined) {
        if (incoming.kind === 'request')
            return serveAlone(serving, post, incoming);
        return connectAlone(serving, post, message);
    }
    const isInitialize = incoming.kind === 'request' && incoming.method === 'initialize';
    if (post.request.read('mcp-session-id') === undefined && isInitialize) {
        openSession(serving, serving.sessions, post, message);
        return undefined;
    }
    return findSession(serving.sessions, post).receive(post, message);
}
/**
 * Answers a GET with a stream of what the server has to say.
 *
 * @throws HttpError
 */
export function serveListening(sessions, post) {
    if (!post.accepted.stream)
        throw new HttpError(406, 'Not Acceptable: the answer is an event stream');
    findSession(sessions, post).listen(post, post.request.read('last-event-id'));
}
/**
 * Ends a session at the wish of its client.
 *
 * @throws HttpError
 */
export function serveDelete(sessions, post) {
    sessions.close(findSession(sessions, post));
    post.reply.send(204, post.headers);
}
function findSession(sessions, { request, auth }) {
    const id = request.read('mcp-session-id');
    if (id === undefined)
        throw new HttpError(400, 'Bad Request: the header Mcp-Session-Id is missing');
    const session = sessions.find(id);
    // Whose session it is, or that it is one at all, is nobody else's business.
    if (session?.belongsTo(auth) !== true)
        throw new HttpError(404, 'Session not found');
    return session;
}
function openSession(serving, sessions, post, message) {
    const { service, streams, ordered } = serving;
    const session = new HttpSession(service, streams, post.auth, ordered);
    const answers = [];
    session.connection.receive(message, { send: () => { }, respond: (...answer) => answers.push(answer) });
    const isRefused = answers.some(([, errorCode]) => errorCode !== undefined);
    if (!isRefused && !sessions.add(session)) {
        throw new HttpError(503, 'Service Unavailable: too many sessions are open', { 'Retry-After': '60' });
    }
    const headers = isRefused ? post.headers : { ...post.headers, 'Mcp-Session-Id': session.id };
    const channel = new PostReply({ ...post, headers }, streams, statusOf);
    for (const answer of answers)
        channel.respond(...answer);
}
/** Serves a request that nothing came before and nothing will follow. */
function serveAlone({ service, streams }, post, request) {
    const reply = new PostReply(post, streams, statusOf);
    const exchange = new Exchange(request.id, reply, reply);
    answerRequest(service, request, exchange, new LegacySession(claimedRevision(post)));
    if (exchange.isClosed)
        return undefined;
    reply.wait(() => { });
    return reply.ended;
}
/** Takes a message that may be several: a batch, or none that deserves an answer. */
async function connectAlone({ service, streams, ordered }, post, message) {
    const reply = new PostReply(post, streams, statusOf);
    const connection = new Connection(service, { channel: reply, revision: claimedRevision(post), ordered });
    connection.receive(message);
    reply.wait(() => { });
    await connection.whenIdle();
    connection.close(new Error('The request is over'));
}
function claimedRevision({ request }) {
    const claimed = request.read('mcp-protocol-version');
    return legacyRevisions.find((known) => known === claimed) ?? '2025-03-26';
}
