import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import { type Authenticate } from '../http/endpoint.js';
import { type HttpOptions } from '../http/http-options.js';
import type { ServerControl } from '../service/server-control.js';
import { type ServiceOptions } from '../service/service.js';
/** Server program for platforms with `fetch`; it has the members of `handlers/server.ts`. */
export interface WebProgram {
    readonly definition: ServerDefinition;
    readonly handlers: HandlerSet;
    readonly options?: WebOptions;
    /** Called before the first request is answered. */
    readonly setup?: (server: ServerControl) => unknown;
    readonly authenticate?: Authenticate;
    readonly close?: () => unknown;
}
/** Server options that apply without standard input and output. */
export interface WebOptions extends ServiceOptions {
    readonly maxMessageBytes?: number;
    readonly ordered?: boolean;
    /** Milliseconds that running requests get when the server is closed. Default: 10 000. */
    readonly drainMs?: number;
    readonly http?: HttpOptions;
}
/** Server for platforms with `fetch`. */
export interface WebServer {
    /** Answers a request. It does not use `this`, so it can be passed on alone. */
    readonly fetch: (request: Request) => Promise<Response>;
    /** Ends subscriptions, answers running requests, then closes everything. */
    close(): Promise<void>;
}
/**
 * Creates a server that answers a `Request` with a `Response` over Streamable HTTP. Sessions live in the memory of this
 * instance: turn them off (`http: { sessions: false }`) where requests can reach another instance. The platform checks
 * `Host`, so it is checked here only against `allowedHosts`.
 *
 * @throws TypeError for wrong options and for missing handlers.
 */
export declare function createWebServer(program: WebProgram): WebServer;
