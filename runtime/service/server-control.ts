import type { ListKind, ServerDefinition, ToolSelection } from '../api/definition.js';
import { listKeys } from './lists.js';
import type { Service, ToolChoice } from './service.js';

/** Takes entries out of what is served, and puts them back; what is out is neither listed nor answered. */
export interface EntryControl {
  /** @throws TypeError for what is not in the definition. */
  enable(name: string): void;
  /** @throws TypeError for what is not in the definition. */
  disable(name: string): void;
}

/**
 * Changes what a server offers while it runs; `setup` gets it. Clients are told where the definition declares the
 * capability (`listChanged`, `subscribe`).
 */
export interface ServerControl {
  readonly tools: EntryControl;
  readonly prompts: EntryControl;
  /** By URI. */
  readonly resources: EntryControl & {
    /** Says that what is behind a URI has changed, to those who subscribed to it. */
    updated(uri: string): void;
  };
  /** By URI template. */
  readonly resourceTemplates: EntryControl;
}

/** The control of a service. */
export function controlServer({ definition, enabled }: Service): ServerControl {
  const control = (kind: ListKind): EntryControl => ({
    enable: (name) => enabled.set(kind, assertKnown(definition, kind, name), true),
    disable: (name) => enabled.set(kind, assertKnown(definition, kind, name), false),
  });
  return {
    tools: control('tools'),
    prompts: control('prompts'),
    resources: { ...control('resources'), updated: (uri) => enabled.announce(uri) },
    resourceTemplates: control('resourceTemplates'),
  };
}

function assertKnown(definition: ServerDefinition, kind: ListKind, name: string): string {
  if (listKeys(definition, kind).includes(name)) return name;
  throw new TypeError(`The definition has no "${name}" among its ${kind}`);
}

type Setup = (server: ServerControl) => unknown;

/**
 * Brings a service to what it serves at the start: the tools that are chosen, then what `setup` makes of them. What
 * chooses is loaded only where there is a choice.
 *
 * @returns `undefined` where there is nothing to do; rejects for toolsets and tools that do not exist, and when `setup` fails.
 */
export function prepareService(service: Service, choice: ToolChoice, setup?: Setup): Promise<void> | undefined {
  const toChoose = (choice.tools ?? choice.toolsets ?? isSelective(service.definition.selection)) ? choice : undefined;
  return (toChoose ?? setup) && prepare(service, toChoose, setup);
}

/** Whether less than everything is served where nobody chooses. */
function isSelective(selection: ToolSelection | undefined): boolean {
  return (selection?.defaults ?? selection?.hasInactive) !== undefined;
}

async function prepare(service: Service, choice?: ToolChoice, setup?: Setup): Promise<void> {
  if (choice) await (await import('./choose-tools.js')).chooseTools(service, choice);
  await setup?.(controlServer(service));
}
