import { createServer } from 'node:http';
import { defaultDrainMs, defaultMaxMessageBytes } from '../service/default-limits.js';
import { HttpEndpoint } from '../http/endpoint.js';
import { resolveHttpOptions } from '../http/http-options.js';
import { NodeReply, NodeRequest } from './http-adapter.js';
/**
 * Serves over Streamable HTTP.
 *
 * @param overrides Options that count more than those of the project.
 * @returns Resolves when it listens.
 * @throws TypeError for options that are wrong; what the system says when it cannot listen.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export async function serveHttp(service, options, overrides = {}, authenticate) {
    const http = resolveHttpOptions({ ...options.http, ...overrides });
    const endpoint = new HttpEndpoint(service, {
        http,
        maxMessageBytes: options.maxMessageBytes ?? defaultMaxMessageBytes,
        ordered: options.ordered ?? false,
        authenticate,
    });
    const server = openServer(endpoint, http);
    await listen(server, http);
    let stop = () => { };
    const stopped = new Promise((resolve) => {
        stop = resolve;
    });
    const finished = stopped.then(() => shutDown(server, endpoint, options.drainMs ?? defaultDrainMs));
    return { url: formatUrl(server, http), finished, stop };
}
function openServer(endpoint, { requestTimeoutMs, maxRequests, maxStreams }) {
    const server = createServer({
        requestTimeout: requestTimeoutMs,
        headersTimeout: requestTimeoutMs,
        connectionsCheckingInterval: Math.min(requestTimeoutMs, 10_000),
        keepAliveTimeout: 30_000,
        maxHeaderSize: 32 * 1024,
    }, (request, response) => void endpoint.handle(new NodeRequest(request), new NodeReply(response)));
    // Those that wait for the next request are as many again.
    server.maxConnections = 2 * (maxRequests + maxStreams);
    return server;
}
function listen(server, { port, host }) {
    return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
            server.off('error', reject);
            resolve();
        });
    });
}
/** Answers what is running, but does not wait for ever. */
async function shutDown(server, endpoint, drainMs) {
    const closed = new Promise((resolve) => server.close(resolve));
    // A connection is idle only when its client has taken the last answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    let timer;
    const limit = new Promise((resolve) => {
        timer = setTimeout(resolve, drainMs);
    });
    await Promise.race([endpoint.drain(), limit]);
    endpoint.close();
    // Answers that were just given have a moment to leave.
    const flushed = new Promise((resolve) => setTimeout(resolve, 1000).unref());
    await Promise.race([closed, flushed, limit]);
    clearTimeout(timer);
    clearInterval(sweep);
    server.closeAllConnections();
}
function formatUrl(server, { host, path }) {
    const { port } = server.address();
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`;
}
