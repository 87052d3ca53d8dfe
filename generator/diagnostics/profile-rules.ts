interface ProfileRuleEntry {
  readonly about: string;
  /** What `--profile` does about it; without it the definition has to be changed. */
  readonly lowering?: string;
}

/** Everything that a client or model provider may refuse or not take in. Names are stable: scripts rely on them. */
export const profileRules = {
  'tool-name-length': { about: 'The name of a tool is too long, with what the client puts before it.' },
  'tool-name-pattern': { about: 'The name of a tool has characters that are refused.' },
  'tool-count': { about: 'There are more tools than the client takes.' },
  'tool-description-length': {
    about: 'The description of a tool is too long.',
    lowering: 'It is cut at the end of a sentence or word.',
  },
  'schema-dialect': {
    about: '`$schema` names a dialect that is refused.',
    lowering: 'The schema is rewritten as 2020-12, without `$schema`.',
  },
  'root-keyword': {
    about: 'A keyword at the root of the input schema, such as `anyOf`, that is refused there.',
    lowering: 'The alternatives become one object; its description says which properties go together.',
  },
  reference: {
    about: 'A `$ref` that is not understood.',
    lowering:
      'What it refers to is written out, up to 100,000 bytes a tool; a schema within itself says its type only.',
  },
  'unsupported-keyword': {
    about: 'A keyword that is refused.',
    lowering:
      'The nearest one that is understood and allows no less takes its place; what is lost goes to the description.',
  },
  'unsupported-format': {
    about: 'A `format` that is refused.',
    lowering: 'It goes to the description.',
  },
  'non-string-enum': {
    about: 'An `enum` with values that are not strings.',
    lowering: 'It goes to the description.',
  },
  'type-list': { about: '`type` is a list.', lowering: 'It becomes an `anyOf`.' },
  'boolean-schema': { about: 'A schema is `true` or `false`.', lowering: 'It becomes an object.' },
  'missing-properties': { about: 'An object without `properties`.', lowering: 'It gets empty ones.' },
  'missing-items': { about: 'An array without `items`.', lowering: 'It gets `items: {}`.' },
  'empty-additional-properties': {
    about: '`additionalProperties` is an empty schema.',
    lowering: 'It becomes `true`.',
  },
  'untyped-schema': { about: 'A schema that says nothing about the type of its values.' },
  'property-key': { about: 'The name of a property has characters that are refused, or is too long.' },
  'schema-depth': { about: 'Objects and arrays are nested too deeply.' },
  'property-count': { about: 'An input schema has too many properties in all.' },
  'enum-count': { about: 'An input schema has too many `enum` values in all.' },
  'optional-property': { about: 'A property is not `required`.' },
  'open-object': { about: 'An object without `additionalProperties: false`.' },
} as const satisfies { readonly [rule: string]: ProfileRuleEntry };

/** A stable name of something that a profile forbids. */
export type ProfileRule = keyof typeof profileRules;

/** What `--profile` does about a rule; `undefined` when nothing can be done without losing what calls need. */
export function loweringOf(rule: ProfileRule): string | undefined {
  const entry: ProfileRuleEntry = profileRules[rule];
  return entry.lowering;
}
