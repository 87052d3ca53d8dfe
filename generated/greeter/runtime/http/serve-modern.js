import { answerRequest } from '../answer-request.js';
import { Exchange } from '../exchange.js';
import { classify, encodeError } from '../json-rpc.js';
import { readCaller } from '../modern/caller.js';
import { ProtocolError } from '../protocol-error.js';
import { checkTaskFilter } from '../tasks/require-tasks.js';
import { assertSupported, checkHeaders } from './check-headers.js';
import { PostReply } from './post-reply.js';
import { noStream } from './stream-pool.js';
/**
 * Serves a POST of the modern era: one request, which needs nothing but itself. When its connection closes before the
 * answer, the request is cancelled.
 *
 * @returns Resolves when it is answered or cancelled, or is a subscription that has begun.
 * @throws HttpError when a subscription cannot have a stream.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export async function serveModern(service, streams, post, message) {
    const incoming = classify(message);
    const json = { ...post.headers, 'Content-Type': 'application/json' };
    switch (incoming.kind) {
        case 'request':
            return serveOne(service, streams, post, incoming);
        case 'notification':
            return noticeOne(post);
        case 'response':
            return post.reply.send(400, json, encodeError(undefined, -32600, 'Invalid Request: responses are not taken'));
        case 'ignored':
            return post.reply.send(400, json, encodeError(undefined, -32600, 'Invalid Request: a malformed notification'));
        case 'invalid':
            return post.reply.send(400, json, encodeError(incoming.id, -32600, `Invalid Request: ${incoming.reason}`));
    }
}
/** None of them concerns a server over HTTP: to close the connection is to cancel. */
function noticeOne(post) {
    const version = post.request.header('mcp-protocol-version');
    try {
        if (version !== undefined)
            assertSupported(version);
    }
    catch (error) {
        return refuseRequest(post, undefined, error);
    }
    post.reply.send(202, post.headers);
}
/** Refuses a request for what its headers or metadata say. */
function refuseRequest(post, id, error) {
    if (!(error instanceof ProtocolError))
        throw error;
    const { code, message, data } = error;
    const json = { ...post.headers, 'Content-Type': 'application/json' };
    post.reply.send(400, json, encodeError(id, code, message, data));
}
async function serveOne(service, streams, post, request) {
    const reply = new PostReply(post, streams, statusOf);
    let forget = () => { };
    const exchange = new Exchange(request.id, reply.channel, { forget: () => forget() });
    const isSubscription = request.method === 'subscriptions/listen';
    try {
        checkHeaders(service, post.request, request);
        const { clientCapabilities } = readCaller(request.params);
        // Before there is a stream: it could not have the status any more.
        if (isSubscription)
            checkTaskFilter(service.definition, request.params, clientCapabilities);
    }
    catch (error) {
        return refuseRequest(post, request.id, error);
    }
    if (isSubscription && !reply.openStream())
        throw noStream(post.accepted);
    answerRequest(service, request, exchange);
    if (exchange.isClosed)
        return;
    reply.wait();
    post.reply.onDisconnect(() => {
        reply.abandon();
        exchange.close(undefined);
        exchange.abort(new Error('The client closed the connection'));
    });
    // A subscription is bounded as the stream that it is, not as a request.
    if (isSubscription)
        return;
    await new Promise((resolve) => {
        forget = resolve;
        if (exchange.isClosed)
            resolve();
    });
}
/**
 * What was wrong with the request as such has a status of its own; how the method fared is no matter of HTTP.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#protocol-version-header
 */
function statusOf(errorCode) {
    if (errorCode === -32601)
        return 404;
    return errorCode === -32021 || errorCode === -32022 ? 400 : 200;
}
