import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import type { Stores } from '../api/store.js';
import { chooseMode } from './choose-mode.js';
import type { HandlerSource, ServiceOptions, ServicePorts } from './service.js';

/** Format of generated code that this runtime supports. `format` in the definition must equal it. */
const generatedFormat = 1;

/** The parts of a program that are checked before it runs. */
interface CheckedProgram extends ServicePorts {
  readonly definition: ServerDefinition;
  readonly handlers: HandlerSource;
  readonly options?: ServiceOptions;
}

/**
 * Checks a program.
 *
 * @throws Error for generated code with a different format, and for a mode that the server does not have. TypeError that
 *   names every missing handler, unless `handlers` is a function (then `loadHandlers` checks them); TypeError for state
 *   keys that are too short, `credentials` that is not a function, invalid `telemetry`, and durable tasks without a
 *   store.
 */
export function checkProgram(program: CheckedProgram): void {
  const { definition, handlers, options = {}, credentials, stores, telemetry } = program;
  const { format }: { readonly format?: number } = definition;
  if (format !== generatedFormat) {
    throw new Error(
      `The generated code has format ${format ?? 0} but this version of create-mcp-from-schema supports format ${generatedFormat}: ` +
        'run `npx create-mcp-from-schema generate` and build the server again.',
    );
  }
  if (options.stateKeys?.some((key) => key.length < 32) === true) {
    throw new TypeError('The keys in stateKeys or MCP_STATE_KEYS must have at least 32 characters');
  }
  if (typeof handlers !== 'function') checkHandlers(definition, handlers);
  if (credentials !== undefined && typeof credentials !== 'function') {
    throw new TypeError('`credentials` in handlers/server.ts must be a function');
  }
  if (definition.hasDurableTasks === true) checkDurable(options, stores);
  if (telemetry !== undefined && typeof telemetry.receive !== 'function') {
    throw new TypeError('`telemetry` in handlers/server.ts must be the return value of `openTelemetry()`');
  }
  chooseMode(definition, options.mode);
}

/** @throws TypeError for durable tasks without a store. */
function checkDurable({ taskStore }: ServiceOptions, stores: Stores | undefined): void {
  if (stores === undefined) {
    throw new TypeError('Durable tasks need a store: set `server.store`, or export `stores` from handlers/server.ts');
  }
  if (taskStore !== undefined) throw new TypeError('Durable tasks are kept in `stores`: remove the `taskStore` option');
}

/**
 * Checks that every entry that needs a handler has one, and returns the handlers.
 *
 * @throws TypeError that names every missing handler.
 */
export function checkHandlers(definition: ServerDefinition, handlers: HandlerSet): HandlerSet {
  const { tools, prompts, resources, resourceTemplates } = definition;
  const missing: string[] = [];
  const check = (kind: string, owner: { readonly [name: string]: unknown }, name: string): void => {
    if (!Object.hasOwn(owner, name) || typeof owner[name] !== 'function') missing.push(`${kind} "${name}"`);
  };
  for (const name of tools.names) if (tools.discovering?.includes(name) !== true) check('tool', handlers.tools, name);
  for (const { name, messages } of prompts) if (!messages) check('prompt', handlers.prompts, name);
  for (const { uri, content } of resources) if (!content) check('resource', handlers.resources, uri);
  for (const { uriTemplate } of resourceTemplates) check('resource template', handlers.resourceTemplates, uriTemplate);
  if (missing.length > 0) throw new TypeError(`Handlers are missing for ${missing.join(', ')}`);
  return handlers;
}
