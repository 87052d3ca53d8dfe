import type { ListKind } from '../api/definition.js';
import { listKeys } from './lists.js';
import type { Service, ToolChoice } from './service.js';

/** Enables and disables entries of one kind. A disabled entry is neither listed nor answered. */
export interface EntryControl {
  /** @throws TypeError for a name that is not in the definition. */
  enable(name: string): void;
  /** @throws TypeError for a name that is not in the definition. */
  disable(name: string): void;
}

/**
 * Changes what a server offers while it runs; the parameter of `setup`. Clients are notified where the definition declares
 * the capability (`listChanged`, `subscribe`).
 */
export interface ServerControl {
  readonly tools: EntryControl;
  readonly prompts: EntryControl;
  /** By URI. */
  readonly resources: EntryControl & {
    /** Notifies the subscribers of a URI that its resource has changed. */
    updated(uri: string): void;
  };
  /** By URI template. */
  readonly resourceTemplates: EntryControl;
}

/** The control of a service. */
export function controlServer({ definition, enabled }: Service): ServerControl {
  const control = (kind: ListKind): EntryControl => {
    const set = (name: string, isEnabled: boolean): void => {
      if (!listKeys(definition, kind).includes(name)) {
        throw new TypeError(`The definition has no "${name}" among its ${kind}`);
      }
      enabled.set(kind, name, isEnabled);
    };
    return { enable: (name) => set(name, true), disable: (name) => set(name, false) };
  };
  return {
    tools: control('tools'),
    prompts: control('prompts'),
    resources: { ...control('resources'), updated: (uri) => enabled.announce(uri) },
    resourceTemplates: control('resourceTemplates'),
  };
}

/**
 * Prepares a service for its start: enables the chosen tools, then calls `setup`.
 *
 * @returns Rejects for unknown toolsets and tools, and when `setup` fails.
 */
export async function prepareService(
  service: Service,
  choice: ToolChoice,
  setup?: (server: ServerControl) => unknown,
): Promise<void> {
  const { defaults, hasInactive } = service.definition.selection ?? {};
  if ((choice.tools ?? choice.toolsets ?? defaults ?? hasInactive) !== undefined) {
    await (await import('./choose-tools.js')).chooseTools(service, choice);
  }
  await setup?.(controlServer(service));
}
