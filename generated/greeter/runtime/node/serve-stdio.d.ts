import type { ServerDefinition } from '../definition.js';
import type { HandlerSet } from '../handlers.js';
import { type StartOptions } from './start-options.js';
/** A server that is being served. */
export interface Serving {
    /** Resolves when input has ended, or {@link stop} was called, and what was running has been answered. */
    readonly finished: Promise<void>;
    /** Stops reading; what is running is still answered. */
    stop(): void;
}
/**
 * Serves a definition over a pair of byte streams.
 *
 * @throws TypeError for options that are wrong and for handlers that are missing, before anything is read or written.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export declare function serveStdio(definition: ServerDefinition, handlers: HandlerSet, options: StartOptions): Serving;
/** Tells the operator something, on standard error. */
export declare function writeReport(line: string): void;
