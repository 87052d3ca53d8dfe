/** Effects of a change on clients of the old version, worst first. */
export const clientSeverities = ['breaking', 'may-break', 'compatible', 'documentation'] as const;

export type ClientSeverity = (typeof clientSeverities)[number];

/** Effects of a change on handlers of the old version, worst first. */
export const handlerSeverities = ['breaking', 'may-break', 'compatible'] as const;

export type HandlerSeverity = (typeof handlerSeverities)[number];

/** Whether a change has an effect: certainly, possibly or certainly not. */
export type Certainty = 'yes' | 'maybe' | 'no';

/**
 * All kinds of changes except schema changes: severity for clients, severity for handlers (always `compatible` for
 * static entries, which have no handler), description. Names are stable because scripts depend on them.
 */
export const changeRules = {
  // Server
  'server-name-changed': [
    'may-break',
    'compatible',
    'The server name changed; users or clients may refer to the old one.',
  ],
  'server-version-changed': ['documentation', 'compatible', 'The server version changed.'],
  'server-documentation-changed': [
    'documentation',
    'compatible',
    'Title, description, instructions, website or icons of the server changed.',
  ],
  'subscriptions-added': ['compatible', 'compatible', 'Clients can now subscribe to resources.'],
  'subscriptions-removed': ['breaking', 'may-break', 'Clients can no longer subscribe to resources.'],
  'list-changes-added': ['compatible', 'compatible', 'Clients are now notified when a list changes.'],
  'list-changes-removed': ['may-break', 'may-break', 'Clients are no longer notified when a list changes.'],
  'negotiation-tightened': [
    'may-break',
    'compatible',
    '`negotiation: strict` now refuses clients with unknown protocol versions.',
  ],
  'negotiation-relaxed': ['compatible', 'compatible', '`negotiation: strict` is gone.'],
  'cache-changed': ['compatible', 'compatible', 'The time for which clients can cache a result changed.'],
  // Entries of all kinds
  'tool-added': ['compatible', 'compatible', 'A tool was added.'],
  'tool-removed': ['breaking', 'breaking', 'A tool was removed or renamed.'],
  'prompt-added': ['compatible', 'compatible', 'A prompt was added.'],
  'prompt-removed': ['breaking', 'breaking', 'A prompt was removed or renamed.'],
  'resource-added': ['compatible', 'compatible', 'A resource was added.'],
  'resource-removed': ['breaking', 'breaking', 'A resource was removed, or its URI changed.'],
  'resource-unlisted': ['may-break', 'breaking', 'A resource was removed, but a template still matches its URI.'],
  'template-added': ['compatible', 'compatible', 'A resource template was added.'],
  'template-removed': ['breaking', 'breaking', 'A resource template was removed or replaced.'],
  'documentation-changed': [
    'documentation',
    'compatible',
    'Title, description, icons, size or annotations of an entry changed.',
  ],
  'meta-added': ['compatible', 'compatible', 'A key was added to `_meta`.'],
  'meta-changed': ['may-break', 'compatible', 'A key of `_meta` was removed, or its value changed.'],
  'extension-changed': ['documentation', 'compatible', 'A key that begins with `x-` changed.'],
  // Handlers
  'handler-needed': ['compatible', 'compatible', 'A static entry now needs a handler; the generator writes a stub.'],
  'handler-unused': ['compatible', 'breaking', 'An entry with a handler is now static.'],
  'handler-renamed': ['compatible', 'breaking', 'The name and file of a handler changed.'],
  'handler-changed': ['compatible', 'may-break', '`handler` now refers to a different function.'],
  'handler-arguments-changed': [
    'compatible',
    'breaking',
    '`args` changed: the function is called with different parameters.',
  ],
  // Tools
  'hint-riskier': ['may-break', 'compatible', 'The annotations of a tool now describe it as riskier.'],
  'hint-safer': ['compatible', 'compatible', 'The annotations of a tool now describe it as safer.'],
  'output-schema-added': ['compatible', 'breaking', 'A tool now has an output schema.'],
  'output-schema-removed': ['breaking', 'compatible', 'A tool no longer has an output schema.'],
  'returns-changed': ['may-break', 'breaking', '`returns` changed: the result contains different lines.'],
  'timeout-shortened': ['may-break', 'may-break', 'The call timeout is shorter.'],
  'timeout-extended': ['compatible', 'compatible', 'The call timeout is longer.'],
  'coercion-added': [
    'compatible',
    'compatible',
    '`coerce` was added: strings are parsed where the schema accepts no string.',
  ],
  'coercion-removed': [
    'may-break',
    'compatible',
    '`coerce` was removed: strings are rejected where the schema accepts no string.',
  ],
  // Prompts
  'argument-added': ['compatible', 'compatible', 'A prompt has a new optional argument.'],
  'required-argument-added': ['breaking', 'compatible', 'A prompt has a new required argument.'],
  'argument-removed': ['may-break', 'breaking', 'A prompt argument was removed.'],
  'argument-now-required': ['breaking', 'compatible', 'An optional argument is now required.'],
  'argument-now-optional': ['compatible', 'breaking', 'A required argument is now optional.'],
  'messages-changed': ['compatible', 'compatible', 'The messages of a static prompt changed.'],
  'completion-added': ['compatible', 'compatible', 'An argument or variable now has completions.'],
  'completion-removed': ['may-break', 'breaking', 'An argument or variable no longer has completions.'],
  'completion-changed': ['compatible', 'compatible', 'The completions of an argument or variable changed.'],
  // Resources
  'resource-renamed': ['may-break', 'compatible', 'The `name` of a resource or template changed.'],
  'media-type-changed': ['may-break', 'may-break', 'The media type of a resource changed.'],
  'list-added': ['compatible', 'compatible', 'The resources of a template are now listed.'],
  'list-removed': ['may-break', 'breaking', 'The resources of a template are no longer listed.'],
  'content-kind-changed': ['breaking', 'compatible', 'A static resource changed between text and blob.'],
  'static-content-changed': ['compatible', 'compatible', 'The content of a static resource changed.'],
  // Elicitations
  'question-added': [
    'may-break',
    'compatible',
    'A handler has a new elicitation; clients without elicitation support may be refused.',
  ],
  'optional-question-added': [
    'compatible',
    'compatible',
    'A handler has a new elicitation with `unavailable: cancel`.',
  ],
  'question-removed': ['compatible', 'breaking', 'An elicitation was removed; handlers that use it do not compile.'],
  'question-changed': ['documentation', 'compatible', 'The message or the URL of an elicitation changed.'],
  'question-kind-changed': ['may-break', 'breaking', 'An elicitation changed between form mode and URL mode.'],
  'question-values-changed': ['compatible', 'breaking', 'An elicitation has different `{{placeholders}}`.'],
  'question-now-needed': [
    'may-break',
    'compatible',
    '`unavailable: cancel` was removed: clients without elicitation support are refused.',
  ],
  'question-now-optional': [
    'compatible',
    'may-break',
    '`unavailable: cancel` was added: if the client does not support elicitation, the handler gets `cancel`.',
  ],
} as const satisfies { readonly [rule: string]: ChangeColumns };

/** Severities and description of a kind of change. */
type ChangeColumns = readonly [clients: ClientSeverity, handlers: HandlerSeverity, about: string];

/** Name of a kind of change that does not belong to a feature. */
export type ChangeRule = keyof typeof changeRules;

/** A kind of change: a row of the table above or of a feature's table. */
export interface ChangeRow {
  /** Unique among all rules. */
  readonly rule: string;
  readonly clients: ClientSeverity;
  /** Always `compatible` for static entries, which have no handler. */
  readonly handlers: HandlerSeverity;
  /** Description in Markdown. */
  readonly about: string;
}

/** Creates a feature's kinds of changes from a table. */
export function changeRows<Rule extends string>(table: { readonly [rule in Rule]: ChangeColumns }): {
  readonly [rule in Rule]: ChangeRow;
} {
  const rows = Object.entries<ChangeColumns>(table).map(([rule, [clients, handlers, about]]) => [
    rule,
    { rule, clients, handlers, about },
  ]);
  return Object.fromEntries(rows) as { readonly [rule in Rule]: ChangeRow };
}

/** How a schema is used: for arguments from clients, results of handlers, or content of elicitation forms. */
export type SchemaRole = 'input' | 'output' | 'form';

/**
 * Severity of a schema change: either fixed, or derived from how certain an effect is (`yes` becomes `breaking`,
 * `maybe` becomes `may-break`, `no` becomes `compatible`). With `-or-may-break`, `no` becomes `may-break`.
 */
export type Weight<Severity> = Severity | 'narrows' | 'widens' | 'narrows-or-may-break' | 'widens-or-may-break';

/** Severities for clients and for handlers. */
type Weights = readonly [clients: Weight<ClientSeverity>, handlers: Weight<HandlerSeverity>];

interface SchemaRuleEntry {
  readonly about: string;
  readonly input: Weights;
  readonly output: Weights;
}

/**
 * Weights of a rule that depend on the effect: narrower input and wider output break clients; wider input and narrower
 * output break handlers.
 */
function byEffect(about: string) {
  return { input: ['narrows', 'widens'], output: ['widens', 'narrows'], about } as const;
}

/** Weights for removing a property: handlers that use it no longer compile. */
function removal(about: string) {
  return {
    input: ['narrows-or-may-break', 'breaking'],
    output: ['widens-or-may-break', 'breaking'],
    about,
  } as const;
}

/** Weights for a change that affects only input. */
function inInput<Clients extends ClientSeverity, Handlers extends HandlerSeverity>(
  clients: Clients,
  handlers: Handlers,
  about: string,
) {
  return { input: [clients, handlers], output: ['documentation', 'compatible'], about } as const;
}

function documentation(about: string) {
  return inInput('documentation', 'compatible', about);
}

/** All kinds of schema changes. Names are stable because scripts depend on them. */
export const schemaRules = {
  'type-narrowed': byEffect('Fewer types are allowed.'),
  'type-widened': byEffect('More types are allowed.'),
  'type-changed': byEffect('Different types are allowed.'),
  'enum-added': byEffect('Only listed values are now allowed.'),
  'enum-removed': byEffect('Values that are not listed are now allowed.'),
  'enum-value-added': byEffect('A value was added to an `enum` or `const`.'),
  'enum-value-removed': byEffect('A value was removed from an `enum` or `const`.'),
  'limit-tightened': byEffect('A limit on a number, length or count is stricter.'),
  'limit-relaxed': byEffect('A limit on a number, length or count is looser.'),
  'constraint-added': byEffect('Another kind of constraint was added, such as `pattern`, `format` or `allOf`.'),
  'constraint-removed': byEffect('Another kind of constraint was removed.'),
  'constraint-changed': byEffect('Another kind of constraint was changed, with an effect that cannot be determined.'),
  'property-added': {
    input: ['narrows', 'compatible'],
    output: ['widens', 'narrows'],
    about: 'An optional property was added.',
  },
  'required-property-added': byEffect('A required property was added.'),
  'property-removed': removal('An optional property was removed. Handlers that use it no longer compile.'),
  'required-property-removed': removal('A required property was removed.'),
  'property-now-required': byEffect('An optional property is now required.'),
  'property-now-optional': byEffect('A required property is now optional.'),
  'additional-properties-closed': {
    input: ['narrows-or-may-break', 'widens'],
    output: ['widens', 'narrows-or-may-break'],
    about: 'Undeclared properties are now refused.',
  },
  'additional-properties-opened': byEffect('Undeclared properties are now allowed.'),
  'alternative-added': byEffect('A member was added to an `anyOf` or `oneOf`.'),
  'alternative-removed': byEffect('A member was removed from an `anyOf` or `oneOf`.'),
  'schema-changed': byEffect('A schema was changed in a way that cannot be compared.'),
  'schema-rewritten': documentation('A schema is written differently but allows the same values.'),
  'schema-documentation-changed': documentation(
    'Title, description, examples or another annotation of a schema changed.',
  ),
  'default-added': inInput('compatible', 'compatible', 'A property now has a default.'),
  'default-changed': inInput('may-break', 'compatible', 'The default of a property changed.'),
  'default-removed': inInput(
    'may-break',
    'breaking',
    'A property no longer has a default: handlers get `undefined` if clients omit it.',
  ),
  'content-changed': {
    input: ['may-break', 'may-break'],
    output: ['may-break', 'may-break'],
    about: '`contentEncoding`, `contentMediaType` or `contentSchema` of a string changed.',
  },
  'header-changed': inInput(
    'may-break',
    'compatible',
    '`x-mcp-header` changed: over HTTP, clients must send an argument in a new or different header.',
  ),
  'schema-extension-changed': documentation('A keyword that is not part of JSON Schema changed.'),
} as const satisfies { readonly [rule: string]: SchemaRuleEntry };

/** Name of a kind of schema change. */
export type SchemaRule = keyof typeof schemaRules;
