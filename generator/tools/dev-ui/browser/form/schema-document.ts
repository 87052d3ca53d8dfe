import { isJsonObject } from '../../../../../runtime/wire/json.js';
import { isSchema, memberOf, type Schema } from './json-schema.js';

/** Maximum number of schema parts searched for anchors. */
const searchedParts = 20_000;

/** Root schema, which resolves references within itself. References to other documents are not followed. */
export class SchemaDocument {
  readonly #root: Schema;
  #anchors: ReadonlyMap<string, Schema> | undefined;
  readonly #derived = new WeakMap<object, Map<unknown, unknown>>();

  constructor(root: Schema) {
    this.#root = root;
  }

  /** Computes a value for a part of the schema, and caches it. */
  derive<Part extends object, Result>(part: Part, make: (part: Part, document: SchemaDocument) => Result): Result {
    const known = this.#derived.get(part) ?? new Map<unknown, unknown>();
    this.#derived.set(part, known);
    if (!known.has(make)) known.set(make, make(part, this));
    return known.get(make) as Result;
  }

  /** Returns the schema at `#`, `#/$defs/name` or `#anchor`; `undefined` if there is none. */
  find(reference: string): Schema | undefined {
    if (!reference.startsWith('#')) return undefined;
    const fragment = decodeFragment(reference.slice(1));
    if (fragment !== '' && !fragment.startsWith('/')) return (this.#anchors ??= listAnchors(this.#root)).get(fragment);
    let part: unknown = this.#root;
    for (const segment of fragment.split('/').slice(1)) {
      const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
      part = Array.isArray(part) ? (part as readonly unknown[])[Number(key)] : memberOf(part, key);
    }
    return isSchema(part) ? part : undefined;
  }
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function listAnchors(root: Schema): ReadonlyMap<string, Schema> {
  const anchors = new Map<string, Schema>();
  const waiting: unknown[] = [root];
  for (let count = 0; count < waiting.length && count < searchedParts; count += 1) {
    const part = waiting[count];
    if (Array.isArray(part)) waiting.push(...(part as readonly unknown[]).slice(0, searchedParts));
    if (!isJsonObject(part)) continue;
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = memberOf(part, keyword);
      if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, part);
    }
    waiting.push(...Object.values(part).slice(0, searchedParts));
  }
  return anchors;
}
