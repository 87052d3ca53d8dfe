/** Unique IDs of page sections. They consist of letters, digits, `-`, `_` and `.`. */
export class Anchors {
  readonly #given = new Set<string>();

  /** Returns a new ID that begins with the kind of section, such as `tool-find_books`. */
  give(kind: string, name: string): string {
    const stem = `${kind}-${name.replaceAll(/[^\w.-]+/gu, '-').slice(0, maxLength)}`;
    let id = stem;
    for (let count = 2; this.#given.has(id.toLowerCase()); count++) id = `${stem}-${count}`;
    this.#given.add(id.toLowerCase());
    return id;
  }
}

/** Maximum length of the name in an ID, in characters. */
const maxLength = 100;
