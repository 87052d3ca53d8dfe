import type { Profile, Restrictions } from './profile.js';

const issue = (repository: string, number: number) => `https://github.com/${repository}/issues/${number}`;

const claude: Profile = {
  name: 'claude',
  title: 'Claude: API, Claude Code, Claude Desktop',
  restrictions: {
    'tool-name-length': {
      max: 64,
      prefix: 'mcp__{server}__',
      severity: 'error',
      source: issue('anthropics/claude-code', 2412),
    },
    'tool-name-pattern': {
      pattern: '^[a-zA-Z0-9_-]+$',
      severity: 'error',
      source: 'https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use',
    },
    'tool-description-length': {
      max: 2048,
      severity: 'warning',
      source: issue('anthropics/claude-code', 41593),
    },
    'schema-dialect': {
      refused: ['http://json-schema.org/draft-07/schema#'],
      severity: 'error',
      source: issue('anthropics/claude-code', 90549),
    },
    'root-keyword': {
      keywords: ['oneOf', 'anyOf', 'allOf'],
      severity: 'error',
      source: issue('anthropics/claude-code', 5973),
    },
    'property-key': {
      pattern: '^[a-zA-Z0-9_.-]{1,64}$',
      severity: 'error',
      source: issue('anthropics/claude-code', 34771),
    },
  },
};

const openaiRestrictions: Restrictions = {
  'tool-name-length': {
    max: 64,
    prefix: '',
    severity: 'error',
    source: 'https://platform.openai.com/docs/api-reference/chat/create',
  },
  'tool-name-pattern': {
    pattern: '^[a-zA-Z0-9_-]+$',
    severity: 'error',
    source: 'https://platform.openai.com/docs/api-reference/chat/create',
  },
  'tool-count': {
    max: 128,
    severity: 'error',
    source: 'https://platform.openai.com/docs/api-reference/chat/create',
  },
  'tool-description-length': { max: 1024, severity: 'error', source: issue('getsentry/sentry-mcp', 106) },
  'root-keyword': {
    keywords: ['oneOf', 'anyOf', 'allOf', 'enum', 'not'],
    severity: 'error',
    source: issue('langchain-ai/langchainjs', 9804),
  },
  'missing-properties': { severity: 'error', source: issue('bnb-chain/bnbchain-mcp', 68) },
  'missing-items': { severity: 'error', source: issue('PrefectHQ/fastmcp', 2464) },
  'empty-additional-properties': { severity: 'error', source: issue('github/github-mcp-server', 376) },
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
      severity: 'error',
      source: structuredOutputs,
    },
    'unsupported-format': {
      formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
      severity: 'error',
      source: structuredOutputs,
    },
    'optional-property': { severity: 'error', source: structuredOutputs },
    'open-object': { severity: 'error', source: structuredOutputs },
    'schema-depth': { max: 10, severity: 'error', source: structuredOutputs },
    'property-count': { max: 5000, severity: 'error', source: structuredOutputs },
    'enum-count': { max: 1000, severity: 'error', source: structuredOutputs },
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

const gemini: Profile = {
  name: 'gemini',
  title: 'Gemini: API (`parameters` of function declarations), Gemini CLI, Vertex AI',
  restrictions: {
    'tool-name-length': {
      max: 64,
      prefix: '',
      severity: 'error',
      source: 'https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration',
    },
    'tool-name-pattern': {
      pattern: '^[a-zA-Z_][a-zA-Z0-9_.-]*$',
      severity: 'error',
      source: 'https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration',
    },
    'schema-dialect': {
      refused: ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'],
      severity: 'error',
      source: issue('ahmadrosid/nakama', 292),
    },
    'root-keyword': {
      keywords: ['oneOf', 'anyOf', 'allOf'],
      severity: 'error',
      source: issue('aliargun/mcp-server-gemini', 12),
    },
    reference: { severity: 'error', source: issue('google-gemini/gemini-cli', 13142) },
    'unsupported-keyword': {
      keywords: geminiLacks,
      severity: 'error',
      source: issue('modelcontextprotocol/servers', 1624),
    },
    'unsupported-format': {
      formats: ['enum', 'date-time', 'float', 'double', 'int32', 'int64'],
      severity: 'error',
      source: issue('google-gemini/gemini-cli', 2237),
    },
    'non-string-enum': { severity: 'error', source: issue('mongodb-js/mongodb-mcp-server', 715) },
    'type-list': { severity: 'error', source: issue('nanbingxyz/5ire', 218) },
    'boolean-schema': { severity: 'error', source: 'https://ai.google.dev/api/caching#Schema' },
    'missing-items': { severity: 'error', source: issue('cline/cline', 7339) },
    'untyped-schema': { severity: 'warning', source: 'https://github.com/google-gemini/gemini-cli/pull/5694' },
  },
};

const cursor: Profile = {
  name: 'cursor',
  title: 'Cursor',
  restrictions: {
    'tool-name-length': {
      max: 59,
      prefix: '{server}',
      severity: 'error',
      source: issue('ComposioHQ/composio', 2788),
    },
    'tool-count': { max: 80, severity: 'warning', source: issue('Snowflake-Labs/mcp', 77) },
    reference: { severity: 'warning', source: issue('davideast/stitch-mcp', 184) },
  },
};

const vscode: Profile = {
  name: 'vscode',
  title: 'VS Code with Copilot',
  restrictions: {
    'tool-name-length': {
      max: 64,
      prefix: 'mcp_{server}_',
      severity: 'warning',
      source: issue('microsoft/vscode', 243602),
    },
    'tool-count': { max: 128, severity: 'error', source: issue('microsoft/vscode-copilot-release', 11653) },
    'missing-items': { severity: 'error', source: issue('microsoft/vscode', 284536) },
  },
};

/**
 * What clients and model providers accept, as documented or reported by October 2026. It changes without notice; a line
 * without a source that still holds is to be taken out.
 */
export const clientProfiles: readonly Profile[] = [claude, openai, openaiStrict, gemini, cursor, vscode];

/** The profiles with these names, in the order of the table; names that there are none for are left out. */
export function findProfiles(names: readonly string[]): readonly Profile[] {
  return clientProfiles.filter(({ name }) => names.includes(name));
}
