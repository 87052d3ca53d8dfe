/** Data that features keep on a model, an entry or a workspace: plain, by the name of the part. */
export type Parts = ReadonlyMap<string, unknown>;

interface Owner {
  readonly parts?: Parts;
}

/**
 * Key of a part, and the only way to read or write it: it gives the part its type.
 *
 * @see docs/decisions/0029-a-feature-is-one-folder-and-one-line.md
 */
export class PartKey<Value> {
  readonly #name: string;

  /** @param name Unique among the parts of an owner. */
  constructor(name: string) {
    this.#name = name;
  }

  /** The part of an owner; `undefined` when it has none. */
  of(owner: Owner): Value | undefined {
    return owner.parts?.get(this.#name) as Value | undefined;
  }

  /** A copy of an owner with this part. */
  on<Owning extends object>(owner: Owning & Owner, value: Value): Owning {
    return { ...owner, parts: new Map(owner.parts).set(this.#name, value) };
  }
}
