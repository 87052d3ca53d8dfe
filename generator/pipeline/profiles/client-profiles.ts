import type { ProfileRule, Restriction } from './profile-rules.js';

/** All restrictions in a profile. */
export type Restrictions = { readonly [rule in ProfileRule]?: Restriction };

/** Restrictions of one client or model provider. */
export interface Profile {
  readonly name: string;
  /** Products that the profile covers. */
  readonly title: string;
  /** Whether the profile must be selected explicitly, because it is for an optional client feature. */
  readonly isOptIn?: true;
  readonly restrictions: Restrictions;
}

/** Creates a restriction that makes tools unusable, with its source: a URL, or an issue of a GitHub repository. */
function error(source: string, number?: number) {
  return { severity: 'error', source: sourceOf(source, number) } as const;
}

function warning(source: string, number?: number) {
  return { severity: 'warning', source: sourceOf(source, number) } as const;
}

function sourceOf(source: string, issue: number | undefined): string {
  return issue === undefined ? source : `https://github.com/${source}/issues/${issue}`;
}

const claude: Profile = {
  name: 'claude',
  title: 'Claude: API, Claude Code, Claude Desktop',
  restrictions: {
    'tool-name-length': { max: 64, prefix: 'mcp__{server}__', ...error('anthropics/claude-code', 2412) },
    'tool-name-pattern': {
      pattern: '^[a-zA-Z0-9_-]+$',
      ...error('https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use'),
    },
    'tool-description-length': { max: 2048, ...warning('anthropics/claude-code', 41593) },
    'schema-dialect': {
      refused: ['http://json-schema.org/draft-07/schema#'],
      ...error('anthropics/claude-code', 90549),
    },
    'root-keyword': { keywords: ['oneOf', 'anyOf', 'allOf'], ...error('anthropics/claude-code', 5973) },
    'property-key': { pattern: '^[a-zA-Z0-9_.-]{1,64}$', ...error('anthropics/claude-code', 34771) },
  },
};

const openaiTools = 'https://platform.openai.com/docs/api-reference/chat/create';

const openaiRestrictions: Restrictions = {
  'tool-name-length': { max: 64, prefix: '', ...error(openaiTools) },
  'tool-name-pattern': { pattern: '^[a-zA-Z0-9_-]+$', ...error(openaiTools) },
  'tool-count': { max: 128, ...error(openaiTools) },
  'tool-description-length': { max: 1024, ...error('getsentry/sentry-mcp', 106) },
  'root-keyword': { keywords: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'], ...error('langchain-ai/langchainjs', 9804) },
  'missing-properties': error('bnb-chain/bnbchain-mcp', 68),
  'missing-items': error('PrefectHQ/fastmcp', 2464),
  'empty-additional-properties': error('github/github-mcp-server', 376),
};

const structuredOutputs = 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas';

const openai: Profile = {
  name: 'openai',
  title: 'OpenAI: API and ChatGPT, Azure OpenAI, Copilot with OpenAI models',
  restrictions: openaiRestrictions,
};

const openaiStrict: Profile = {
  name: 'openai-strict',
  title: 'OpenAI with `strict: true` (structured outputs)',
  isOptIn: true,
  restrictions: {
    ...openaiRestrictions,
    'unsupported-keyword': {
      keywords: ['oneOf', 'allOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'],
      ...error(structuredOutputs),
    },
    'unsupported-format': {
      formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
      ...error(structuredOutputs),
    },
    'optional-property': error(structuredOutputs),
    'open-object': error(structuredOutputs),
    'schema-depth': { max: 10, ...error(structuredOutputs) },
    'property-count': { max: 5000, ...error(structuredOutputs) },
    'enum-count': { max: 1000, ...error(structuredOutputs) },
  },
};

const geminiLacks: readonly string[] = [
  'exclusiveMinimum exclusiveMaximum multipleOf const uniqueItems',
  'oneOf allOf not if then else dependentRequired dependentSchemas dependencies',
  'patternProperties propertyNames unevaluatedProperties',
  'prefixItems additionalItems unevaluatedItems contains minContains maxContains',
  'contentEncoding contentMediaType contentSchema',
  'examples deprecated readOnly writeOnly $comment $anchor $id',
].flatMap((words) => words.split(' '));

const geminiFunctions = 'https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration';

const gemini: Profile = {
  name: 'gemini',
  title: 'Gemini: API (`parameters` of function declarations), Gemini CLI, Vertex AI',
  restrictions: {
    'tool-name-length': { max: 64, prefix: '', ...error(geminiFunctions) },
    'tool-name-pattern': { pattern: '^[a-zA-Z_][a-zA-Z0-9_.-]*$', ...error(geminiFunctions) },
    'schema-dialect': {
      refused: ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'],
      ...error('ahmadrosid/nakama', 292),
    },
    'root-keyword': { keywords: ['oneOf', 'anyOf', 'allOf'], ...error('aliargun/mcp-server-gemini', 12) },
    reference: error('google-gemini/gemini-cli', 13142),
    'unsupported-keyword': { keywords: geminiLacks, ...error('modelcontextprotocol/servers', 1624) },
    'unsupported-format': {
      formats: ['enum', 'date-time', 'float', 'double', 'int32', 'int64'],
      ...error('google-gemini/gemini-cli', 2237),
    },
    'non-string-enum': error('mongodb-js/mongodb-mcp-server', 715),
    'type-list': error('nanbingxyz/5ire', 218),
    'boolean-schema': error('https://ai.google.dev/api/caching#Schema'),
    'missing-items': error('cline/cline', 7339),
    'untyped-schema': warning('https://github.com/google-gemini/gemini-cli/pull/5694'),
  },
};

const cursor: Profile = {
  name: 'cursor',
  title: 'Cursor',
  restrictions: {
    'tool-name-length': { max: 59, prefix: '{server}', ...error('ComposioHQ/composio', 2788) },
    'tool-count': { max: 80, earlierMax: 40, ...warning('Snowflake-Labs/mcp', 77) },
    reference: warning('davideast/stitch-mcp', 184),
  },
};

const vscode: Profile = {
  name: 'vscode',
  title: 'VS Code with Copilot',
  restrictions: {
    'tool-name-length': { max: 64, prefix: 'mcp_{server}_', ...warning('microsoft/vscode', 243602) },
    'tool-count': { max: 128, ...error('microsoft/vscode-copilot-release', 11653) },
    'missing-items': error('microsoft/vscode', 284536),
  },
};

/**
 * Restrictions of clients and model providers, as documented or reported by October 2026. They change without notice:
 * remove a line if its source is obsolete.
 */
export const clientProfiles: readonly Profile[] = [claude, openai, openaiStrict, gemini, cursor, vscode];

/** Returns the profiles with these names, in table order. Ignores unknown names. */
export function findProfiles(names: readonly string[]): readonly Profile[] {
  return clientProfiles.filter(({ name }) => names.includes(name));
}
