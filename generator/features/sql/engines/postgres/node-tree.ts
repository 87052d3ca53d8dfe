/** Node of a parse tree in PostgreSQL's text format: its label and its members, without the colons. */
export interface TreeNode {
  readonly label: string;
  readonly members: { readonly [name: string]: TreeValue };
}

/** Value of a member. Several values without parentheses form a list. `<>` is the empty list or a missing node. */
export type TreeValue = string | TreeNode | readonly TreeValue[];

/** Parses the text of a `pg_node_tree`. */
export function parseNodeTree(text: string): TreeValue {
  return new TreeReader(text).readValue();
}

class TreeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readValue(): TreeValue {
    const next = this.#peek();
    if (next === '{') return this.#readNode();
    return next === '(' ? this.#readList() : this.#readAtom();
  }

  /** Returns the next character after white space; `''` at the end. */
  #peek(): string {
    while (this.#at < this.#text.length && /\s/u.test(this.#text.charAt(this.#at))) this.#at++;
    return this.#text.charAt(this.#at);
  }

  #readNode(): TreeNode {
    this.#at++;
    const label = this.#readAtom();
    const members: { [name: string]: TreeValue } = {};
    for (let next = this.#peek(); next !== '}' && next !== ''; next = this.#peek()) {
      const name = this.#readAtom().slice(1);
      const values: TreeValue[] = [];
      for (let value = this.#peek(); !/^[}:]?$/u.test(value); value = this.#peek()) values.push(this.readValue());
      members[name] = values.length === 1 && values[0] !== undefined ? values[0] : values;
    }
    this.#at++;
    return { label, members };
  }

  #readList(): readonly TreeValue[] {
    this.#at++;
    const items: TreeValue[] = [];
    for (let next = this.#peek(); next !== ')' && next !== ''; next = this.#peek()) items.push(this.readValue());
    this.#at++;
    return items;
  }

  /** Reads a token. Quotation marks are part of it, and brackets are tokens like any other. */
  #readAtom(): string {
    const pattern = /(?:\\[\s\S]|[^\s(){}\\])+/uy;
    pattern.lastIndex = this.#at;
    const [token] = pattern.exec(this.#text) ?? [];
    // A character that no value begins with would stop the reader.
    this.#at += token?.length ?? 1;
    return (token ?? '').replaceAll(/\\([\s\S])/gu, '$1');
  }
}

/** Whether a value is a node, with that label if one is given. */
export function isNode(value: TreeValue | undefined, label?: string): value is TreeNode {
  const isAny = typeof value === 'object' && 'label' in value;
  return isAny && (label === undefined || value.label === label);
}

/** Returns the items of a list; `[]` for anything else. */
export function itemsOf(value: TreeValue | undefined): readonly TreeValue[] {
  if (Array.isArray(value)) return value as readonly TreeValue[];
  return isNode(value) ? [value] : [];
}

/** Returns the nodes of a list. */
export function nodesOf(value: TreeValue | undefined): readonly TreeNode[] {
  return itemsOf(value).filter((item) => isNode(item));
}

/** Returns an atom as a number; -1 if it is missing. */
export function numberOf(value: TreeValue | undefined): number {
  return typeof value === 'string' ? Number(value) : -1;
}

/** Yields all nodes in a value, with a parent before its children. */
export function* walkNodes(value: TreeValue | undefined): Generator<TreeNode> {
  if (isNode(value)) {
    yield value;
    for (const member of Object.values(value.members)) yield* walkNodes(member);
  } else if (Array.isArray(value)) {
    for (const item of value as readonly TreeValue[]) yield* walkNodes(item);
  }
}

/** Returns the numbers of a set, which is printed as `(b 8 9)`. */
export function setOf(value: TreeValue | undefined): readonly number[] {
  return itemsOf(value).slice(1).map(numberOf);
}
