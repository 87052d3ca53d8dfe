import type { ServerDefinition, ToolDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import type { PartOwner } from './parts.js';
import type { Handler, Tool } from './tool.js';

/** The part of a service that its tools need. */
interface ToolOwner<Service> extends PartOwner<Service> {
  readonly definition: ServerDefinition;
  readonly loadHandlers: () => Promise<HandlerSet>;
}

/** The tools of a service, each with what answers its calls. */
export class ToolTable<Service extends ToolOwner<Service>> {
  readonly #service: () => Service;
  #loaded: ReadonlyMap<string, Tool> | undefined;

  /** @param service The service that has these tools. */
  constructor(service: () => Service) {
    this.#service = service;
  }

  /** By name; `undefined` before they are loaded. */
  get loaded(): ReadonlyMap<string, Tool> | undefined {
    return this.#loaded;
  }

  /**
   * Loads the tools and joins them with their handlers. Only calls need them, so that a list comes without the 5 ms that reading
   * 1,000 tools takes.
   */
  async load(): Promise<ReadonlyMap<string, Tool>> {
    const service = this.#service();
    const [definitions, { tools }] = await Promise.all([service.definition.tools.load(), service.loadHandlers()]);
    const handlers: { readonly [name: string]: unknown } = tools;
    this.#loaded ??= new Map(
      definitions.map((definition): [string, Tool] => {
        const answer = answerOf(service, definition, handlers[definition.name] as Handler);
        return [definition.name, { definition, answer, validators: undefined }];
      }),
    );
    return this.#loaded;
  }
}

/** Returns the function that answers a tool: its handler, or the part of the server that does its job. */
function answerOf<Service extends ToolOwner<Service>>(
  service: Service,
  definition: ToolDefinition,
  handler: Handler,
): Tool['answer'] {
  const { discovery } = definition;
  // No function around it: stacks of errors end at the call of the handler.
  if (discovery === undefined) return handler;
  return async (input, context, caller) => {
    if (caller === undefined) throw new TypeError(`Tool "${definition.name}" calls other tools`);
    const { openJob } = await import('./open-parts.js');
    const { answer } = await openJob(service, discovery.does);
    return answer(definition, input, context, caller);
  };
}
