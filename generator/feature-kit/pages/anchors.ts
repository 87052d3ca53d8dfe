/** Ids of the sections of a page: letters, digits, `-`, `_` and `.`, each given once. */
export class Anchors {
  readonly #given = new Set<string>();

  /** Gives an id that begins with the kind of the section, such as `tool-find_books`. */
  give(kind: string, name: string): string {
    const stem = `${kind}-${name.replaceAll(/[^\w.-]+/gu, '-').slice(0, maxLength)}`;
    let id = stem;
    for (let count = 2; this.#given.has(id.toLowerCase()); count++) id = `${stem}-${count}`;
    this.#given.add(id.toLowerCase());
    return id;
  }
}

/** Longest name in an id, in characters. */
const maxLength = 100;
