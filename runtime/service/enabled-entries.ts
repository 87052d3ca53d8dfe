import type { ChangingList, ListKind, ServerDefinition } from '../api/definition.js';

/** Something that changed while the server runs: a list, or what is behind a URI. */
export type Change = { readonly list: ChangingList } | { readonly uri: string };

/** What of a definition is served at the moment, and who is to be told when that changes. */
export class EnabledEntries {
  readonly #definition: ServerDefinition;
  readonly #disabled = new Set<string>();
  readonly #listeners = new Set<(change: Change) => void>();
  #end = (): void => {};
  /** Resolves when the server stops: there will be no more changes. */
  readonly ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });
  hasEnded = false;
  /** What is to be done when the server stops, and waited for. */
  readonly lastActs: (() => Promise<unknown>)[] = [];
  /** The toolsets that were chosen at the start; `undefined`: all. */
  toolsets: ReadonlySet<string> | undefined;
  /** Changes since the start: what was made from an older set is out of date. */
  version = 0;

  constructor(definition: ServerDefinition) {
    this.#definition = definition;
  }

  /** Whether an entry of the definition is served. */
  has(kind: ListKind, key: string): boolean {
    return this.#disabled.size === 0 || !this.#disabled.has(`${kind} ${key}`);
  }

  /** Takes an entry out of what is served, or puts it back. */
  set(kind: ListKind, key: string, isServed: boolean): void {
    if (this.has(kind, key) === isServed) return;
    if (isServed) this.#disabled.delete(`${kind} ${key}`);
    else this.#disabled.add(`${kind} ${key}`);
    this.version += 1;
    const list = kind === 'resourceTemplates' ? 'resources' : kind;
    if (this.#definition.capabilities.listChanged?.includes(list) === true) this.#tell({ list });
  }

  /** Says that what is behind a URI is not what it was. */
  announce(uri: string): void {
    if (this.#definition.capabilities.subscribe === true) this.#tell({ uri });
  }

  /** @returns What stops listening. */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The server stops: those who wait for changes need wait no longer.
   *
   * @returns Resolves when the last acts are done.
   */
  end(): Promise<unknown> {
    this.#end();
    this.hasEnded = true;
    return Promise.all(this.lastActs.map((act) => act()));
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}
