/** A schema of an OpenAPI document, as plain JSON. */
export type MockSchema = { readonly [keyword: string]: unknown };

/** Follows the reference of an object, if it has one, to its target in the document. */
export type Follow = (node: unknown) => MockSchema;

/** Lists down to this level have the wanted number of items, deeper ones have one. */
const longListLevels = 2;
/** Optional properties below this level are omitted. */
const optionalLevels = 3;
const maxLevels = 12;
const maxNodes = 5000;

const texts: { readonly [format: string]: string } = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  uuid: '00000000-0000-4000-8000-000000000001',
  uri: 'https://example.test/',
  url: 'https://example.test/',
  email: 'ada@example.test',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'dGV4dA==',
};

/** Where in a value the writer is. */
interface Place {
  /** Name of the property. */
  readonly name: string;
  readonly level: number;
  /** Schemas that contain this place: a schema that contains itself is cut. */
  readonly around: readonly MockSchema[];
}

/** Makes values that fit schemas: the same each time, of bounded size, the first branch of each choice, cycles cut. */
export class MockValues {
  readonly #follow: Follow;
  readonly #items: number;
  #nodes = 0;

  /** @param items Items of a list at the root of an answer, or in a property of the root. */
  constructor(follow: Follow, items: number) {
    this.#follow = follow;
    this.#items = items;
  }

  make(schema: unknown): unknown {
    this.#nodes = 0;
    return this.#write(schema, { name: 'text', level: 0, around: [] }) ?? null;
  }

  /** `undefined`: the schema contains itself here, or the value would be too large. */
  #write(node: unknown, place: Place): unknown {
    const schema = this.#follow(node);
    this.#nodes += 1;
    if (place.around.includes(schema) || place.level > maxLevels || this.#nodes > maxNodes) return undefined;
    const inside = { ...place, around: [...place.around, schema] };
    const given = findGiven(schema);
    if (given !== undefined) return given;
    const choices = listOf(schema['oneOf'] ?? schema['anyOf']);
    if (choices.length > 0) return this.#choose(schema, choices, inside);
    if (schema['allOf'] !== undefined || schema['properties'] !== undefined) return this.#writeObject(schema, inside);
    return this.#writeType(schema, inside);
  }

  #choose(schema: MockSchema, choices: readonly unknown[], place: Place): unknown {
    const { oneOf: _one, anyOf: _any, discriminator, ...rest } = schema;
    for (const choice of choices) {
      if (this.#follow(choice)['type'] === 'null') continue;
      const value = this.#write(choice, place);
      if (value === undefined) continue;
      if (!isObject(value)) return value;
      return { ...this.#writeObject(rest, place), ...value, ...nameBranch(discriminator, choice) };
    }
    return undefined;
  }

  #writeType(schema: MockSchema, { name, level, around }: Place): unknown {
    const type = listOf(schema['type'] ?? guessType(schema)).find((known) => known !== 'null');
    switch (type) {
      case 'object':
        return this.#writeObject(schema, { name, level, around });
      case 'array': {
        const count = level < longListLevels ? this.#items : 1;
        const wanted = Math.min(Math.max(count, numberOf(schema['minItems'], 0)), numberOf(schema['maxItems'], count));
        const write = (): unknown => this.#write(schema['items'] ?? {}, { name, level: level + 1, around });
        return Array.from({ length: wanted }, write).filter((item) => item !== undefined);
      }
      case 'integer':
      case 'number':
        return Math.min(Math.max(1, numberOf(schema['minimum'], 1)), numberOf(schema['maximum'], Infinity));
      case 'boolean':
        return true;
      case 'string':
        return writeText(schema, name);
      default:
        return type === undefined ? name : null;
    }
  }

  #writeObject(schema: MockSchema, { level, around }: Place): { readonly [name: string]: unknown } {
    const { properties, required } = mergeParts(schema, this.#follow, 0);
    const entries = [...properties].flatMap(([name, property]) => {
      const isRequired = required.has(name);
      if (this.#follow(property)['writeOnly'] === true || (!isRequired && level >= optionalLevels)) return [];
      const value = this.#write(property, { name, level: level + 1, around });
      return value === undefined && !isRequired ? [] : [[name, value ?? null] as const];
    });
    if (properties.size > 0 || !isObject(schema['additionalProperties'])) return Object.fromEntries(entries);
    const value = this.#write(schema['additionalProperties'], { name: 'key', level: level + 1, around });
    return value === undefined ? {} : { key: value };
  }
}

/** The value that a schema names itself. */
function findGiven(schema: MockSchema): unknown {
  const candidates = [schema['const'], schema['example'], listOf(schema['examples'])[0], listOf(schema['enum'])[0]];
  return candidates.find((value) => value !== undefined && value !== null) ?? schema['default'] ?? undefined;
}

/** The properties of an object and of all parts that `allOf` joins. */
function mergeParts(
  schema: MockSchema,
  follow: Follow,
  depth: number,
): { readonly properties: ReadonlyMap<string, unknown>; readonly required: ReadonlySet<string> } {
  const properties = new Map<string, unknown>();
  const required = new Set<string>();
  const parts =
    depth < maxLevels ? listOf(schema['allOf']).map((part) => mergeParts(follow(part), follow, depth + 1)) : [];
  for (const part of parts) {
    for (const [name, property] of part.properties) properties.set(name, property);
    for (const name of part.required) required.add(name);
  }
  for (const [name, property] of Object.entries(schema['properties'] ?? {})) properties.set(name, property);
  for (const name of listOf(schema['required'])) required.add(String(name));
  return { properties, required };
}

/** The property that says which branch of a union a value is of. */
function nameBranch(discriminator: unknown, choice: unknown): { readonly [name: string]: string } {
  if (!isObject(discriminator) || !isObject(choice) || typeof choice['$ref'] !== 'string') return {};
  const target = choice['$ref'];
  const key = Object.entries(discriminator['mapping'] ?? {}).find(([, reference]) => reference === target)?.[0];
  return { [String(discriminator['propertyName'])]: key ?? target.slice(target.lastIndexOf('/') + 1) };
}

function guessType(schema: MockSchema): string | undefined {
  if (schema['items'] !== undefined) return 'array';
  return schema['additionalProperties'] === undefined ? undefined : 'object';
}

function writeText(schema: MockSchema, name: string): string {
  const text = texts[String(schema['format'])] ?? name;
  return text.padEnd(numberOf(schema['minLength'], 0), '-').slice(0, numberOf(schema['maxLength'], 200));
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  return value === undefined ? [] : [value];
}

/** Whether a value is a JSON object, and no list. */
export function isObject(value: unknown): value is MockSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
