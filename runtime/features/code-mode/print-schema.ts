import { isEnvelope, rankMembers, refersToRecord, requiredFirst } from './rank-members.js';
import { decodeSegment, isObject, lookUp, type Schema } from './schema.js';
import { countLeft, escapeComment, layOut, shortenText } from './print-text.js';

/** Limits of a printed type. */
export interface PrintLimits {
  /** Maximum nesting depth of objects; deeper objects are printed as `object`. */
  readonly depth: number;
  /**
   * Maximum number of members of an object, by its depth; the last number applies to all deeper objects. Other members
   * are only named or counted.
   */
  readonly members: readonly number[];
  /** Maximum number of values of an `enum`, and of branches of a union. */
  readonly branches: number;
  /** Maximum length of a member's comment, in characters. */
  readonly comment: number;
  /** Whether optional members have comments. */
  readonly explainsOptional: boolean;
  /**
   * Whether the type is only for reading: important members come first, and objects in a union with a string are
   * printed as `object`.
   */
  readonly isOutline: boolean;
}

/** A printed type, the JSON text of its schema, and the depth of the objects in it. */
export interface NamedType {
  readonly text: string;
  readonly source: string;
  readonly depth: number;
}

/** Printed types by name, shared by all functions of a result. */
export type NamedTypes = Map<string, NamedType>;

/** Maximum number of schemas in one type; further schemas are printed as `unknown`. */
const maxSchemas = 5_000;

/** Prints a schema as a TypeScript type. Types are hints for models and can allow more than the schema. */
export class SchemaPrinter {
  readonly #root: Schema;
  readonly #limits: PrintLimits;
  readonly #types: NamedTypes;
  readonly #names = new Map<string, string>();
  #left = maxSchemas;

  /** @param types Map to which the types of referenced definitions are added. */
  constructor(root: Schema, limits: PrintLimits, types: NamedTypes) {
    this.#root = root;
    this.#limits = limits;
    this.#types = types;
  }

  /** Prints the type of the root. */
  print(): string {
    return this.#print(this.#root, 0, '');
  }

  #print(schema: unknown, depth: number, indent: string): string {
    if (schema === false) return 'never';
    this.#left -= 1;
    if (typeof schema !== 'object' || schema === null || this.#left < 0) return 'unknown';
    const { $ref, enum: values, const: value, anyOf, oneOf, allOf, type } = schema as Keywords;
    if (typeof $ref === 'string') return this.#refer($ref, depth, indent);
    if (value !== undefined) return printValue(value);
    const { branches: maximum } = this.#limits;
    if (Array.isArray(values)) return joinUnion(values.slice(0, maximum).map(printValue), values.length);
    const branches = anyOf ?? oneOf;
    if (Array.isArray(branches)) {
      const union = this.#printUnion(branches, depth, indent);
      const shape = this.#hasShape(schema as Keywords)
        ? this.#printShape(schema as Keywords, type, depth, indent)
        : undefined;
      return shape === undefined ? union : `${shape} & (${union})`;
    }
    if (Array.isArray(allOf)) {
      const parts = allOf.slice(0, maximum).map((part) => this.#print(part, depth, indent));
      const shape = this.#hasShape(schema as Keywords)
        ? [this.#printShape(schema as Keywords, type, depth, indent)]
        : [];
      const members = [...new Set([...shape, ...parts])].filter((part) => part !== 'unknown');
      return members.length === 0
        ? 'unknown'
        : members.map((part) => (part.includes(' | ') ? `(${part})` : part)).join(' & ');
    }
    return this.#printShape(schema as Keywords, type, depth, indent);
  }

  #printUnion(branches: readonly unknown[], depth: number, indent: string): string {
    const { branches: maximum, isOutline } = this.#limits;
    const shown = branches.slice(0, maximum);
    // The object is an alternative to its ID, and the ID is sufficient.
    const hasText = isOutline && shown.some((branch) => isObject(branch) && branch['type'] === 'string');
    const types = shown.map((branch) =>
      hasText && refersToRecord(branch, this.#root) ? 'object' : this.#print(branch, depth, indent),
    );
    return joinUnion(types, branches.length);
  }

  #hasShape({ properties, items, additionalProperties }: Keywords): boolean {
    return [properties, items, additionalProperties].some((each) => typeof each === 'object' && each !== null);
  }

  #printShape(schema: Keywords, type: unknown, depth: number, indent: string): string {
    const types = Array.isArray(type) ? type : [type];
    return joinUnion(
      types.map((each) => this.#printType(schema, each, depth, indent)),
      types.length,
    );
  }

  #printType(schema: Keywords, type: unknown, depth: number, indent: string): string {
    if (type === 'string' || type === 'boolean' || type === 'null') return type;
    if (type === 'integer' || type === 'number') return 'number';
    if (type === 'array' || (type === undefined && schema.items !== undefined)) {
      const item = this.#print(schema.items ?? true, depth, indent);
      return /^[\w$.]+(\[\])*$/u.test(item) ? `${item}[]` : `(${item})[]`;
    }
    if (type === 'object' || (type === undefined && this.#hasShape(schema)))
      return this.#printObject(schema, depth, indent);
    return 'unknown';
  }

  #printObject({ properties, required, additionalProperties }: Keywords, depth: number, indent: string): string {
    const entries = Object.entries(isObject(properties) ? properties : {});
    const values = isObject(additionalProperties) ? additionalProperties : undefined;
    if (depth >= this.#limits.depth && entries.length > 0) return 'object';
    if (entries.length === 0) {
      return `{ [key: string]: ${values === undefined ? 'unknown' : this.#print(values, depth + 1, indent)} }`;
    }
    const { members, isOutline } = this.#limits;
    const needed = new Set<unknown>(Array.isArray(required) ? required : []);
    const ordered = isOutline ? rankMembers(entries, needed) : requiredFirst(entries, needed);
    const shown = ordered.slice(0, members[Math.min(depth, members.length - 1)]);
    // The items of an envelope, such as a page, are the content of the result.
    const inside = isOutline && depth === 0 && isEnvelope(ordered) ? depth : depth + 1;
    const inner = `${indent}  `;
    const texts = shown.map(([name, member]) => {
      const mark = needed.has(name) ? '' : '?';
      const comment = this.#explains(needed.has(name)) ? printComment(member, this.#limits.comment) : '';
      return `${comment}${printKey(name)}${mark}: ${this.#print(member, inside, inner)};`;
    });
    const left = countLeft(ordered.slice(shown.length), entries.length - shown.length, depth);
    return layOut(left === '' ? texts : [...texts, left], indent);
  }

  #explains(isRequired: boolean): boolean {
    const { comment, explainsOptional } = this.#limits;
    return comment > 0 && (isRequired || explainsOptional);
  }

  /**
   * Returns the name of a definition, whose type is printed once. Objects that are nested too deeply are not printed.
   */
  #refer(reference: string, depth: number, indent: string): string {
    const knownName = this.#names.get(reference);
    const named = knownName === undefined ? undefined : this.#types.get(knownName);
    if (knownName !== undefined && (named === undefined || named.depth <= depth)) return knownName;
    const target = lookUp(this.#root, reference);
    if (target === undefined) return 'unknown';
    const isEnum = isObject(target) && Array.isArray(target['enum']);
    const isNamed = isEnum || (isObject(target) && isObject(target['properties']));
    if (!isNamed) {
      // A circular chain of references has no type.
      this.#names.set(reference, 'unknown');
      const printed = this.#print(target, depth, indent);
      this.#names.delete(reference);
      return printed;
    }
    if (depth >= this.#limits.depth && !isEnum) return 'object';
    const wanted = nameType(reference);
    const source = JSON.stringify(target);
    let name = wanted;
    for (let number = 2; this.#types.has(name) && this.#types.get(name)?.source !== source; number += 1) {
      name = `${wanted}_${number}`;
    }
    this.#names.set(reference, name);
    const before = this.#types.get(name);
    if (before !== undefined && before.depth <= depth) return name;
    // Added before its text is known, because a type can refer to itself.
    this.#types.set(name, { text: before?.text ?? 'unknown', source, depth });
    this.#types.set(name, { text: this.#print(target, depth, ''), source, depth });
    return name;
  }
}

interface Keywords {
  readonly [keyword: string]: unknown;
  readonly $ref?: unknown;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly anyOf?: unknown;
  readonly oneOf?: unknown;
  readonly allOf?: unknown;
  readonly type?: unknown;
  readonly properties?: unknown;
  readonly items?: unknown;
  readonly required?: unknown;
  readonly additionalProperties?: unknown;
}

/** Names of built-in types. */
const builtIn: ReadonlySet<string> = new Set(
  'any unknown never object string number boolean symbol bigint undefined null void Array Object String Number Boolean Symbol'
    .split(' ')
    .concat('Function Promise Date Map Set Record Partial Error RegExp'.split(' ')),
);

function nameType(reference: string): string {
  const last = decodeSegment(reference.slice(reference.lastIndexOf('/') + 1).replace(/^(?:#|\d+)$/u, 'Result'));
  const name = last.replace(/[^A-Za-z0-9_$]/gu, '_');
  const legal = /^[A-Za-z_$]/u.test(name) ? name : `T_${name}`;
  return builtIn.has(legal) ? `${legal}_` : legal;
}

function printKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : JSON.stringify(name);
}

function printValue(value: unknown): string {
  if (typeof value === 'string') return value.length > 200 ? 'string' : JSON.stringify(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'number';
  return 'unknown';
}

function joinUnion(types: readonly string[], count: number): string {
  const all = [...new Set(count > types.length ? [...types, 'unknown'] : types)];
  if (all.includes('unknown') || all.length === 0) return count > types.length ? widen(types) : 'unknown';
  return all.map((type) => (type.includes(' & ') ? `(${type})` : type)).join(' | ');
}

/** Prints a union that has more branches than are printed. String literals are still shown. */
function widen(types: readonly string[]): string {
  const isText = types.every((type) => type.startsWith('"'));
  return isText ? `${types.join(' | ')} | (string & {})` : 'unknown';
}

function printComment(schema: unknown, maximum: number): string {
  const text = isObject(schema) ? describeBriefly(schema, maximum) : '';
  return text === '' ? '' : `/** ${text} */ `;
}

/** Returns the beginning of a schema's description, its default and its format. */
function describeBriefly(
  { description, default: defaultValue, format }: { readonly [keyword: string]: unknown },
  maximum: number,
): string {
  const text = typeof description === 'string' ? description : '';
  const notes = [
    shortenText(text, maximum),
    typeof format === 'string' && /^[\w-]{1,20}$/u.test(format) ? `(${format})` : '',
    defaultValue === undefined || typeof defaultValue === 'object'
      ? ''
      : `Default: ${String(defaultValue).slice(0, 40)}.`,
  ];
  return escapeComment(notes.filter((note) => note !== '').join(' '));
}
