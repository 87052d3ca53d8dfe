/** Unique IDs of the sections of a page, made of letters, digits, `-`, `_` and `.`. */
export class Anchors {
  readonly #given = new Set<string>();

  /** Returns a new ID that begins with the kind of the section, such as `tool-find_books`. */
  give(kind: string, name: string): string {
    const stem = `${kind}-${name.replaceAll(/[^\w.-]+/gu, '-').slice(0, maxLength)}`;
    let id = stem;
    for (let count = 2; this.#given.has(id.toLowerCase()); count++) id = `${stem}-${count}`;
    this.#given.add(id.toLowerCase());
    return id;
  }
}

/** Maximum length of a name in an ID, in characters. */
const maxLength = 100;
