import {
  isJsonArray,
  isJsonObject,
  objectAt,
  stringifyJson,
  type Json,
  type JsonObject,
} from '../../../core/model/json.js';
import type { DefinitionModel, SchemaModel } from '../../../core/model/model.js';
import { annotationKeywords, knownKeywords, schemaPositions } from '../../../core/schema/keywords.js';
import { referredName, referredNames, schemasInPlace } from '../../../core/schema/map-schema.js';
import { upgradeDraft07 } from '../../../core/schema/dialect.js';
import { valueText } from './known-values.js';

/** Schema in the model. */
export type Schema = SchemaModel['schema'];

/** One of the two versions being compared. */
export type Side = 'old' | 'new';

/** Properties declared by a schema, including all its subschemas and referenced schemas that apply to the same value. */
export interface DeclaredProperties {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly string[];
  /** Whether the schema has `properties`. If so, other names are not expected, even if they are allowed. */
  readonly lists: boolean;
  /** Whether the schema explicitly allows other properties, with `additionalProperties` or `unevaluatedProperties`. */
  readonly isOpen: boolean;
  /** Whether the schema has `unevaluatedProperties` or `unevaluatedItems`. */
  readonly hasUnevaluated: boolean;
}

/** Shared schemas of both versions, converted to 2020-12, and which of them changed. */
export class SchemaVersions {
  readonly #definitions: { readonly [side in Side]: ReadonlyMap<string, Schema> };
  readonly #rewritten: ReadonlySet<string>;
  readonly #changed: ReadonlySet<string>;

  constructor(old: readonly DefinitionModel[], recent: readonly DefinitionModel[]) {
    this.#definitions = { old: mapSchemas(old), new: mapSchemas(recent) };
    this.#rewritten = this.#findDifferent(stringifyJson);
    this.#changed = this.#findDifferent((schema) => textOfMeaning(schema, ''));
  }

  /** Returns the definition that a schema refers to. */
  target(schema: JsonObject, side: Side): Schema | undefined {
    return this.#definitions[side].get(referredName(schema) ?? '');
  }

  /** Whether two schemas, and all schemas that they refer to, are written identically. */
  isIdentical(old: Json, recent: Json): boolean {
    if (stringifyJson(old) !== stringifyJson(recent)) return false;
    return [...referredNames(old)].every((name) => !this.#rewritten.has(name));
  }

  /**
   * Serializes the restrictions of a schema, without annotations and with sorted keys. Schemas with the same
   * serialization accept the same values; schemas with different ones may accept the same values too.
   */
  meaningOf(schema: Json, side: Side): string {
    return textOfMeaning(schema, side, this.#changed);
  }

  /** Collects the properties that a schema declares, including conditional ones. */
  declaredProperties(root: Schema, side: Side): DeclaredProperties {
    const seen = new Set<Json>();
    const waiting: Json[] = [root];
    for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
      if (!isJsonObject(schema) || seen.has(schema)) continue;
      seen.add(schema);
      waiting.push(...schemasInPlace(schema), this.target(schema, side) ?? true);
    }
    const parts = [...seen].filter(isJsonObject);
    const has = (keyword: string) => parts.some((part) => part.has(keyword));
    const isOpen = (keyword: string) => parts.some((part) => (part.get(keyword) ?? false) !== false);
    return {
      names: new Set(parts.flatMap((part) => [...objectAt(part, 'properties').keys()])),
      patterns: parts.flatMap((part) => [...objectAt(part, 'patternProperties').keys()]),
      lists: has('properties'),
      isOpen: isOpen('additionalProperties') || isOpen('unevaluatedProperties'),
      hasUnevaluated: has('unevaluatedProperties') || has('unevaluatedItems'),
    };
  }

  /** Finds the definitions that differ, and the definitions that refer to them. */
  #findDifferent(textOf: (schema: Schema) => string): ReadonlySet<string> {
    const { old, new: recent } = this.#definitions;
    const isDifferent = (name: string): boolean => {
      const [before, after] = [old.get(name), recent.get(name)];
      return before === undefined || after === undefined || textOf(before) !== textOf(after);
    };
    const names = [...new Set([...old.keys(), ...recent.keys()])];
    const different = new Set(names.filter(isDifferent));
    const refersToDifferent = (name: string) =>
      [...referredNames(old.get(name) ?? true)].some((target) => different.has(target));
    for (let size = -1; size < different.size;) {
      size = different.size;
      for (const name of names) if (refersToDifferent(name)) different.add(name);
    }
    return different;
  }
}

/** Converts a schema to 2020-12. */
export function toLatestDialect({ schema, dialect }: SchemaModel): Schema {
  return dialect === 'draft-07' ? upgradeDraft07(schema) : schema;
}

function mapSchemas(definitions: readonly DefinitionModel[]): ReadonlyMap<string, Schema> {
  return new Map(definitions.map((definition) => [definition.name, toLatestDialect(definition)]));
}

const identifyingKeywords = ['$schema', '$id', '$anchor', '$dynamicAnchor', '$vocabulary', '$defs', 'definitions'];
const contentKeywords = ['contentEncoding', 'contentMediaType', 'contentSchema'];

/** Known keywords that do not restrict values. */
const withoutEffect: ReadonlySet<string> = new Set([...annotationKeywords, ...identifyingKeywords, ...contentKeywords]);

/** Whether a keyword can make a schema reject a value. */
export function isRestricting(keyword: string): boolean {
  return knownKeywords.has(keyword) && !withoutEffect.has(keyword);
}

const unorderedLists: ReadonlySet<string> = new Set(['required', 'enum', 'type', 'allOf', 'anyOf', 'oneOf']);

function textOfMeaning(schema: Json, side: Side | '', changed: ReadonlySet<string> = new Set()): string {
  if (!isJsonObject(schema)) return schema === false ? 'false' : '{}';
  const textOf = (member: Json): string => textOfMeaning(member, side, changed);
  const textOfMember = (keyword: string, value: Json): string => {
    const position = schemaPositions.get(keyword);
    if (isJsonArray(value)) {
      const items = value.map(position === undefined ? valueText : textOf);
      return `[${(unorderedLists.has(keyword) ? items.toSorted() : items).join(',')}]`;
    }
    if (keyword === '$ref') return `${changed.has(referredName(schema) ?? '') ? side : ''}${valueText(value)}`;
    if (keyword === 'type') return `[${valueText(value)}]`;
    if (position === undefined) return valueText(value);
    if (position !== 'map' || !isJsonObject(value)) return textOf(value);
    const members = [...value].map(([key, member]) => `${JSON.stringify(key)}:${textOf(member)}`);
    return `{${members.toSorted().join(',')}}`;
  };
  const members = [...schema].filter(([keyword]) => isRestricting(keyword));
  return `{${members
    .map(([keyword, value]) => `${JSON.stringify(keyword)}:${textOfMember(keyword, value)}`)
    .toSorted()
    .join(',')}}`;
}
