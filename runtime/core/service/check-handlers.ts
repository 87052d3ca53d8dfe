import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';

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
