/**
 * Names of earlier versions in TypeScript, by present ones in the tables of the project's documentation. All work until 0.5, except those of
 * modules of 0.2.
 */

/** Present names of exports of this package, by former ones. */
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

/** Present names of exports of the test kit alone. */
export const formerTestExports: ReadonlyMap<string, string> = new Map([['open', 'openTestServer']]);

/** A member of types of this package under its former name. */
export interface FormerMember {
  /** Names of the types that declare it. */
  readonly owner: RegExp;
  readonly names: ReadonlyMap<string, string>;
}

/** The member that has another meaning now: it was an object with a function for each declared elicitation. */
export const formerElicitations = { former: 'elicit', present: 'elicitations' };

/** Present names of options of the server and of HTTP, by former ones. */
export const formerServerOptions: ReadonlyMap<string, string> = new Map([
  ['drainMs', 'shutdownTimeoutMs'],
  ['drainDelayMs', 'shutdownDelayMs'],
  ['ordered', 'sequential'],
  ['sse', 'legacySse'],
]);

/** Members of types of this package under their former names. */
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

/** Present specifiers of entries of this package, by former ones. */
export const formerEntries: ReadonlyMap<string, string> = new Map([
  ['create-mcp-from-schema/runtime/page', 'create-mcp-from-schema/runtime/docs-page'],
  ['create-mcp-from-schema/runtime/testing', 'create-mcp-from-schema/testing'],
]);

/** A module of the generated folder under its former name. */
export interface FormerModule {
  /** Path in the generated folder, without the ending. */
  readonly former: RegExp;
  /** Present path there, or an entry of this package. */
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
  // 0.2 had a copy of the runtime.
  { former: /^runtime\/index$/u, present: 'create-mcp-from-schema/runtime' },
  { former: /^runtime\/testing(?:\/index)?$/u, present: 'create-mcp-from-schema/testing' },
  { former: /^runtime\/([\w-]+)(?:\/index)?$/u, present: 'create-mcp-from-schema/runtime/$1' },
];

/** An export of the generated folder that is in a module of its own now. */
export const formerDefinition = { name: 'definition', former: 'descriptors', present: 'definition' };

/** Gives a module of the generated folder its present path there, or an entry of this package; `undefined` when it has no other. */
export function presentModule(module: string): string | undefined {
  const row = formerModules.find(({ former }) => former.test(module));
  return row && module.replace(row.former, row.present);
}

/** Whether a path of {@link presentModule} is an entry of this package. */
export function isEntry(present: string): boolean {
  return present.startsWith('create-mcp-from-schema/');
}
