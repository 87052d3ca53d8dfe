import type { ListKind } from '../api/definition.js';
import type { Change } from '../service/enabled-entries.js';
import { listKeys } from '../service/lists.js';
import { formatReport } from '../service/report.js';
import type { Service } from '../service/service.js';

/** Enables and disables entries of one kind. A disabled entry is neither listed nor served. */
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
 * Controls the entries of a running server; the parameter of `setup`. Clients are notified if the definition declares
 * the capability (`listChanged`, `subscribe`).
 */
export interface ServerControl {
  readonly tools: EntryControl;
  readonly prompts: EntryControl;
  /** By URI. */
  readonly resources: EntryControl & {
    /**
     * Notifies the subscribers of a URI that its resource has changed, including those of other processes that share
     * `stores`.
     */
    updated(uri: string): void;
    /** Notifies clients that the resources that handlers list (`list` of a template) have changed, like `updated`. */
    listChanged(): void;
  };
  /** By URI template. */
  readonly resourceTemplates: EntryControl;
  /** Command-line arguments after `--`. Empty without a command line. */
  readonly args: readonly string[];
}

/** Creates the control of a service. */
export function controlServer(service: Service, args: readonly string[] = []): ServerControl {
  const { toolsDefinition: definition, enabled, report, stores } = service;
  const announce = (change: Change): void => {
    if (stores === undefined) enabled.announceChange(change);
    else void import('./shared-changes.js').then(({ announceToAll }) => announceToAll(service, change));
  };
  const control = (kind: ListKind): EntryControl => {
    const set = (name: string, isEnabled: boolean): void => {
      if (!listKeys(definition, kind).includes(name)) {
        throw new TypeError(`The definition has no "${name}" in ${kind}`);
      }
      if (isEnabled && enabled.isLocked(kind, name)) {
        report(
          formatReport(`TOOL: ${name}`, 'stays disabled: it is not read-only, but the server is read-only', 'WARNING'),
        );
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
