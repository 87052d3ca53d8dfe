import type { ServerDefinition } from '../definition.js';
import type { HandlerSet } from '../handlers.js';
/** A server as a function from requests to responses. */
export interface WebProgram {
    readonly definition: ServerDefinition;
    readonly handlers: HandlerSet;
    readonly options?: object;
    readonly setup?: () => unknown;
    readonly close?: () => unknown;
}
export interface WebServer {
    fetch(request: Request): Promise<Response>;
    close(): Promise<void>;
}
/** Answers every request that it is not there yet. */
export declare function createWebServer({ close }: WebProgram): WebServer;
