import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../model/json.js';
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
  'non-string-enum': {
    about: 'An `enum` with values that are not strings.',
    adaptation: 'It goes to the description.',
    check: (tool) =>
      checkObjects(tool, (schema, path) => {
        const isMixed = listAt(schema, 'enum').some((value) => typeof value !== 'string');
        return isMixed ? [[[...path, 'enum'], 'An `enum` may hold strings only.']] : [];
      }),
  },
  'type-list': {
    about: '`type` is a list.',
    adaptation: 'It becomes an `anyOf`.',
    check: (tool) =>
      checkObjects(tool, (schema, path) =>
        isJsonArray(schema.get('type')) ? [[[...path, 'type'], '`type` may not be a list.']] : [],
      ),
  },
  'boolean-schema': {
    about: 'A schema is `true` or `false`.',
    adaptation: 'It becomes an object.',
    check: ({ parts }) =>
      parts
        // Every client knows `additionalProperties: false`.
        .filter(({ schema, path }) => typeof schema === 'boolean' && path.at(-1) !== 'additionalProperties')
        .map(({ schema, path }) => [path, `A schema may not be \`${String(schema)}\`.`]),
  },
  'missing-properties': {
    about: 'An object without `properties`.',
    adaptation: 'It gets empty ones.',
    check: (tool) =>
      checkObjects(tool, (schema, path) =>
        hasType(schema, 'object') && !schema.has('properties') ? [[path, 'An object has to have `properties`.']] : [],
      ),
  },
  'missing-items': {
    about: 'An array without `items`.',
    adaptation: 'It gets `items: {}`.',
    check: (tool) =>
      checkObjects(tool, (schema, path) =>
        hasType(schema, 'array') && !schema.has('items') ? [[path, 'An array has to have `items`.']] : [],
      ),
  },
  'empty-additional-properties': {
    about: '`additionalProperties` is an empty schema.',
    adaptation: 'It becomes `true`.',
    check: (tool) =>
      checkObjects(tool, (schema, path) => {
        const additional = schema.get('additionalProperties');
        const message = '`additionalProperties` may not be an empty schema.';
        return isJsonObject(additional) && additional.size === 0 ? [[[...path, 'additionalProperties'], message]] : [];
      }),
  },
  'untyped-schema': {
    about: 'A schema that says nothing about the type of its values.',
    check: (tool) =>
      checkObjects(tool, (schema, path) =>
        typeKeywords.some((keyword) => schema.has(keyword)) ? [] : [[path, 'A schema has to say which `type` it is.']],
      ),
  },
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
      const count = sum(tool, (schema) => propertyNames(schema).length);
      return count > max ? [[inSchema(), `${count} properties are more than ${max}.`]] : [];
    },
  },
  'enum-count': {
    about: 'An input schema has too many `enum` values in all.',
    check: (tool, { max }) => {
      const count = sum(tool, (schema) => listAt(schema, 'enum').length);
      return count > max ? [[inSchema(), `${count} values of \`enum\` are more than ${max}.`]] : [];
    },
  },
  'optional-property': {
    about: 'A property is not `required`.',
    check: (tool) =>
      checkProperties(tool, (name, schema) =>
        listAt(schema, 'required').includes(name) ? undefined : `The property \`${name}\` has to be required.`,
      ),
  },
  'open-object': {
    about: 'An object without `additionalProperties: false`.',
    check: (tool) =>
      checkObjects(tool, (schema, path) => {
        const isOpen = hasType(schema, 'object') && schema.get('additionalProperties') !== false;
        return isOpen ? [[path, 'An object has to have `additionalProperties: false`.']] : [];
      }),
  },
};

/** Keywords that say which type values have. */
const typeKeywords: readonly string[] = ['type', '$ref', 'anyOf', 'oneOf', 'allOf'];

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
    propertyNames(schema).flatMap((name): Violation[] => {
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

function propertyNames(schema: JsonObject): readonly string[] {
  const properties = schema.get('properties');
  return isJsonObject(properties) ? [...properties.keys()] : [];
}

function listAt(schema: JsonObject, keyword: string): readonly Json[] {
  const value = schema.get(keyword);
  return isJsonArray(value) ? value : [];
}

function textAt(schema: JsonObject, keyword: string): string {
  const value = schema.get(keyword);
  return typeof value === 'string' ? value : '';
}
