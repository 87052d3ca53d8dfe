import {
  arrayAt,
  isJsonArray,
  isJsonObject,
  objectAt,
  stringifyJson,
  type Json,
  type JsonObject,
} from '../model/json.js';
import { inPlaceKeywords, schemaPositions } from '../schema/keywords.js';
import type { ProfileRule, Restriction } from './client-profiles.js';

/** A tool as its descriptor advertises it. */
export interface AdvertisedTool {
  readonly name: string;
  readonly description: string;
  readonly serverName: string;
  /** The input schema and all schemas within it, outermost first. */
  readonly parts: readonly SchemaPart[];
}

/** A schema within an input schema. */
export interface SchemaPart {
  readonly schema: boolean | JsonObject;
  readonly path: readonly string[];
  /** Number of objects and arrays around it; references are not followed. */
  readonly depth: number;
}

/** A violation of a rule: path below the descriptor of the tool, and message. */
export type Violation = readonly [path: readonly string[], message: string];

/** A rule that clients and model providers may have. */
interface ProfileRuleEntry<Rule extends ProfileRule> {
  readonly about: string;
  /** What `--profile` does to comply. Without it the definition has to be changed. */
  readonly adaptation?: string;
  /** Finds what a client with such a restriction refuses. Absent for the rule about all tools together. */
  readonly check?: (tool: AdvertisedTool, restriction: Restriction<Rule>) => readonly Violation[];
}

/** All rules. Names are stable: scripts rely on them. */
export const profileRules: { readonly [Rule in ProfileRule]: ProfileRuleEntry<Rule> } = {
  'tool-name-length': {
    about: 'The name of a tool is too long, with the prefix that the client adds.',
    check: ({ name, serverName }, { prefix, max }) => {
      const full = `${prefix.replace('{server}', serverName)}${name}`;
      const message = `The name \`${full}\` has ${full.length} characters, ${max} are allowed.`;
      return full.length > max ? [[[], message]] : [];
    },
  },
  'tool-name-pattern': {
    about: 'The name of a tool has characters that are refused.',
    check: ({ name }, { pattern }) =>
      new RegExp(pattern, 'u').test(name) ? [] : [[[], `The name \`${name}\` does not match \`${pattern}\`.`]],
  },
  'tool-count': { about: 'There are more tools than the client takes.' },
  'tool-description-length': {
    about: 'The description of a tool is too long.',
    adaptation: 'It is cut at the end of a sentence or word.',
    check: ({ description: { length } }, { max }) =>
      length > max ? [[['description'], `The description has ${length} characters, ${max} are allowed.`]] : [],
  },
  'schema-dialect': {
    about: '`$schema` names a dialect that is refused.',
    adaptation: 'The schema is rewritten as 2020-12, without `$schema`.',
    check: ({ parts: [root] }, { refused }) => {
      const dialect = isJsonObject(root?.schema) ? textAt(root.schema, '$schema') : '';
      return refused.includes(dialect) ? [[inSchema('$schema'), `\`$schema: ${dialect}\` is refused.`]] : [];
    },
  },
  'root-keyword': {
    about: 'A keyword at the root of the input schema, such as `anyOf`, that is refused there.',
    adaptation: 'The alternatives become one object; its description says which properties go together.',
    check: ({ parts: [root] }, { keywords }) =>
      keywords
        .filter((keyword) => isJsonObject(root?.schema) && root.schema.has(keyword))
        .map((keyword) => [inSchema(keyword), `\`${keyword}\` may not stand at the root of an input schema.`]),
  },
  reference: {
    about: 'A `$ref` that is not understood.',
    adaptation:
      'The referenced schema is written out, up to 100,000 bytes a tool; a schema within itself becomes its type.',
    check: (tool) =>
      checkObjects(tool, (schema, path) => {
        const message = `References, such as \`${textAt(schema, '$ref')}\`, are not understood.`;
        return schema.has('$ref') ? [[[...path, '$ref'], message]] : [];
      }).slice(0, 1),
  },
  'unsupported-keyword': {
    about: 'A keyword that is refused.',
    adaptation:
      'The nearest keyword that is understood and allows no less replaces it; the rest goes to the description.',
    check: (tool, { keywords }) =>
      checkObjects(tool, (schema, path) =>
        keywords
          .filter((keyword) => schema.has(keyword))
          .map((keyword) => [[...path, keyword], `The keyword \`${keyword}\` is not supported.`]),
      ),
  },
  'unsupported-format': {
    about: 'A `format` that is refused.',
    adaptation: 'It goes to the description.',
    check: (tool, { formats }) =>
      checkObjects(tool, (schema, path) => {
        const format = textAt(schema, 'format');
        if (!schema.has('format') || formats.includes(format)) return [];
        return [[[...path, 'format'], `The format \`${format}\` is not supported.`]];
      }),
  },
  'non-string-enum': partRule({
    about: 'An `enum` with values that are not strings.',
    adaptation: 'It goes to the description.',
    refuses: (schema) => arrayAt(schema, 'enum').some((value) => typeof value !== 'string'),
    keyword: 'enum',
    message: 'An `enum` may hold strings only.',
  }),
  'type-list': partRule({
    about: '`type` is a list.',
    adaptation: 'It becomes an `anyOf`.',
    refuses: (schema) => isJsonArray(schema.get('type')),
    keyword: 'type',
    message: '`type` may not be a list.',
  }),
  'boolean-schema': {
    about: 'A schema is `true` or `false`.',
    adaptation: 'It becomes an object.',
    check: ({ parts }) =>
      parts
        // Every client knows `additionalProperties: false`.
        .filter(({ schema, path }) => typeof schema === 'boolean' && path.at(-1) !== 'additionalProperties')
        .map(({ schema, path }) => [path, `A schema may not be \`${String(schema)}\`.`]),
  },
  'missing-properties': partRule({
    about: 'An object without `properties`.',
    adaptation: 'It gets empty ones.',
    refuses: (schema) => hasType(schema, 'object') && !schema.has('properties'),
    message: 'An object has to have `properties`.',
  }),
  'missing-items': partRule({
    about: 'An array without `items`.',
    adaptation: 'It gets `items: {}`.',
    refuses: (schema) => hasType(schema, 'array') && !schema.has('items'),
    message: 'An array has to have `items`.',
  }),
  'empty-additional-properties': partRule({
    about: '`additionalProperties` is an empty schema.',
    adaptation: 'It becomes `true`.',
    refuses: (schema) => stringifyJson(schema.get('additionalProperties') ?? true) === '{}',
    keyword: 'additionalProperties',
    message: '`additionalProperties` may not be an empty schema.',
  }),
  'untyped-schema': partRule({
    about: 'A schema that says nothing about the type of its values.',
    refuses: (schema) => !['type', '$ref', 'anyOf', 'oneOf', 'allOf'].some((keyword) => schema.has(keyword)),
    message: 'A schema has to say which `type` it is.',
  }),
  'property-key': {
    about: 'The name of a property has characters that are refused, or is too long.',
    check: (tool, { pattern }) =>
      checkProperties(tool, (name) =>
        new RegExp(pattern, 'u').test(name)
          ? undefined
          : `The property name \`${name}\` does not match \`${pattern}\`.`,
      ),
  },
  'schema-depth': {
    about: 'Objects and arrays are nested too deeply.',
    check: ({ parts }, { max }) => {
      const deepest = parts.find(({ depth }) => depth > max);
      return deepest ? [[deepest.path, `Schemas may be nested ${max} levels deep.`]] : [];
    },
  },
  'property-count': {
    about: 'An input schema has too many properties in all.',
    check: (tool, { max }) => {
      const count = sum(tool, (schema) => objectAt(schema, 'properties').size);
      return count > max ? [[inSchema(), `${count} properties are more than ${max}.`]] : [];
    },
  },
  'enum-count': {
    about: 'An input schema has too many `enum` values in all.',
    check: (tool, { max }) => {
      const count = sum(tool, (schema) => arrayAt(schema, 'enum').length);
      return count > max ? [[inSchema(), `${count} values of \`enum\` are more than ${max}.`]] : [];
    },
  },
  'optional-property': {
    about: 'A property is not `required`.',
    check: (tool) =>
      checkProperties(tool, (name, schema) =>
        arrayAt(schema, 'required').includes(name) ? undefined : `The property \`${name}\` has to be required.`,
      ),
  },
  'open-object': partRule({
    about: 'An object without `additionalProperties: false`.',
    refuses: (schema) => hasType(schema, 'object') && schema.get('additionalProperties') !== false,
    message: 'An object has to have `additionalProperties: false`.',
  }),
};

/** Creates a rule about each schema object by itself. */
function partRule({
  refuses,
  keyword,
  message,
  ...rule
}: Pick<ProfileRuleEntry<ProfileRule>, 'about' | 'adaptation'> & {
  readonly refuses: (schema: JsonObject) => boolean;
  /** Keyword that the violation points at. Default: the schema object. */
  readonly keyword?: string;
  readonly message: string;
}): ProfileRuleEntry<ProfileRule> {
  const steps = keyword === undefined ? [] : [keyword];
  const check = (tool: AdvertisedTool) =>
    checkObjects(tool, (schema, path) => (refuses(schema) ? [[[...path, ...steps], message]] : []));
  return { ...rule, check };
}

/** Lists a schema and all schemas within it, outermost first; values such as those of `enum` are not searched. */
export function listParts(schema: Json, path: readonly string[] = inSchema(), depth = 0): readonly SchemaPart[] {
  if (typeof schema === 'boolean') return [{ schema, path, depth }];
  if (!isJsonObject(schema)) return [];
  return [
    { schema, path, depth },
    ...[...schema].flatMap(([keyword, value]) => {
      const isBeside = inPlaceKeywords.has(keyword) || keyword === '$defs' || keyword === 'definitions';
      return listMembers(keyword, value).flatMap(([steps, member]) =>
        listParts(member, [...path, keyword, ...steps], isBeside ? depth : depth + 1),
      );
    }),
  ];
}

/** The schemas at a keyword, with the steps that lead to them. */
function listMembers(keyword: string, value: Json): readonly (readonly [steps: readonly string[], member: Json])[] {
  const position = schemaPositions.get(keyword);
  if (position === undefined) return [];
  if (position === 'map' || position === 'dependencies') {
    return isJsonObject(value) ? [...value].map(([key, member]) => [[key], member] as const) : [];
  }
  if (isJsonArray(value)) return value.map((member, index) => [[String(index)], member] as const);
  return [[[], value]];
}

function inSchema(...steps: readonly string[]): readonly string[] {
  return ['inputSchema', ...steps];
}

function checkObjects(
  { parts }: AdvertisedTool,
  check: (schema: JsonObject, path: readonly string[]) => readonly Violation[],
): readonly Violation[] {
  return parts.flatMap(({ schema, path }) => (isJsonObject(schema) ? check(schema, path) : []));
}

function checkProperties(
  tool: AdvertisedTool,
  check: (name: string, schema: JsonObject) => string | undefined,
): readonly Violation[] {
  return checkObjects(tool, (schema, path) =>
    [...objectAt(schema, 'properties').keys()].flatMap((name): Violation[] => {
      const message = check(name, schema);
      return message === undefined ? [] : [[[...path, 'properties', name], message]];
    }),
  );
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
