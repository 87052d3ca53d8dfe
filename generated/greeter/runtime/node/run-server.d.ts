import type { ServerDefinition } from '../api/definition.js';
import type { Authenticate } from '../http/endpoint.js';
import type { ServerControl } from '../service/server-control.js';
import type { HandlerSource } from '../service/service.js';
import type { StartOptions } from './start-options.js';
/** A server as a program. */
export interface ServerProgram {
    readonly definition: ServerDefinition;
    /**
     * Or what loads them: over HTTP before anything else, else for the first call that needs one, and at the latest a moment after
     * `setup`, so that the server can tell what it offers before. When they cannot be loaded, the process ends with exit code 1.
     */
    readonly handlers: HandlerSource;
    readonly options?: StartOptions;
    /** Runs before the first message is read; when it fails, the process ends with exit code 1. */
    readonly setup?: (server: ServerControl) => unknown;
    /** Finds out who sends a request over HTTP. */
    readonly authenticate?: Authenticate;
    /** Runs after the last answer; it has a second. */
    readonly close?: () => unknown;
}
/**
 * Runs a server as the process that it is: reads the arguments, serves stdio or HTTP and ends the process. It exits with 0
 * at the end of input, on SIGTERM and SIGINT and when the peer is gone, whatever timers are left; with 1 when it cannot
 * start; with 2 for arguments that it does not know. Errors that user code throws where nobody catches them are
 * reported on standard error and do not end the server.
 *
 * Arguments that choose tools go before the environment variable `MCP_TOOLSETS`, and that before the options.
 *
 * @param argv Arguments without the program and its script.
 */
export declare function runServer(program: ServerProgram, argv: readonly string[]): Promise<void>;
