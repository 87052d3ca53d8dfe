import { severityOf, type Certainty, type ClientSeverity, type HandlerSeverity } from './severity.js';

/** What values of a schema are: arguments that clients send, results that handlers give, or what users fill in. */
export type SchemaRole = 'input' | 'output' | 'form';

/**
 * How severe a change of a schema is: always the same, or as sure as it is that values are refused now (`narrows`) or that
 * there are new ones (`widens`); with `-or-may-break` at least `may-break`.
 */
type Weight<Severity> = Severity | 'narrows' | 'widens' | 'narrows-or-may-break' | 'widens-or-may-break';

/** How severe a change is for clients and for handlers. */
type Weights = readonly [clients: Weight<ClientSeverity>, handlers: Weight<HandlerSeverity>];

interface SchemaRuleEntry {
  readonly about: string;
  readonly input: Weights;
  readonly output: Weights;
}

/** Clients send input, so that it must not narrow; they read output, which must not widen. For handlers it is the reverse. */
const byEffect = { input: ['narrows', 'widens'], output: ['widens', 'narrows'] } as const;
const documentation = { input: ['documentation', 'compatible'], output: ['documentation', 'compatible'] } as const;

/** Every change of a schema that is told. Names are stable: scripts rely on them. */
export const schemaRules = {
  'type-narrowed': { ...byEffect, about: 'Fewer types are allowed.' },
  'type-widened': { ...byEffect, about: 'More types are allowed.' },
  'type-changed': { ...byEffect, about: 'Other types are allowed.' },
  'enum-added': { ...byEffect, about: 'Only listed values are allowed now.' },
  'enum-removed': { ...byEffect, about: 'Values need not be listed ones any more.' },
  'enum-value-added': { ...byEffect, about: 'A value was added to an `enum` or `const`.' },
  'enum-value-removed': { ...byEffect, about: 'A value was removed from an `enum` or `const`.' },
  'limit-tightened': { ...byEffect, about: 'A minimum or maximum of a number, length or count allows less.' },
  'limit-relaxed': { ...byEffect, about: 'A minimum or maximum of a number, length or count allows more.' },
  'constraint-added': {
    ...byEffect,
    about: 'A constraint of another kind was added: `pattern`, `format`, `allOf`, ….',
  },
  'constraint-removed': { ...byEffect, about: 'A constraint of another kind was removed.' },
  'constraint-changed': {
    ...byEffect,
    about: 'A constraint of another kind was changed; what it allows cannot be compared.',
  },
  'property-added': {
    input: ['narrows', 'compatible'],
    output: ['widens', 'narrows'],
    about: 'An optional property was added.',
  },
  'required-property-added': { ...byEffect, about: 'A required property was added.' },
  'property-removed': {
    input: ['narrows-or-may-break', 'breaking'],
    output: ['widens-or-may-break', 'breaking'],
    about: 'An optional property was removed. Handlers that use it do not compile any more.',
  },
  'required-property-removed': {
    input: ['narrows-or-may-break', 'breaking'],
    output: ['widens-or-may-break', 'breaking'],
    about: 'A required property was removed.',
  },
  'property-now-required': { ...byEffect, about: 'A property that was optional is required.' },
  'property-now-optional': { ...byEffect, about: 'A property that was required is optional.' },
  'additional-properties-closed': {
    input: ['narrows-or-may-break', 'widens'],
    output: ['widens', 'narrows-or-may-break'],
    about: 'Properties that are not declared are refused now.',
  },
  'additional-properties-opened': {
    input: ['narrows', 'widens'],
    output: ['widens', 'narrows'],
    about: 'Properties that are not declared are allowed now.',
  },
  'alternative-added': { ...byEffect, about: 'A member was added to an `anyOf` or `oneOf`.' },
  'alternative-removed': { ...byEffect, about: 'A member was removed from an `anyOf` or `oneOf`.' },
  'schema-changed': { ...byEffect, about: 'A schema was changed in a way that cannot be compared.' },
  'schema-rewritten': { ...documentation, about: 'A schema is written differently and allows the same.' },
  'schema-documentation-changed': { ...documentation, about: 'Title, description, examples or the like of a schema.' },
  'default-added': {
    input: ['compatible', 'compatible'],
    output: ['documentation', 'compatible'],
    about: 'A property has a default now.',
  },
  'default-changed': {
    input: ['may-break', 'compatible'],
    output: ['documentation', 'compatible'],
    about: 'Leaving a property out means something else now.',
  },
  'default-removed': {
    input: ['may-break', 'breaking'],
    output: ['documentation', 'compatible'],
    about: 'A property has no default any more: handlers get nothing where it is left out.',
  },
  'content-changed': {
    input: ['may-break', 'may-break'],
    output: ['may-break', 'may-break'],
    about: 'What a string holds: `contentEncoding`, `contentMediaType`, `contentSchema`.',
  },
  'header-changed': {
    input: ['may-break', 'compatible'],
    output: ['documentation', 'compatible'],
    about: '`x-mcp-header`: clients have to send an argument in another header over HTTP, or in one at all.',
  },
  'schema-extension-changed': { ...documentation, about: 'A keyword that JSON Schema does not know.' },
} as const satisfies { readonly [rule: string]: SchemaRuleEntry };

/** A stable name of one kind of change of a schema. */
export type SchemaRule = keyof typeof schemaRules;

/** How severe a change of a schema is in a role. */
export function weighSchemaChange(
  rule: SchemaRule,
  role: SchemaRole,
  certainties: { readonly narrows: Certainty; readonly widens: Certainty },
): { readonly clients: ClientSeverity; readonly handlers: HandlerSeverity } {
  const [clients, handlers]: Weights = schemaRules[rule][role === 'output' ? 'output' : 'input'];
  const forHandlers = weigh(handlers, certainties);
  // Clients read a form when it is shown, so that it may be any.
  if (role === 'form') return { clients: clients === 'documentation' ? clients : 'compatible', handlers: forHandlers };
  return { clients: weigh(clients, certainties), handlers: forHandlers };
}

function weigh<Severity extends ClientSeverity>(
  weight: Weight<Severity>,
  { narrows, widens }: { readonly narrows: Certainty; readonly widens: Certainty },
): Severity | HandlerSeverity {
  switch (weight) {
    case 'narrows':
      return severityOf(narrows);
    case 'widens':
      return severityOf(widens);
    case 'narrows-or-may-break':
      return severityOf(narrows === 'no' ? 'maybe' : narrows);
    case 'widens-or-may-break':
      return severityOf(widens === 'no' ? 'maybe' : widens);
    default:
      return weight as Severity;
  }
}
