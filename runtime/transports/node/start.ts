import type { ServerDefinition } from '../../core/api/definition.js';
import type { HandlerSet } from '../../core/api/handlers.js';
import type { Service } from '../../core/service/service.js';
import { openService } from './open-service.js';
import { StdioServing } from './serve-stdio.js';
import { hasOldNames, type StartOptions } from './start-options.js';

/**
 * Serves a definition over stdio, or over the streams in `options`. One process can serve several definitions. With
 * stdout, import `claim-stdout` first, so that handler output cannot corrupt the protocol.
 *
 * @param app Value of `context.app` in handlers. Default: `undefined`.
 * @returns Resolves when the input has ended and all requests are complete or timed out; rejects, before anything is
 *   read or written, for unknown toolsets and tools.
 * @throws TypeError, before anything is read or written, for invalid options and missing handlers.
 */
export function start(
  definition: ServerDefinition,
  handlers: HandlerSet,
  options: StartOptions = {},
  app?: unknown,
): Promise<void> {
  return hasOldNames(options)
    ? startRenamed(definition, handlers, options, app)
    : serveOptions(definition, handlers, options, app);
}

function serveOptions(
  definition: ServerDefinition,
  handlers: HandlerSet,
  options: StartOptions,
  app: unknown,
): Promise<void> {
  const service = openService({ definition, handlers, options }, { app });
  const serve = (opened: Service): Promise<void> => new StdioServing(opened, options).finished;
  return service instanceof Promise ? service.then(serve) : serve(service);
}

/** Serves a definition whose options may have deprecated names. */
async function startRenamed(
  definition: ServerDefinition,
  handlers: HandlerSet,
  options: StartOptions,
  app: unknown,
): Promise<void> {
  const { renameStartOptions } = await import('./load-program.js');
  return serveOptions(definition, handlers, await renameStartOptions(options), app);
}
