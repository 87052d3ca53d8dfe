import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import { type Authenticate } from '../http/endpoint.js';
import { type HttpOptions } from '../http/http-options.js';
import type { ServerControl } from '../service/server-control.js';
import { type ServiceOptions } from '../service/service.js';
/** A server for platforms with `fetch`; the members are those of `handlers/server.ts`. */
export interface WebProgram {
    readonly definition: ServerDefinition;
    readonly handlers: HandlerSet;
    readonly options?: WebOptions;
    /** Runs before the first request is answered. */
    readonly setup?: (server: ServerControl) => unknown;
    readonly authenticate?: Authenticate;
    readonly close?: () => unknown;
}
/** Those of the options of a server that have a meaning without streams of a process. */
export interface WebOptions extends ServiceOptions {
    readonly maxMessageBytes?: number;
    readonly ordered?: boolean;
    /** Milliseconds that running requests get when the server is closed. Default: 10 000. */
    readonly drainMs?: number;
    readonly http?: HttpOptions;
}
export interface WebServer {
    /** Answers a request. A function of its own, so that it can be handed on. */
    readonly fetch: (request: Request) => Promise<Response>;
    /** Ends subscriptions, answers what is running, then closes everything. */
    close(): Promise<void>;
}
/**
 * Serves a definition over Streamable HTTP where requests come as `Request` and are answered with `Response`. Sessions
 * live in the memory of this instance; where requests may reach another one, turn them off (`http: { sessions: false }`).
 * Which `Host` names are good is known to the platform, so they are only checked against `allowedHosts`.
 *
 * @throws TypeError for options of HTTP that are wrong and for handlers that are missing.
 */
export declare function createWebServer(program: WebProgram): WebServer;
