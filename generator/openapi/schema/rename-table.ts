import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../model/json.js';
import type { ReferredSchema } from '../../resolve/schema-resolver.js';
import { inPlaceKeywords } from '../../schema/keywords.js';
import { referredName, referredNames } from '../../schema/map-schema.js';
import { findMarked, hasMark } from './marked-schemas.js';
import { renamedMark } from './rename-keys.js';

/** What stands at one place of a value, as far as names of properties go. */
interface Place {
  readonly names: Map<string, string>;
  readonly properties: Map<string, Json[]>;
  readonly values: Json[];
  readonly items: Json[];
}

const memberKeywords = ['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'];

/**
 * The keys that arguments have under other names than the API knows, in the runtime's own words (`KeyRenames`), by id.
 * Schemas may be recursive, and so are the ids.
 */
export class RenameTable {
  /** By id. */
  readonly entries = new Map<string, Json>();
  private readonly schemas: ReadonlyMap<string, Json>;
  private readonly marked: ReadonlySet<string>;
  private readonly ids = new Map<string, string>();
  private readonly numbers = new Map<Json, number>();

  constructor(referred: readonly ReferredSchema[]) {
    this.schemas = new Map(referred.map(({ key, schema }) => [key, schema]));
    this.marked = findMarked(referred, [renamedMark]);
  }

  /** The id of what is renamed in the values of a schema; `undefined` when nothing is. */
  idOf(schema: Json): string | undefined {
    return this.idOfAll([schema]);
  }

  private idOfAll(schemas: readonly Json[]): string | undefined {
    if (!schemas.some((schema) => this.isRelevant(schema))) return undefined;
    const parts = this.expand(schemas);
    const key = parts
      .map((part) => this.numberOf(part))
      .toSorted((left, right) => left - right)
      .join(' ');
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = `r${this.ids.size + 1}`;
    this.ids.set(key, id);
    // Kept in the order of the ids.
    this.entries.set(id, new Map());
    this.entries.set(id, this.describe(parts));
    return id;
  }

  private isRelevant(schema: Json): boolean {
    return hasMark(schema, renamedMark) || [...referredNames(schema)].some((name) => this.marked.has(name));
  }

  private numberOf(schema: Json): number {
    const number = this.numbers.get(schema) ?? this.numbers.size;
    this.numbers.set(schema, number);
    return number;
  }

  /** All schemas that apply to the value that these apply to and say something about its members. */
  private expand(schemas: readonly Json[]): readonly JsonObject[] {
    const found = new Set<JsonObject>();
    const waiting = [...schemas];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (isJsonArray(next)) waiting.push(...next);
      if (!isJsonObject(next) || found.has(next)) continue;
      found.add(next);
      const name = referredName(next);
      if (name !== undefined) waiting.push(this.schemas.get(name) ?? true);
      for (const keyword of inPlaceKeywords) waiting.push(next.get(keyword) ?? true);
    }
    return [...found].filter((part) => memberKeywords.some((keyword) => part.has(keyword)));
  }

  private describe(parts: readonly JsonObject[]): JsonObject {
    const place: Place = { names: new Map(), properties: new Map(), values: [], items: [] };
    for (const part of parts) addPart(place, part);
    const properties = [...place.properties].flatMap(([key, schemas]): (readonly [string, Json])[] => {
      const members = optional([
        ['name', place.names.get(key)],
        ['renames', this.idOfAll(schemas)],
      ]);
      return members.size > 0 ? [[key, members]] : [];
    });
    return optional([
      ['properties', properties.length > 0 ? new Map(properties) : undefined],
      ['values', this.idOfAll(place.values)],
      ['items', this.idOfAll(place.items)],
    ]);
  }
}

function addPart(place: Place, part: JsonObject): void {
  const names = part.get(renamedMark);
  if (isJsonObject(names)) for (const [key, name] of names) place.names.set(key, String(name));
  const properties = part.get('properties');
  if (isJsonObject(properties)) {
    for (const [key, schema] of properties) {
      place.properties.set(key, [...(place.properties.get(key) ?? []), schema]);
    }
  }
  const patterns = part.get('patternProperties');
  if (isJsonObject(patterns)) place.values.push(...patterns.values());
  place.values.push(...listAt(part, 'additionalProperties'));
  place.items.push(...listAt(part, 'items'), ...listAt(part, 'prefixItems'));
}

function listAt(part: JsonObject, keyword: string): readonly Json[] {
  const value = part.get(keyword);
  if (value === undefined) return [];
  return isJsonArray(value) ? value : [value];
}

function optional(members: readonly (readonly [string, Json | undefined])[]): JsonObject {
  return new Map(members.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}
