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
  /**
   * `error`: the client cannot use the tool, or any tool. `warning`: the client truncates something, or some of its
   * versions fail.
   */
  readonly severity: 'error' | 'warning';
  /** URL of the page where the restriction is documented or was reported. */
  readonly source: string;
  readonly max?: number;
  /** Value of `max` in earlier client versions. */
  readonly earlierMax?: number;
  /** Prefix that the client adds to a tool name. `{server}` stands for the server name. */
  readonly prefix?: string;
  /** Source of a regular expression (flag `u`). */
  readonly pattern?: string;
  /** Dialects that the client rejects. */
  readonly refused?: readonly string[];
  /** Keywords that the client rejects. */
  readonly keywords?: readonly string[];
  /** Formats that the client accepts. */
  readonly formats?: readonly string[];
}

/** Tool as advertised to clients. */
export interface AdvertisedTool {
  readonly name: string;
  readonly description: string;
  readonly serverName: string;
  /** Input schema and all schemas within it, outermost first. */
  readonly parts: readonly SchemaPart[];
}

/** Schema within an input schema. */
interface SchemaPart {
  readonly schema: boolean | JsonObject;
  readonly path: readonly string[];
  /** Number of objects and arrays that enclose the schema, without following references. */
  readonly depth: number;
}

/** Violation of a rule: path within the tool descriptor, and message. */
export type Violation = readonly [path: readonly string[], message: string];

/** Rule of clients or model providers. The rule about the number of tools is checked elsewhere. */
interface ProfileRuleEntry {
  readonly about: string;
  /** Change that `--profile` makes to comply with the rule. Absent if only the definition can be changed. */
  readonly adaptation?: string;
  /** Finds violations in a tool. */
  readonly check?: (tool: AdvertisedTool, restriction: Restriction) => readonly Violation[];
  /** Finds violations in a schema object. Paths are relative to the schema object. */
  readonly checkPart?: (schema: JsonObject, restriction: Restriction) => readonly Violation[];
}

const rules = {
  'tool-name-length': {
    about: 'A tool name, with the prefix that the client adds, is too long.',
    adaptation:
      'A name that the generator chose for an API operation is shortened to a prefix and a hash. Names in definitions are unchanged.',
    check: ({ name, serverName }, { prefix = '', max = Infinity }) => {
      const full = `${prefix.replace('{server}', serverName)}${name}`;
      return violate(
        full.length > max,
        [],
        `The name \`${full}\` has ${full.length} characters, but at most ${max} are allowed.`,
      );
    },
  },
  'tool-name-pattern': {
    about: 'A tool name contains characters that the client rejects.',
    check: ({ name }, { pattern = '' }) =>
      violate(!new RegExp(pattern, 'u').test(name), [], `The name \`${name}\` does not match \`${pattern}\`.`),
  },
  'tool-count': { about: 'There are more tools than the client accepts.' },
  'tool-description-length': {
    about: 'A tool description is too long.',
    adaptation: 'The description is shortened at the end of a sentence or word.',
    check: ({ description: { length } }, { max = Infinity }) =>
      violate(
        length > max,
        ['description'],
        `The description has ${length} characters, but at most ${max} are allowed.`,
      ),
  },
  'schema-dialect': {
    about: '`$schema` names a dialect that the client rejects.',
    adaptation: 'The schema is rewritten as 2020-12, without `$schema`.',
    check: ({ parts: [root] }, { refused = [] }) => {
      const dialect = isJsonObject(root?.schema) ? textAt(root.schema, '$schema') : '';
      return violate(refused.includes(dialect), inSchema('$schema'), `\`$schema: ${dialect}\` is refused.`);
    },
  },
  'root-keyword': {
    about: 'A keyword, such as `anyOf`, that the client rejects at the root of an input schema.',
    adaptation:
      'The alternatives become one object schema, whose description explains which properties belong together.',
    check: ({ parts: [root] }, { keywords = [] }) =>
      keywords
        .filter((keyword) => isJsonObject(root?.schema) && root.schema.has(keyword))
        .map((keyword) => [inSchema(keyword), `\`${keyword}\` is not allowed at the root of an input schema.`]),
  },
  reference: {
    about: 'A `$ref` in a schema.',
    adaptation:
      'The reference is replaced with the schema, up to 100,000 bytes per tool, or with the type of a recursive schema.',
    check: ({ parts }) => {
      const { schema, path = [] } = parts.find((part) => isJsonObject(part.schema) && part.schema.has('$ref')) ?? {};
      const reference = isJsonObject(schema) ? textAt(schema, '$ref') : '';
      const message = `References, such as \`${reference}\`, are not supported.`;
      return violate(schema !== undefined, [...path, '$ref'], message);
    },
  },
  'unsupported-keyword': {
    about: 'A keyword that the client rejects.',
    adaptation:
      'The keyword is replaced with the nearest accepted keyword that is at least as permissive. The description mentions what is lost.',
    checkPart: (schema, { keywords = [] }) =>
      keywords
        .filter((keyword) => schema.has(keyword))
        .map((keyword) => [[keyword], `The keyword \`${keyword}\` is not supported.`]),
  },
  'unsupported-format': {
    about: 'A `format` that the client rejects.',
    adaptation: 'The `format` is removed; the description mentions it.',
    checkPart: (schema, { formats = [] }) => {
      const format = textAt(schema, 'format');
      const isRefused = schema.has('format') && !formats.includes(format);
      return violate(isRefused, ['format'], `The format \`${format}\` is not supported.`);
    },
  },
  'non-string-enum': {
    about: 'An `enum` with values that are not strings.',
    adaptation: 'The `enum` is removed; the description mentions it.',
    checkPart: (schema) => {
      const hasOthers = arrayAt(schema, 'enum').some((value) => typeof value !== 'string');
      return violate(hasOthers, ['enum'], 'An `enum` can contain only strings.');
    },
  },
  'type-list': {
    about: '`type` is a list.',
    adaptation: 'The list becomes an `anyOf`.',
    checkPart: (schema) => violate(isJsonArray(schema.get('type')), ['type'], '`type` must not be a list.'),
  },
  'boolean-schema': {
    about: 'A schema is `true` or `false`.',
    adaptation: 'The schema becomes `{}`, which allows every value.',
    check: ({ parts }) =>
      parts
        // Every client supports `additionalProperties: false`.
        .filter(({ schema, path }) => typeof schema === 'boolean' && path.at(-1) !== 'additionalProperties')
        .map(({ schema, path }) => [path, `A schema must not be \`${String(schema)}\`.`]),
  },
  'missing-properties': {
    about: 'An object without `properties`.',
    adaptation: 'Empty `properties` are added.',
    checkPart: (schema) =>
      violate(hasType(schema, 'object') && !schema.has('properties'), [], 'An object must have `properties`.'),
  },
  'missing-items': {
    about: 'An array without `items`.',
    adaptation: '`items: {}` is added.',
    checkPart: (schema) => violate(hasType(schema, 'array') && !schema.has('items'), [], 'An array must have `items`.'),
  },
  'empty-additional-properties': {
    about: '`additionalProperties` is an empty schema.',
    adaptation: 'The empty schema becomes `true`.',
    checkPart: (schema) => {
      const isEmpty = stringifyJson(schema.get('additionalProperties') ?? true) === '{}';
      return violate(isEmpty, ['additionalProperties'], '`additionalProperties` must not be an empty schema.');
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
    about: 'A property name is too long, or contains characters that the client rejects.',
    checkPart: (schema, { pattern = '' }) =>
      [...objectAt(schema, 'properties').keys()]
        .filter((name) => !new RegExp(pattern, 'u').test(name))
        .map((name) => [['properties', name], `The property name \`${name}\` does not match \`${pattern}\`.`]),
  },
  'schema-depth': {
    about: 'Objects and arrays are nested too deeply.',
    check: ({ parts }, { max = Infinity }) => {
      const deepest = parts.find(({ depth }) => depth > max);
      return violate(deepest !== undefined, deepest?.path ?? [], `Schemas can be nested at most ${max} levels deep.`);
    },
  },
  'property-count': {
    about: 'An input schema has too many properties in total.',
    check: (tool, { max = Infinity }) => {
      const count = sum(tool, (schema) => objectAt(schema, 'properties').size);
      return violate(count > max, inSchema(), `There are ${count} properties, but at most ${max} are allowed.`);
    },
  },
  'enum-count': {
    about: 'An input schema has too many `enum` values in total.',
    check: (tool, { max = Infinity }) => {
      const count = sum(tool, (schema) => arrayAt(schema, 'enum').length);
      return violate(count > max, inSchema(), `There are ${count} \`enum\` values, but at most ${max} are allowed.`);
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
      return violate(isOpen, [], 'An object must have `additionalProperties: false`.');
    },
  },
} satisfies { readonly [rule: string]: ProfileRuleEntry };

/** Name of a rule, which is also the code of its findings. Names are stable because scripts depend on them. */
export type ProfileRule = keyof typeof rules;

/** All rules by name. */
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

/** Lists a schema and its descendants, outermost first. Does not search data, such as `enum` values. */
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
