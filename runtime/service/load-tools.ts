import type { Handler, Service, Tool } from './service.js';

/**
 * Loads the tools of a service and joins them with their handlers. A server that is only listed
 * does without: a thousand tools are 5 ms of reading their table, and fill so much of the young heap that garbage is collected.
 */
export async function loadTools(service: Service): Promise<void> {
  const [definitions, { tools }] = await Promise.all([service.definition.tools.load(), service.loadHandlers()]);
  const handlers: { readonly [name: string]: unknown } = tools;
  service.tools ??= new Map(
    definitions.map((definition): [string, Tool] => {
      const handler = definition.discovery ? undefined : (handlers[definition.name] as Handler);
      return [definition.name, { definition, handler, validators: undefined, loading: undefined }];
    }),
  );
}
