/** Data of features on a model, an entry or a workspace: plain, by part name. */
export type Parts = ReadonlyMap<string, unknown>;

interface Owner {
  readonly parts?: Parts;
}

/**
 * Typed key of a part, and the only way to read or write it.
 *
 * @see docs/decisions/0029-a-feature-is-one-folder-and-one-line.md
 */
export class PartKey<Value> {
  readonly #name: string;

  /** @param name Unique among the parts of an owner. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Returns the part of an owner; `undefined` if it has none. */
  of(owner: Owner): Value | undefined {
    return owner.parts?.get(this.#name) as Value | undefined;
  }

  /** Copies an owner with this part. */
  on<Owning extends object>(owner: Owning & Owner, value: Value): Owning {
    return { ...owner, parts: new Map(owner.parts).set(this.#name, value) };
  }
}
