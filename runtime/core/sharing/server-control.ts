import type { ListKind } from '../api/definition.js';
import type { Change } from '../service/enabled-entries.js';
import { listKeys } from '../service/lists.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';

/** Enables and disables entries of one kind. A disabled entry is neither listed nor answered. */
export interface EntryControl {
  /**
   * In a read-only server, a tool that is not read-only stays disabled; the operator gets a warning.
   *
   * @throws TypeError for a name that is not in the definition.
   */
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
    /** Notifies the subscribers of a URI that its resource has changed, those of other processes too where `stores` are shared. */
    updated(uri: string): void;
    /** Notifies clients that the resources that handlers list (`list` of a template) are not those of before; as `updated` does. */
    listChanged(): void;
  };
  /** By URI template. */
  readonly resourceTemplates: EntryControl;
  /** Arguments of the command line after `--`: they are the server's own. Empty without a command line. */
  readonly args: readonly string[];
}

/** The control of a service. */
export function controlServer(service: Service, args: readonly string[] = []): ServerControl {
  const { toolsDefinition: definition, enabled, report, stores } = service;
  const announce = (change: Change): void => {
    if (stores === undefined) enabled.announceChange(change);
    else void import('./shared-changes.js').then(({ announceToAll }) => announceToAll(service, change));
  };
  const control = (kind: ListKind): EntryControl => {
    const set = (name: string, isEnabled: boolean): void => {
      if (!listKeys(definition, kind).includes(name)) {
        throw new TypeError(`The definition has no "${name}" among its ${kind}`);
      }
      if (isEnabled && enabled.isLocked(kind, name)) {
        report(formatReport(`TOOL: ${name}`, 'stays disabled: it is not read-only, and the server is', 'WARNING'));
      }
      enabled.set(kind, name, isEnabled);
    };
    return { enable: (name) => set(name, true), disable: (name) => set(name, false) };
  };
  return {
    tools: control('tools'),
    prompts: control('prompts'),
    resources: {
      ...control('resources'),
      updated: (uri) => announce({ uri }),
      listChanged: () => announce({ list: 'resources' }),
    },
    resourceTemplates: control('resourceTemplates'),
    args,
  };
}
