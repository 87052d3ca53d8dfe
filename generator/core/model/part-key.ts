/** Data that features attach to a model, an entry or a workspace: plain data by part name. */
export type Parts = ReadonlyMap<string, unknown>;

interface Owner {
  readonly parts?: Parts;
}

/**
 * Typed key of a part. Parts are read and written only through such keys.
 * @see docs/decisions/0029-a-feature-is-one-folder-and-one-line.md
 */
export class PartKey<Value> {
  readonly #name: string;

  /** @param name Unique among the parts of an owner. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Returns the part of an owner; `undefined` if the owner does not have it. */
  of(owner: Owner): Value | undefined {
    return owner.parts?.get(this.#name) as Value | undefined;
  }

  /** Copies an owner and adds this part. */
  on<Owning extends object>(owner: Owning & Owner, value: Value): Owning {
    return { ...owner, parts: new Map(owner.parts).set(this.#name, value) };
  }
}
