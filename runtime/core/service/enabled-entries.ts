import type { ChangingList, ListKind, ServerDefinition } from '../api/definition.js';
import type { ChosenNames } from './choose-names.js';

/** Change at run time: a list, the resource with a URI, or any resource (`uri: undefined`) has changed. */
export type Change = ({ readonly list: ChangingList } | { readonly uri: string | undefined }) & {
  /** Position in the log of changes that processes share. Absent: a change of this process alone. */
  readonly position?: number | undefined;
};

/**
 * Enabled entries of a definition, and listeners to changes.
 *
 * @see docs/decisions/0032-the-definition-is-data.md
 */
export class EnabledEntries {
  readonly #definition: ServerDefinition;
  readonly #disabled = new Set<string>();
  /** Permanently disabled entries. */
  readonly #locked = new Set<string>();
  readonly #listeners = new Set<(change: Change) => void>();
  /** Listeners to the changes of one resource, by URI; `undefined`: listeners to changes of any resource. */
  readonly #subscribers = new Map<string | undefined, Set<() => void>>();
  /** Functions that are called when the server stops. */
  readonly #enders = new Set<() => void>();
  hasEnded = false;
  /** Functions that the server calls and awaits when it stops. */
  readonly lastActs: (() => Promise<unknown>)[] = [];
  /** Toolsets that were selected at startup; `undefined`: all toolsets. */
  toolsets: ChosenNames | undefined;
  /** Whether only read-only tools and operations are served. */
  isReadOnly = false;
  /** Number of changes since startup. Values cached for an older version are out of date. */
  version = 0;

  constructor(definition: ServerDefinition) {
    this.#definition = definition;
  }

  /** Whether an entry of the definition is enabled. */
  has(kind: ListKind, key: string): boolean {
    return this.#disabled.size === 0 || !this.#disabled.has(`${kind} ${key}`);
  }

  /** Permanently disables an entry. */
  lock(kind: ListKind, key: string): void {
    this.set(kind, key, false);
    this.#locked.add(`${kind} ${key}`);
  }

  /** Whether an entry is permanently disabled. */
  isLocked(kind: ListKind, key: string): boolean {
    return this.#locked.has(`${kind} ${key}`);
  }

  /** Enables or disables an entry. A locked entry stays disabled. */
  set(kind: ListKind, key: string, isEnabled: boolean): void {
    if (this.has(kind, key) === isEnabled || this.isLocked(kind, key)) return;
    if (isEnabled) this.#disabled.delete(`${kind} ${key}`);
    else this.#disabled.add(`${kind} ${key}`);
    this.announceList(kind === 'resourceTemplates' ? 'resources' : kind);
  }

  /** Notifies the listeners that a list has changed. */
  announceList(list: ChangingList, change: Change = { list }): void {
    this.version += 1;
    if (this.#definition.capabilities.listChanged?.includes(list) === true) this.#tell(change);
  }

  /** Notifies the listeners of a change. */
  announceChange(change: Change): void {
    if ('list' in change) this.announceList(change.list, change);
    else if (this.#definition.capabilities.subscribe === true) this.#tell(change);
  }

  /** Adds a listener to all changes and returns a function that removes it. */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Adds a listener to the changes of one resource, or to those that concern any, and returns a function that removes it. Many subscribers cost a
   * change of another resource nothing.
   */
  subscribe(uri: string | undefined, listener: () => void): () => void {
    const subscribers = this.#subscribers.get(uri) ?? new Set();
    this.#subscribers.set(uri, subscribers.add(listener));
    return () => {
      subscribers.delete(listener);
      if (subscribers.size === 0) this.#subscribers.delete(uri);
    };
  }

  /**
   * Calls a function when the server stops, at once if it has. Returns a function that removes it: a promise would keep
   * something for each subscription that has ever waited for it.
   */
  onEnd(act: () => void): () => void {
    if (this.hasEnded) act();
    else this.#enders.add(act);
    return () => this.#enders.delete(act);
  }

  /** Records that the server is stopping. Resolves when all `lastActs` are done. */
  end(): Promise<unknown> {
    this.hasEnded = true;
    for (const act of this.#enders) act();
    return Promise.all(this.lastActs.map((act) => act()));
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
    if (!('uri' in change)) return;
    for (const listener of this.#subscribers.get(change.uri) ?? []) listener();
  }
}
