import type { ToolDefinition } from '../api/definition.js';
import { openJob } from './open-parts.js';
import type { Service } from './service.js';
import type { Handler, Tool } from './tool.js';

/**
 * Loads the tools of a service and joins them with their handlers. Only calls need this, so lists do not have to wait
 * for it (5 ms for 1,000 tools).
 *
 * @returns The tools by name, which `service.state` caches.
 * @see docs/decisions/0033-code-loads-on-first-use.md
 */
export async function loadTools(service: Service): Promise<ReadonlyMap<string, Tool>> {
  const [definitions, { tools }] = await Promise.all([service.definition.tools.load(), service.loadHandlers()]);
  const handlers: { readonly [name: string]: unknown } = tools;
  service.state.tools ??= new Map(
    definitions.map((definition): [string, Tool] => {
      const run = runnerOf(service, definition, handlers[definition.name] as Handler);
      return [definition.name, { definition, run, validators: undefined }];
    }),
  );
  return service.state.tools;
}

/** Returns the function that runs a tool: its handler, or the part of the server that implements it. */
function runnerOf(service: Service, definition: ToolDefinition, handler: Handler): Tool['run'] {
  const { discovery } = definition;
  // Not wrapped, so that error stacks end at the handler call.
  if (discovery === undefined) return handler;
  return async (input, context, caller) => {
    if (caller === undefined) throw new TypeError(`Tool "${definition.name}" calls other tools`);
    const { run } = await openJob(service, discovery.does);
    return run(definition, input, context, caller);
  };
}
