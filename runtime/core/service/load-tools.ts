import type { Handler, Service, Tool } from './service.js';

/**
 * Loads the tools of a service and joins them with their handlers. Only calls need them, so that a list comes without the
 * 5 ms that reading 1,000 tools takes.
 */
export async function loadTools(service: Service): Promise<void> {
  const [definitions, { tools }] = await Promise.all([service.definition.tools.load(), service.loadHandlers()]);
  const handlers: { readonly [name: string]: unknown } = tools;
  service.tools ??= new Map(
    definitions.map((definition): [string, Tool] => {
      const handler = definition.discovery ? undefined : (handlers[definition.name] as Handler);
      return [definition.name, { definition, handler, validators: undefined }];
    }),
  );
}
