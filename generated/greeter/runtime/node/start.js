import { openService } from './open-service.js';
import { serveStdio } from './serve-stdio.js';
/**
 * Serves a definition over stdio, or over the streams in `options`. Several can be served in one process; they share
 * nothing. On the streams of the process, import `claim-stdout` first, so that handlers which print cannot disturb it.
 *
 * @returns Resolves when input has ended and all that was running has been answered, or had its time.
 * @throws TypeError, before anything is read or written, for options that are wrong and for handlers that are missing.
 */
export function start(definition, handlers, options = {}) {
    return serveStdio(openService(definition, handlers, options), options).finished;
}
