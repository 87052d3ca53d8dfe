/** Effects of a change on clients of the old version, worst first. */
export const clientSeverities = ['breaking', 'may-break', 'compatible', 'documentation'] as const;

export type ClientSeverity = (typeof clientSeverities)[number];

/** Effects of a change on handlers of the old version, worst first. */
export const handlerSeverities = ['breaking', 'may-break', 'compatible'] as const;

export type HandlerSeverity = (typeof handlerSeverities)[number];

/** Whether a change has an effect: certainly, perhaps, certainly not. */
export type Certainty = 'yes' | 'maybe' | 'no';

/**
 * All kinds of changes except those of schemas: severity for clients, severity for handlers (always `compatible` for static entries, which
 * have no handler), description. Names are stable, because scripts depend on them.
 */
export const changeRules = {
  // Server
  'server-name-changed': [
    'may-break',
    'compatible',
    'The server has another name; users or clients may refer to the old one.',
  ],
  'server-version-changed': ['documentation', 'compatible', 'The server has another version.'],
  'server-documentation-changed': [
    'documentation',
    'compatible',
    'Title, description, instructions, website or icons of the server changed.',
  ],
  'subscriptions-added': ['compatible', 'compatible', 'Clients can subscribe to resources now.'],
  'subscriptions-removed': ['breaking', 'may-break', 'Clients can no longer subscribe to resources.'],
  'list-changes-added': ['compatible', 'compatible', 'Clients are notified when a list changes.'],
  'list-changes-removed': ['may-break', 'may-break', 'Clients are no longer notified when a list changes.'],
  'negotiation-tightened': ['may-break', 'compatible', '`negotiation: strict` refuses clients of unknown versions.'],
  'negotiation-relaxed': ['compatible', 'compatible', '`negotiation: strict` is gone.'],
  'cache-changed': ['compatible', 'compatible', 'Clients may cache a result for a longer or shorter time.'],
  // Entries of all kinds
  'tool-added': ['compatible', 'compatible', 'A tool is new.'],
  'tool-removed': ['breaking', 'breaking', 'A tool is gone, or has another name.'],
  'prompt-added': ['compatible', 'compatible', 'A prompt is new.'],
  'prompt-removed': ['breaking', 'breaking', 'A prompt is gone, or has another name.'],
  'resource-added': ['compatible', 'compatible', 'A resource is new.'],
  'resource-removed': ['breaking', 'breaking', 'A resource is gone, or has another URI.'],
  'resource-unlisted': ['may-break', 'breaking', 'A resource is gone, but a template matches its URI.'],
  'template-added': ['compatible', 'compatible', 'A resource template is new.'],
  'template-removed': ['breaking', 'breaking', 'A resource template is gone, or is another one.'],
  'documentation-changed': [
    'documentation',
    'compatible',
    'Title, description, icons, size or annotations of an entry changed.',
  ],
  'meta-added': ['compatible', 'compatible', 'A key of `_meta` is new.'],
  'meta-changed': ['may-break', 'compatible', 'A key of `_meta` is gone or has another value.'],
  'extension-changed': ['documentation', 'compatible', 'A key that begins with `x-` changed.'],
  // Handlers
  'handler-needed': ['compatible', 'compatible', 'A static entry needs a handler now; the generator writes a stub.'],
  'handler-unused': ['compatible', 'breaking', 'An entry with a handler is static now.'],
  'handler-renamed': ['compatible', 'breaking', 'The handler has another name and another file.'],
  'handler-changed': ['compatible', 'may-break', '`handler` names another function.'],
  'handler-arguments-changed': ['compatible', 'breaking', '`args` changed: the function gets other parameters.'],
  // Tools
  'hint-riskier': ['may-break', 'compatible', 'The annotations of a tool allow more harm than before.'],
  'hint-safer': ['compatible', 'compatible', 'The annotations of a tool allow less harm than before.'],
  'output-schema-added': ['compatible', 'breaking', 'A tool has an output schema now.'],
  'output-schema-removed': ['breaking', 'compatible', 'A tool no longer has an output schema.'],
  'returns-changed': ['may-break', 'breaking', '`returns` changed: the result has other lines.'],
  'timeout-shortened': ['may-break', 'may-break', 'Calls may take less time.'],
  'timeout-extended': ['compatible', 'compatible', 'Calls may take more time.'],
  'coercion-added': ['compatible', 'compatible', '`coerce`: strings are parsed where the schema accepts no string.'],
  'coercion-removed': ['may-break', 'compatible', '`coerce` is gone: such strings are refused.'],
  // Prompts
  'argument-added': ['compatible', 'compatible', 'A prompt has a new optional argument.'],
  'required-argument-added': ['breaking', 'compatible', 'A prompt has a new required argument.'],
  'argument-removed': ['may-break', 'breaking', 'An argument of a prompt is gone.'],
  'argument-now-required': ['breaking', 'compatible', 'An optional argument is required now.'],
  'argument-now-optional': ['compatible', 'breaking', 'A required argument is optional now.'],
  'messages-changed': ['compatible', 'compatible', 'The messages of a static prompt changed.'],
  'completion-added': ['compatible', 'compatible', 'An argument or a variable has suggestions now.'],
  'completion-removed': ['may-break', 'breaking', 'An argument or a variable no longer has suggestions.'],
  'completion-changed': ['compatible', 'compatible', 'An argument or a variable has other suggestions.'],
  // Resources
  'resource-renamed': ['may-break', 'compatible', 'A resource or template has another name in lists.'],
  'media-type-changed': ['may-break', 'may-break', 'A resource has another media type.'],
  'list-added': ['compatible', 'compatible', 'Resources of a template are listed now.'],
  'list-removed': ['may-break', 'breaking', 'Resources of a template are no longer listed.'],
  'content-kind-changed': ['breaking', 'compatible', 'A static resource is a blob instead of text, or vice versa.'],
  'static-content-changed': ['compatible', 'compatible', 'The content of a static resource changed.'],
  // Questions
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
    '`unavailable: cancel` is gone: clients that cannot ask the user are refused.',
  ],
  'question-now-optional': [
    'compatible',
    'may-break',
    '`unavailable: cancel` is new: for clients that cannot ask the user, the handler gets `cancel`.',
  ],
} as const satisfies { readonly [rule: string]: ChangeColumns };

/** Severities and meaning of a kind of change. */
type ChangeColumns = readonly [clients: ClientSeverity, handlers: HandlerSeverity, about: string];

/** Name of a kind of change that no feature owns. */
export type ChangeRule = keyof typeof changeRules;

/** A kind of change: a row of the table above, or of the table of a feature. */
export interface ChangeRow {
  /** Unique among all rules. */
  readonly rule: string;
  readonly clients: ClientSeverity;
  /** Always `compatible` for static entries, which have no handler. */
  readonly handlers: HandlerSeverity;
  /** Meaning, in Markdown. */
  readonly about: string;
}

/** Creates the kinds of changes of a feature from a table. */
export function changeRows<Rule extends string>(table: { readonly [rule in Rule]: ChangeColumns }): {
  readonly [rule in Rule]: ChangeRow;
} {
  const rows = Object.entries<ChangeColumns>(table).map(([rule, [clients, handlers, about]]) => [
    rule,
    { rule, clients, handlers, about },
  ]);
  return Object.fromEntries(rows) as { readonly [rule in Rule]: ChangeRow };
}

/** Use of a schema: for arguments of clients, results of handlers, or content of elicitation forms. */
export type SchemaRole = 'input' | 'output' | 'form';

/**
 * Severity of a schema change: fixed, or derived from the certainty of an effect: `yes` is `breaking`, `maybe` is `may-break`, `no` is
 * `compatible`. With `-or-may-break`, `no` is `may-break`.
 */
export type Weight<Severity> = Severity | 'narrows' | 'widens' | 'narrows-or-may-break' | 'widens-or-may-break';

/** Severities for clients and for handlers. */
type Weights = readonly [clients: Weight<ClientSeverity>, handlers: Weight<HandlerSeverity>];

interface SchemaRuleEntry {
  readonly about: string;
  readonly input: Weights;
  readonly output: Weights;
}

/** Weights of a rule by effect: narrower input and wider output break clients, wider input and narrower output break handlers. */
function byEffect(about: string) {
  return { input: ['narrows', 'widens'], output: ['widens', 'narrows'], about } as const;
}

/** Weights of removing a property: handlers that use it do not compile any longer. */
function removal(about: string) {
  return {
    input: ['narrows-or-may-break', 'breaking'],
    output: ['widens-or-may-break', 'breaking'],
    about,
  } as const;
}

/** Weights of a change that affects only input. */
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

/** All kinds of schema changes. Names are stable, because scripts depend on them. */
export const schemaRules = {
  'type-narrowed': byEffect('Fewer types are allowed.'),
  'type-widened': byEffect('More types are allowed.'),
  'type-changed': byEffect('Other types are allowed.'),
  'enum-added': byEffect('Only listed values are allowed now.'),
  'enum-removed': byEffect('Values that are not listed are allowed now.'),
  'enum-value-added': byEffect('A value was added to an `enum` or `const`.'),
  'enum-value-removed': byEffect('A value was removed from an `enum` or `const`.'),
  'limit-tightened': byEffect('A minimum or maximum of a number, length or count allows less.'),
  'limit-relaxed': byEffect('A minimum or maximum of a number, length or count allows more.'),
  'constraint-added': byEffect('A constraint of another kind was added: `pattern`, `format`, `allOf`, ….'),
  'constraint-removed': byEffect('A constraint of another kind was removed.'),
  'constraint-changed': byEffect('A constraint of another kind was changed; what it allows cannot be compared.'),
  'property-added': {
    input: ['narrows', 'compatible'],
    output: ['widens', 'narrows'],
    about: 'An optional property was added.',
  },
  'required-property-added': byEffect('A required property was added.'),
  'property-removed': removal('An optional property was removed. Handlers that use it no longer compile.'),
  'required-property-removed': removal('A required property was removed.'),
  'property-now-required': byEffect('An optional property is required now.'),
  'property-now-optional': byEffect('A required property is optional now.'),
  'additional-properties-closed': {
    input: ['narrows-or-may-break', 'widens'],
    output: ['widens', 'narrows-or-may-break'],
    about: 'Properties that are not declared are refused now.',
  },
  'additional-properties-opened': byEffect('Properties that are not declared are allowed now.'),
  'alternative-added': byEffect('A member was added to an `anyOf` or `oneOf`.'),
  'alternative-removed': byEffect('A member was removed from an `anyOf` or `oneOf`.'),
  'schema-changed': byEffect('A schema was changed in a way that cannot be compared.'),
  'schema-rewritten': documentation('A schema is written differently and allows the same.'),
  'schema-documentation-changed': documentation('Title, description, examples or another comment of a schema changed.'),
  'default-added': inInput('compatible', 'compatible', 'A property has a default now.'),
  'default-changed': inInput('may-break', 'compatible', 'The default of a property changed.'),
  'default-removed': inInput(
    'may-break',
    'breaking',
    'A property no longer has a default: handlers get `undefined` when clients omit it.',
  ),
  'content-changed': {
    input: ['may-break', 'may-break'],
    output: ['may-break', 'may-break'],
    about: '`contentEncoding`, `contentMediaType` or `contentSchema` of a string changed.',
  },
  'header-changed': inInput(
    'may-break',
    'compatible',
    '`x-mcp-header` changed: over HTTP, clients must send an argument in a new or another header.',
  ),
  'schema-extension-changed': documentation('A keyword that is not part of JSON Schema changed.'),
} as const satisfies { readonly [rule: string]: SchemaRuleEntry };

/** Name of a kind of schema change. */
export type SchemaRule = keyof typeof schemaRules;
