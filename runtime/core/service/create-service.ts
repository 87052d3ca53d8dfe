import type { ServerDefinition, ServerIdentity } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { checkHandlers, checkProgram } from './check-program.js';
import { chooseMode } from './choose-mode.js';
import { EnabledEntries } from './enabled-entries.js';
import { Lists } from './lists.js';
import { Parts } from './parts.js';
import type { Report } from './report.js';
import { noteUserError } from './report-later.js';
import type { HandlerSource, Service, ServiceOptions, ServiceSetup } from './service.js';

/**
 * Creates a service from a definition and its handlers. Only its `state` changes later.
 *
 * @throws Same errors as `checkProgram`.
 */
export function createService(
  toolsDefinition: ServerDefinition,
  handlers: HandlerSource,
  report: Report,
  options: ServiceOptions = {},
  { parts = [], ...ports }: ServiceSetup = {},
): Service {
  checkProgram({ ...ports, definition: toolsDefinition, handlers, options });
  const definition = chooseMode(toolsDefinition, options.mode);
  const enabled = new EnabledEntries(definition);
  let loading: Promise<HandlerSet> | undefined;
  return Object.freeze({
    definition,
    toolsDefinition,
    identity: identify(toolsDefinition, options),
    prompts: new Map(definition.prompts.map((prompt) => [prompt.name, prompt])),
    resources: new Map(definition.resources.map((resource) => [resource.uri, resource])),
    loadHandlers: () => (loading ??= typeof handlers === 'function' ? handlers() : Promise.resolve(handlers)),
    lists: new Lists(definition, enabled, options),
    enabled,
    parts: new Parts(parts, definition),
    options,
    report,
    ...ports,
    callsPerSecond: options.callsPerSecond ?? ports.access?.callsPerSecond,
    state: { tools: undefined, app: undefined },
  });
}

/** Returns the identity of a server: options override the definition. */
export function identify({ server }: ServerDefinition, { name, version, title }: ServiceOptions): ServerIdentity {
  return {
    ...server,
    name: name ?? server.name,
    version: version ?? server.version,
    ...(title === undefined ? {} : { title }),
  };
}

/**
 * Loads the handlers of a server and checks that none is missing.
 *
 * @param fail Called with the reason if the handlers cannot be used.
 * @returns Rejects with an error for clients.
 */
export async function loadHandlers(
  definition: ServerDefinition,
  handlers: HandlerSource,
  fail: (error: unknown) => void,
): Promise<HandlerSet> {
  try {
    return checkHandlers(definition, typeof handlers === 'function' ? await load(handlers) : handlers);
  } catch (error) {
    fail(error);
    throw new ProtocolError(-32603, 'Internal error');
  }
}

async function load(handlers: () => Promise<HandlerSet>): Promise<HandlerSet> {
  try {
    return await handlers();
  } catch (error) {
    noteUserError(error);
    throw error;
  }
}
