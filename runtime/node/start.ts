import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import { prepareService } from '../service/prepare-service.js';
import { openService } from './open-service.js';
import { serveStdio } from './serve-stdio.js';
import type { StartOptions } from './start-options.js';

/**
 * Serves a definition over stdio, or over the streams in `options`. Several can be served in one process; they share
 * nothing. On the streams of the process, import `claim-stdout` first, so that handlers which print cannot disturb it.
 *
 * @returns Resolves when input has ended and all that was running has been answered, or had its time; rejects, before
 *   anything is read or written, for toolsets and tools that do not exist.
 * @throws TypeError, before anything is read or written, for options that are wrong and for handlers that are missing.
 */
export function start(definition: ServerDefinition, handlers: HandlerSet, options: StartOptions = {}): Promise<void> {
  const service = openService(definition, handlers, options);
  const serve = (): Promise<void> => serveStdio(service, options).finished;
  return prepareService(service, options)?.then(serve) ?? serve();
}
