import { arrayAt, isJsonObject, objectAt, type Json, type JsonObject } from '../model/json.js';
import { referredName } from './map-schema.js';

/**
 * Keys of field tables by field name; `''` if the fields of the value are unknown. The name `*` stands for all other
 * names.
 */
export type Fields = ReadonlyMap<string, string>;

/** Maximum number of objects in a tree. The fields of further objects count as unknown. */
const maxObjects = 50_000;

/** Maximum number of schemas that describe one value. */
const maxSchemas = 256;

/**
 * Fields of values according to their schemas. References are followed, lists are replaced by their items, and unions
 * have the fields of all branches.
 */
export class FieldTree {
  /** Fields of objects by key, in order of discovery. */
  readonly table = new Map<string, Fields>();
  readonly #find: (name: string) => Json | undefined;
  readonly #keys = new Map<string, string>();
  readonly #numbers = new Map<Json, number>();
  /** Fields that are lists of objects, written as `<object key> <field name>`. */
  readonly #lists = new Set<string>();

  /** @param find Finds a schema by the name in a reference. */
  constructor(find: (name: string) => Json | undefined) {
    this.#find = find;
  }

  /** Adds a schema and everything that it refers to. */
  add(schema: Json): FieldRoot {
    const open: Pending[] = [];
    const root = this.#enter([schema], open);
    // The loop adds to the list that it iterates over.
    for (const { key, parts } of open) this.table.set(key, this.#listFields(key, parts, open));
    return root;
  }

  /** Whether a field of an object is a list of objects. */
  isList(key: string, name: string): boolean {
    return this.#lists.has(`${key} ${name}`);
  }

  /** Returns the fields at a key. */
  fieldsOf(key: string): Fields {
    return this.table.get(key) ?? new Map();
  }

  /** Finds the key of the fields at a path; `undefined` if the path does not exist. */
  follow(root: string, path: readonly string[]): string | undefined {
    let key: string | undefined = root;
    for (const name of path) {
      if (key === undefined || !this.table.has(key)) return key === undefined ? undefined : '';
      const fields = this.fieldsOf(key);
      key = fields.get(name) ?? fields.get('*');
    }
    return key;
  }

  /** @param open Receives objects whose fields are not listed yet. */
  #enter(schemas: readonly Json[], open: Pending[]): FieldRoot {
    const { parts, isAny, isList } = this.#collect(schemas);
    if (isAny || parts.length === 0) return { key: '', isList };
    const identity = parts.map((part) => this.#numberOf(part)).join();
    const existing = this.#keys.get(identity);
    const key = existing ?? (this.#keys.size < maxObjects ? `o${this.#keys.size + 1}` : '');
    if (existing === undefined && key !== '') {
      this.#keys.set(identity, key);
      open.push({ key, parts });
    }
    return { key, isList };
  }

  #listFields(key: string, parts: readonly JsonObject[], open: Pending[]): Fields {
    const schemas = new Map<string, Json[]>();
    const add = (name: string, schema: Json): void => {
      const existing = schemas.get(name);
      if (existing) existing.push(schema);
      else schemas.set(name, [schema]);
    };
    for (const part of parts) {
      for (const [name, schema] of objectAt(part, 'properties')) add(name, schema);
      for (const schema of objectAt(part, 'patternProperties').values()) add('*', schema);
      const others = part.get('additionalProperties');
      if (isJsonObject(others) || others === true) add('*', others);
    }
    const fields = [...schemas].map(([name, memberSchemas]) => {
      const { key: below, isList } = this.#enter(memberSchemas, open);
      if (isList && below !== '') this.#lists.add(`${key} ${name}`);
      return [name, below] as const;
    });
    return new Map(fields);
  }

  /** Collects the object schemas that describe a value, or its items if it is a list. */
  #collect(schemas: readonly Json[]): Collected {
    const seen = new Set<Json>();
    const parts: JsonObject[] = [];
    let isAny = false;
    let isList = false;
    const rest = [...schemas];
    for (let schema = rest.pop(); schema !== undefined; schema = rest.pop()) {
      if (seen.has(schema) || seen.size > maxSchemas) continue;
      seen.add(schema);
      if (!isJsonObject(schema)) isAny ||= schema === true;
      else {
        const name = referredName(schema);
        const below = [
          ...(name === undefined ? [] : [this.#find(name) ?? true]),
          ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => arrayAt(schema as JsonObject, keyword)),
        ];
        const items = [
          ...arrayAt(schema, 'prefixItems'),
          ...(schema.has('items') ? [schema.get('items') ?? true] : []),
        ];
        isList ||= items.some((item) => isJsonObject(item));
        rest.push(...below, ...items);
        if (schema.has('properties') || isJsonObject(schema.get('additionalProperties'))) parts.unshift(schema);
        else isAny ||= below.length === 0 && items.length === 0 && mayBeObject(schema);
      }
    }
    return { parts, isAny, isList };
  }

  #numberOf(schema: Json): number {
    const number = this.#numbers.get(schema) ?? this.#numbers.size;
    this.#numbers.set(schema, number);
    return number;
  }
}

/** Fields of a schema that was added to the tree. */
export interface FieldRoot {
  /** Key in the table; `''` if the fields are unknown. */
  readonly key: string;
  /** Whether the value is a list. */
  readonly isList: boolean;
}

interface Pending {
  readonly key: string;
  readonly parts: readonly JsonObject[];
}

interface Collected {
  readonly parts: readonly JsonObject[];
  readonly isAny: boolean;
  readonly isList: boolean;
}

/** Whether a schema without properties can describe an object. */
function mayBeObject(schema: JsonObject): boolean {
  if (schema.has('enum') || schema.has('const')) return false;
  const type = schema.get('type');
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}
