/**
 * Former TypeScript names, with the current names from the tables of the documentation. All work until 0.5, except
 * module names of 0.2.
 */

/** Current names of this package's exports, by former name. */
export const formerExports: ReadonlyMap<string, string> = new Map([
  ['ToolAnswer', 'ToolHandlerResult'],
  ['PromptAnswer', 'PromptResult'],
  ['ResourceAnswer', 'ResourceResult'],
  ['ResourceListAnswer', 'ResourceListResult'],
  ['CompletionAnswer', 'CompletionResult'],
  ['AnswerTransform', 'ResponseTransform'],
  ['CodeAnswer', 'RunCodeResult'],
  ['FindInput', 'SearchApiInput'],
  ['RunInput', 'RunCodeInput'],
  ['ServerPage', 'DocsPage'],
  ['PageAnswer', 'DocsPageResponse'],
  ['ToolReply', 'ToolCallResult'],
  ['PromptReply', 'GetPromptResult'],
  ['ResourceReply', 'ReadResourceResult'],
  ['CompletionReply', 'CompleteResult'],
  ['Elicited', 'ElicitResult'],
  ['Visited', 'UrlElicitResult'],
  ['NoQuestions', 'NoElicitations'],
  ['QuestionOptions', 'ClientRequestOptions'],
  ['AskOptions', 'ElicitOptions'],
  ['Revision', 'ProtocolVersion'],
  ['LegacyRevision', 'LegacyProtocolVersion'],
  ['ModernRevision', 'ModernProtocolVersion'],
  ['compareEras', 'compareProtocolVersions'],
  ['EraRun', 'ProtocolRun'],
  ['SeenQuestion', 'RecordedClientRequest'],
  ['SeenLog', 'RecordedLog'],
  ['SeenProgress', 'RecordedProgress'],
  ['Inability', 'MissingCapability'],
  ['ScriptedAnswer', 'ScriptedResponse'],
  ['AnswerScript', 'ResponseScript'],
]);

/** Current names of exports that only the test kit has. */
export const formerTestExports: ReadonlyMap<string, string> = new Map([['open', 'openTestServer']]);

/** Former name of a member of this package's types. */
export interface FormerMember {
  /** Matches the names of types that declare the member. */
  readonly owner: RegExp;
  readonly names: ReadonlyMap<string, string>;
}

/** Member whose meaning changed: it was an object with a function for each declared elicitation. */
export const formerElicitations = { former: 'elicit', present: 'elicitations' };

/** Current names of server and HTTP options, by former name. */
export const formerServerOptions: ReadonlyMap<string, string> = new Map([
  ['drainMs', 'shutdownTimeoutMs'],
  ['drainDelayMs', 'shutdownDelayMs'],
  ['ordered', 'sequential'],
  ['sse', 'legacySse'],
]);

/** Members of this package's types by former name. */
export const formerMembers: readonly FormerMember[] = [
  {
    owner: /(?:Handler|Request|Completion|Call)Context$/u,
    names: new Map([
      ['ask', 'elicit'],
      [formerElicitations.former, formerElicitations.present],
      ['flowId', 'idempotencyKey'],
      ['releaseConnection', 'closeStream'],
      ['revision', 'protocolVersion'],
      ['beginTask', 'startTask'],
    ]),
  },
  {
    owner: /^(?:Deprecated|DeprecatedHttp|Http|Service|Start|Web)Options$/u,
    names: formerServerOptions,
  },
  {
    owner: /^(?:DeprecatedTest|DeprecatedOpen|DeprecatedCompare|Open|Compare)Options$/u,
    names: new Map([
      ['answers', 'responses'],
      ['without', 'withoutCapabilities'],
      ['revision', 'protocolVersion'],
      ['normalise', 'normalize'],
      ['ordered', 'sequential'],
    ]),
  },
  {
    owner: /^(?:Deprecated)?OpenServer$/u,
    names: new Map([
      ['questions', 'clientRequests'],
      ['answer', 'respond'],
    ]),
  },
  {
    owner: /^(?:Deprecated)?ProtocolRun$/u,
    names: new Map([
      ['questions', 'clientRequests'],
      ['revision', 'protocolVersion'],
    ]),
  },
];

/** Current specifiers of this package's entry points, by former specifier. */
export const formerEntries: ReadonlyMap<string, string> = new Map([
  ['create-mcp-from-schema/runtime/page', 'create-mcp-from-schema/runtime/docs-page'],
  ['create-mcp-from-schema/runtime/testing', 'create-mcp-from-schema/testing'],
]);

/** Generated module by its former name. */
export interface FormerModule {
  /** Path in the generated folder, without extension. */
  readonly former: RegExp;
  /** Current path in the generated folder, or an entry point of this package. */
  readonly present: string;
}

export const formerModules: readonly FormerModule[] = [
  { former: /^contents$/u, present: 'static-content' },
  { former: /^catalogues\/(.+)$/u, present: 'operation-index/$1' },
  { former: /^forwards$/u, present: 'api-calls' },
  { former: /^fields$/u, present: 'selectable-fields' },
  { former: /^page$/u, present: 'docs-page' },
  { former: /^page-html$/u, present: 'docs-page-html' },
  { former: /^card$/u, present: 'server-card' },
  { former: /^(?:project|start)$/u, present: 'test-project' },
  // Version 0.2 had a copy of the runtime.
  { former: /^runtime\/index$/u, present: 'create-mcp-from-schema/runtime' },
  { former: /^runtime\/testing(?:\/index)?$/u, present: 'create-mcp-from-schema/testing' },
  { former: /^runtime\/([\w-]+)(?:\/index)?$/u, present: 'create-mcp-from-schema/runtime/$1' },
];

/** An export of the generated folder that now has its own module. */
export const formerDefinition = { name: 'definition', former: 'descriptors', present: 'definition' };

/** Returns the current path of a module in the generated folder, or an entry point of this package; `undefined` if it was not renamed. */
export function presentModule(module: string): string | undefined {
  const row = formerModules.find(({ former }) => former.test(module));
  return row && module.replace(row.former, row.present);
}

/** Whether a path of {@link presentModule} is an entry point of this package. */
export function isEntry(present: string): boolean {
  return present.startsWith('create-mcp-from-schema/');
}
