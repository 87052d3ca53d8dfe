import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  objectAt,
  stringifyJson,
  type Json,
  type JsonObject,
} from '../../core/model/json.js';
import { inPlaceKeywords } from '../../core/schema/keywords.js';
import { listSubschemas } from '../../core/schema/map-schema.js';

/** Restriction of a client or model provider: severity, source, and settings of the rule. */
export interface Restriction {
  /** `error`: the client cannot use the tool, or any tool. `warning`: it truncates something, or some versions fail. */
  readonly severity: 'error' | 'warning';
  /** Page where the restriction is documented or was reported. */
  readonly source: string;
  readonly max?: number;
  /** `max` of earlier versions of the client. */
  readonly earlierMax?: number;
  /** Prefix that the client adds to the name of a tool. `{server}` is the server's name. */
  readonly prefix?: string;
  /** Source of a regular expression (flag `u`). */
  readonly pattern?: string;
  /** Refused dialects. */
  readonly refused?: readonly string[];
  /** Refused keywords. */
  readonly keywords?: readonly string[];
  /** Allowed formats. */
  readonly formats?: readonly string[];
}

/** Advertised tool. */
export interface AdvertisedTool {
  readonly name: string;
  readonly description: string;
  readonly serverName: string;
  /** The input schema and all schemas within it, outermost first. */
  readonly parts: readonly SchemaPart[];
}

/** A schema within an input schema. */
interface SchemaPart {
  readonly schema: boolean | JsonObject;
  readonly path: readonly string[];
  /** Number of objects and arrays around it, without following references. */
  readonly depth: number;
}

/** Violation of a rule: path below the descriptor of the tool, and message. */
export type Violation = readonly [path: readonly string[], message: string];

/** Rule of clients or model providers. The rule about the number of tools has no check here. */
interface ProfileRuleEntry {
  readonly about: string;
  /** Change that `--profile` makes to comply. Absent: the definition must be changed. */
  readonly adaptation?: string;
  /** Finds violations in a tool. */
  readonly check?: (tool: AdvertisedTool, restriction: Restriction) => readonly Violation[];
  /** Finds violations in a schema object. Paths are relative to it. */
  readonly checkPart?: (schema: JsonObject, restriction: Restriction) => readonly Violation[];
}

const rules = {
  'tool-name-length': {
    about: 'The name of a tool, with the prefix that the client adds, is too long.',
    adaptation:
      'The name that the generator made for an operation of an API is shortened to its beginning and a hash. Names in definitions stay.',
    check: ({ name, serverName }, { prefix = '', max = Infinity }) => {
      const full = `${prefix.replace('{server}', serverName)}${name}`;
      return violate(full.length > max, [], `The name \`${full}\` has ${full.length} characters, ${max} are allowed.`);
    },
  },
  'tool-name-pattern': {
    about: 'The name of a tool has characters that are refused.',
    check: ({ name }, { pattern = '' }) =>
      violate(!new RegExp(pattern, 'u').test(name), [], `The name \`${name}\` does not match \`${pattern}\`.`),
  },
  'tool-count': { about: 'There are more tools than the client accepts.' },
  'tool-description-length': {
    about: 'The description of a tool is too long.',
    adaptation: 'It is shortened, at the end of a sentence or word.',
    check: ({ description: { length } }, { max = Infinity }) =>
      violate(length > max, ['description'], `The description has ${length} characters, ${max} are allowed.`),
  },
  'schema-dialect': {
    about: '`$schema` names a dialect that is refused.',
    adaptation: 'The schema is rewritten as 2020-12, without `$schema`.',
    check: ({ parts: [root] }, { refused = [] }) => {
      const dialect = isJsonObject(root?.schema) ? textAt(root.schema, '$schema') : '';
      return violate(refused.includes(dialect), inSchema('$schema'), `\`$schema: ${dialect}\` is refused.`);
    },
  },
  'root-keyword': {
    about: 'A keyword at the root of the input schema, such as `anyOf`, that is refused there.',
    adaptation: 'The alternatives become one object schema; its description says which properties belong together.',
    check: ({ parts: [root] }, { keywords = [] }) =>
      keywords
        .filter((keyword) => isJsonObject(root?.schema) && root.schema.has(keyword))
        .map((keyword) => [inSchema(keyword), `\`${keyword}\` is not allowed at the root of an input schema.`]),
  },
  reference: {
    about: 'A `$ref` in a schema.',
    adaptation:
      'The referenced schema is copied to its place, up to 100,000 bytes for each tool; a recursive schema is replaced by its type.',
    check: ({ parts }) => {
      const { schema, path = [] } = parts.find((part) => isJsonObject(part.schema) && part.schema.has('$ref')) ?? {};
      const reference = isJsonObject(schema) ? textAt(schema, '$ref') : '';
      const message = `References, such as \`${reference}\`, are not supported.`;
      return violate(schema !== undefined, [...path, '$ref'], message);
    },
  },
  'unsupported-keyword': {
    about: 'A keyword that is refused.',
    adaptation:
      'The nearest keyword that the client accepts and that allows at least as much replaces it; the description mentions the rest.',
    checkPart: (schema, { keywords = [] }) =>
      keywords
        .filter((keyword) => schema.has(keyword))
        .map((keyword) => [[keyword], `The keyword \`${keyword}\` is not supported.`]),
  },
  'unsupported-format': {
    about: 'A `format` that is refused.',
    adaptation: 'It is removed; the description mentions it.',
    checkPart: (schema, { formats = [] }) => {
      const format = textAt(schema, 'format');
      const isRefused = schema.has('format') && !formats.includes(format);
      return violate(isRefused, ['format'], `The format \`${format}\` is not supported.`);
    },
  },
  'non-string-enum': {
    about: 'An `enum` with values that are not strings.',
    adaptation: 'It is removed; the description mentions it.',
    checkPart: (schema) => {
      const hasOthers = arrayAt(schema, 'enum').some((value) => typeof value !== 'string');
      return violate(hasOthers, ['enum'], 'An `enum` may hold strings only.');
    },
  },
  'type-list': {
    about: '`type` is a list.',
    adaptation: 'It becomes an `anyOf`.',
    checkPart: (schema) => violate(isJsonArray(schema.get('type')), ['type'], '`type` may not be a list.'),
  },
  'boolean-schema': {
    about: 'A schema is `true` or `false`.',
    adaptation: 'It becomes `{}`, which allows every value.',
    check: ({ parts }) =>
      parts
        // Every client supports `additionalProperties: false`.
        .filter(({ schema, path }) => typeof schema === 'boolean' && path.at(-1) !== 'additionalProperties')
        .map(({ schema, path }) => [path, `A schema may not be \`${String(schema)}\`.`]),
  },
  'missing-properties': {
    about: 'An object without `properties`.',
    adaptation: 'It gets empty ones.',
    checkPart: (schema) =>
      violate(hasType(schema, 'object') && !schema.has('properties'), [], 'An object has to have `properties`.'),
  },
  'missing-items': {
    about: 'An array without `items`.',
    adaptation: 'It gets `items: {}`.',
    checkPart: (schema) =>
      violate(hasType(schema, 'array') && !schema.has('items'), [], 'An array has to have `items`.'),
  },
  'empty-additional-properties': {
    about: '`additionalProperties` is an empty schema.',
    adaptation: 'It becomes `true`.',
    checkPart: (schema) => {
      const isEmpty = stringifyJson(schema.get('additionalProperties') ?? true) === '{}';
      return violate(isEmpty, ['additionalProperties'], '`additionalProperties` may not be an empty schema.');
    },
  },
  'untyped-schema': {
    about: 'A schema without a `type`.',
    checkPart: (schema) => {
      const isTyped = ['type', '$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) => schema.has(keyword));
      return violate(!isTyped, [], 'A schema must have a `type`.');
    },
  },
  'property-key': {
    about: 'The name of a property has characters that are refused, or is too long.',
    checkPart: (schema, { pattern = '' }) =>
      [...objectAt(schema, 'properties').keys()]
        .filter((name) => !new RegExp(pattern, 'u').test(name))
        .map((name) => [['properties', name], `The property name \`${name}\` does not match \`${pattern}\`.`]),
  },
  'schema-depth': {
    about: 'Objects and arrays are nested too deeply.',
    check: ({ parts }, { max = Infinity }) => {
      const deepest = parts.find(({ depth }) => depth > max);
      return violate(deepest !== undefined, deepest?.path ?? [], `Schemas may be nested at most ${max} levels deep.`);
    },
  },
  'property-count': {
    about: 'An input schema has too many properties in all.',
    check: (tool, { max = Infinity }) => {
      const count = sum(tool, (schema) => objectAt(schema, 'properties').size);
      return violate(count > max, inSchema(), `There are ${count} properties, ${max} are allowed.`);
    },
  },
  'enum-count': {
    about: 'An input schema has too many `enum` values in all.',
    check: (tool, { max = Infinity }) => {
      const count = sum(tool, (schema) => arrayAt(schema, 'enum').length);
      return violate(count > max, inSchema(), `There are ${count} \`enum\` values, ${max} are allowed.`);
    },
  },
  'optional-property': {
    about: 'A property is not `required`.',
    checkPart: (schema) =>
      [...objectAt(schema, 'properties').keys()]
        .filter((name) => !arrayAt(schema, 'required').includes(name))
        .map((name) => [['properties', name], `The property \`${name}\` must be required.`]),
  },
  'open-object': {
    about: 'An object without `additionalProperties: false`.',
    checkPart: (schema) => {
      const isOpen = hasType(schema, 'object') && schema.get('additionalProperties') !== false;
      return violate(isOpen, [], 'An object has to have `additionalProperties: false`.');
    },
  },
} satisfies { readonly [rule: string]: ProfileRuleEntry };

/** Name of a rule, and code of its findings. Names are stable, because scripts depend on them. */
export type ProfileRule = keyof typeof rules;

/** All rules. */
export const profileRules: { readonly [rule in ProfileRule]: ProfileRuleEntry } = rules;

/** Finds violations of a rule in a tool. */
export function findViolations(
  rule: ProfileRule,
  tool: AdvertisedTool,
  restriction: Restriction,
): readonly Violation[] {
  const { check, checkPart } = profileRules[rule];
  const inParts = tool.parts.flatMap(({ schema, path }) => {
    const found = isJsonObject(schema) ? (checkPart?.(schema, restriction) ?? []) : [];
    return found.map(([steps, message]): Violation => [[...path, ...steps], message]);
  });
  return [...(check?.(tool, restriction) ?? []), ...inParts];
}

function violate(isViolated: boolean, path: readonly string[], message: string): readonly Violation[] {
  return isViolated ? [[path, message]] : [];
}

/** Lists a schema and its descendants, outermost first. Does not search data, such as that of `enum`. */
export function listParts(schema: Json, path: readonly string[] = inSchema(), depth = 0): readonly SchemaPart[] {
  if (typeof schema === 'boolean') return [{ schema, path, depth }];
  if (!isJsonObject(schema)) return [];
  const within = listSubschemas(schema).flatMap(([[keyword = '', ...steps], part]) => {
    const isBeside = inPlaceKeywords.has(keyword) || keyword === '$defs' || keyword === 'definitions';
    return listParts(part, [...path, keyword, ...steps], isBeside ? depth : depth + 1);
  });
  return [{ schema, path, depth }, ...within];
}

function inSchema(...steps: readonly string[]): readonly string[] {
  return ['inputSchema', ...steps];
}

function sum({ parts }: AdvertisedTool, count: (schema: JsonObject) => number): number {
  return parts.reduce((total, { schema }) => total + (isJsonObject(schema) ? count(schema) : 0), 0);
}

function hasType(schema: JsonObject, type: string): boolean {
  return [schema.get('type')].flat().includes(type);
}

function textAt(schema: JsonObject, keyword: string): string {
  const value = schema.get(keyword);
  return typeof value === 'string' ? value : '';
}
