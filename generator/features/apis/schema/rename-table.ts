import { isJsonArray, isJsonObject, jsonObjectOf, type Json, type JsonObject } from '../../../core/model/json.js';
import type { ReferredSchema } from '../../../feature-kit/resolve/schema-resolver.js';
import { referredName, referredNames, schemasInPlace } from '../../../core/schema/map-schema.js';
import { findMarked, hasMark } from './merge-directions.js';
import { renamedMark } from './translate-schema.js';

const memberKeywords = ['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'];

/**
 * Table of argument properties that have different names in the API, for the runtime (`KeyRenames`), by ID. Entries
 * refer to each other by ID, so that a recursive schema needs only finitely many entries.
 */
export class RenameTable {
  /** Entries by id. */
  readonly entries = new Map<string, Json>();
  private readonly schemas: ReadonlyMap<string, Json>;
  private readonly marked: ReadonlySet<string>;
  private readonly ids = new Map<string, string>();
  private readonly numbers = new Map<Json, number>();
  /** Pending descriptions of entries. A queue, so that long chains of references need no deep stack. */
  private readonly waiting: (() => void)[] = [];

  constructor(referred: readonly ReferredSchema[]) {
    this.schemas = new Map(referred.map(({ key, schema }) => [key, schema]));
    this.marked = findMarked(referred, [renamedMark]);
  }

  /** Returns the id of the entry for values of a schema; `undefined` if no property is renamed. */
  idOf(schema: Json): string | undefined {
    const id = this.idOfAll([schema]);
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) next();
    return id;
  }

  /** Returns the id of the entry for values that must match all of these schemas. */
  private idOfAll(schemas: readonly Json[]): string | undefined {
    if (!schemas.some((schema) => this.hasRenames(schema))) return undefined;
    const parts = this.expand(schemas);
    const numbers = parts.map((part) => this.numberOf(part));
    const key = numbers.toSorted((left, right) => left - right).join(' ');
    const cached = this.ids.get(key);
    if (cached !== undefined) return cached;
    const id = `r${this.ids.size + 1}`;
    this.ids.set(key, id);
    // Reserves the entry's position, so that entries are in the order of their ids.
    this.entries.set(id, new Map());
    this.waiting.push(() => this.entries.set(id, this.describe(parts)));
    return id;
  }

  private hasRenames(schema: Json): boolean {
    return hasMark(schema, renamedMark) || [...referredNames(schema)].some((name) => this.marked.has(name));
  }

  private numberOf(schema: Json): number {
    const number = this.numbers.get(schema) ?? this.numbers.size;
    this.numbers.set(schema, number);
    return number;
  }

  /** Expands schemas to all schemas that describe members of the same value. */
  private expand(schemas: readonly Json[]): readonly JsonObject[] {
    const found = new Set<JsonObject>();
    const waiting = [...schemas];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (!isJsonObject(next) || found.has(next)) continue;
      found.add(next);
      const name = referredName(next);
      if (name !== undefined) waiting.push(this.schemas.get(name) ?? true);
      waiting.push(...schemasInPlace(next));
    }
    return [...found].filter((part) => memberKeywords.some((keyword) => part.has(keyword)));
  }

  private describe(parts: readonly JsonObject[]): JsonObject {
    const names = new Map(parts.flatMap((part) => membersAt(part, renamedMark)));
    const schemas = new Map<string, Json[]>();
    for (const [key, schema] of parts.flatMap((part) => membersAt(part, 'properties'))) {
      schemas.set(key, [...(schemas.get(key) ?? []), schema]);
    }
    const properties = [...schemas].flatMap(([key, all]): (readonly [string, Json])[] => {
      const members = jsonObjectOf({ name: names.get(key), renames: this.idOfAll(all) });
      return members.size > 0 ? [[key, members]] : [];
    });
    const values = parts.flatMap((part) => [
      ...membersAt(part, 'patternProperties').map(([, schema]) => schema),
      ...schemasAt(part, 'additionalProperties'),
    ]);
    const items = parts.flatMap((part) => [...schemasAt(part, 'items'), ...schemasAt(part, 'prefixItems')]);
    return jsonObjectOf({
      properties: properties.length > 0 ? new Map(properties) : undefined,
      values: this.idOfAll(values),
      items: this.idOfAll(items),
    });
  }
}

function membersAt(part: JsonObject, keyword: string): readonly (readonly [string, Json])[] {
  const value = part.get(keyword);
  return isJsonObject(value) ? [...value] : [];
}

function schemasAt(part: JsonObject, keyword: string): readonly Json[] {
  const value = part.get(keyword);
  if (value === undefined) return [];
  return isJsonArray(value) ? value : [value];
}
