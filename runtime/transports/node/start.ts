import { parts } from '../../parts.js';
import type { ServerDefinition } from '../../core/api/definition.js';
import type { HandlerSet } from '../../core/api/handlers.js';
import { readBooleanVariable } from '../../core/service/read-boolean-variable.js';
import { openServer, type Platform, type Program } from '../../core/sharing/open-server.js';
import type { Service } from '../../core/service/service.js';
import { StdioServing } from './serve-stdio.js';
import { reportPlainly, writeReport } from './standard-streams.js';
import { splitNames } from '../../core/service/split-names.js';
import { checkStartOptions, hasOldNames, type StartOptions } from './start-options.js';

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

/** A program with options for Node. */
interface NodeProgram extends Program {
  readonly options?: StartOptions;
}

/**
 * Opens the service of a program. The keys for request state come from the options, otherwise from the environment
 * variable `MCP_STATE_KEYS`, separated by commas. The service is read-only if set by the options or the environment
 * variable `MCP_READ_ONLY`.
 *
 * @returns Like `openServer`.
 * @throws TypeError for invalid options, missing handlers and a value of `MCP_READ_ONLY` that is not a boolean.
 */
export function openService(program: NodeProgram, platform: Partial<Platform> = {}): Service | Promise<Service> {
  const { options = {} } = program;
  checkStartOptions(options);
  const stateKeys = options.stateKeys ?? splitNames(process.env['MCP_STATE_KEYS']);
  const warnings = options.warnings ?? process.env['NODE_ENV'] !== 'production';
  const readOnly = options.readOnly === true || readBooleanVariable('MCP_READ_ONLY', process.env);
  return openServer(
    { ...program, options: { ...options, stateKeys, warnings, readOnly } },
    {
      parts,
      report: reportPlainly,
      openLog: async (log) => (await import('./open-log.js')).openLog(log, writeReport),
      ...platform,
    },
  );
}
