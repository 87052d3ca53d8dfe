import { expect, test } from 'vitest';
import { changeRules } from '../../generator/feature-kit/changes/change-rules.js';
import { features } from '../../generator/features.js';
import type { DiffReport } from '../../generator/outputs/diff/diff-report.js';
import { diffBothWays } from './diff-definitions.js';
import { environmentChanges } from './environment-changes.js';

const server = (more = ''): string => `server:\n  name: s\n  version: 1.0.0\n${more}`;
const tool = (more = ''): string => `${server()}tools:\n  t:\n    description: T.\n${more}`;
const prompt = (more = ''): string => `${server()}prompts:\n  p:\n    description: P.\n${more}`;
const resource = (more = '', name = 'r'): string => `${server()}resources:\n  x://r:\n    name: ${name}\n${more}`;
const template = (more = ''): string => `${server()}resourceTemplates:\n  x://t/{id}:\n    name: t\n${more}`;
const skill = (folder: string, more = ''): string => `${server()}skills:\n  k: { folder: ./${folder}/k${more} }\n`;
/** `auth` begins in line 4, its further members in line 7 and column 3; the scopes of the tool stand two lines below them. */
const auth = (more: string, scopes = '[a]', declared = '{ a: A, b: B }'): string =>
  `${server()}auth:\n  issuers: [https://a.example]\n  scopes: ${declared}\n${more}tools:\n  t:\n    description: T.\n    scopes: ${scopes}\n`;
/** A tool of a server in code mode. */
const coding = (more: string): string => `${server(more)}tools:\n  t:\n    description: T.\n`;
/** Two tools, each in a toolset. */
const grouped = (more: string): string =>
  `${server(more)}tools:\n  t: { description: T., toolset: a }\n  u:\n    description: U.\n    toolset: b\n`;
/** A tool that runs code, which calls an API. */
const calling = (code: string): string =>
  `${server()}openapi:\n  api: { document: ./api.openapi.yaml, mode: code, code: ${code} }\n`;
const question = (more: string): string => tool(`    elicitations:\n      q:\n${more}`);
const form = '        requestedSchema: { type: object, properties: { ok: { type: boolean } } }\n';
const ask = (message = 'Go?', more = ''): string => question(`        message: '${message}'\n${form}${more}`);
const ui = (members: string): string => tool(`    ui: { ${members} }\n`);
const module = './m.ts';

/** The rules by severity for clients and for handlers. */
const severities = {
  'breaking/breaking': 'tool-removed prompt-removed resource-removed template-removed',
  'breaking/may-break': 'subscriptions-removed',
  'breaking/compatible':
    'required-variable-added variable-now-required code-mode-entered code-mode-left tool-withheld auth-added issuer-removed resource-address-changed audience-removed credentials-removed scopes-raised output-schema-removed task-required required-argument-added argument-now-required content-kind-changed skill-removed visibility-narrowed',
  'may-break/breaking':
    'variable-type-changed variable-default-removed resource-unlisted returns-changed argument-removed completion-removed list-removed question-kind-changed',
  'may-break/may-break': 'list-changes-removed timeout-shortened media-type-changed',
  'may-break/compatible':
    'variable-default-changed stores-removed code-mode-withdrawn code-functions-changed code-question-added toolset-left coercion-removed task-not-durable server-name-changed scope-prefix-changed negotiation-tightened meta-changed hint-riskier resource-renamed question-added question-now-needed skill-file-removed view-removed view-changed view-origins-added view-permissions-added view-domain-changed well-known-removed',
  'compatible/breaking':
    'variable-removed variable-now-optional scope-undeclared handler-unused handler-renamed handler-arguments-changed output-schema-added argument-now-optional question-removed question-values-changed',
  'compatible/may-break': 'task-durable auth-removed handler-changed task-begin-changed question-now-optional',
  'compatible/compatible':
    'variable-added variable-default-added stores-added stores-changed default-toolsets-changed code-mode-offered code-question-removed tool-served toolset-joined issuer-added audience-added credentials-added credentials-changed scope-declared scopes-lowered subscriptions-added list-changes-added negotiation-relaxed cache-changed tool-added prompt-added resource-added template-added meta-added handler-needed hint-safer timeout-extended coercion-added task-support-changed task-timing-changed argument-added messages-changed completion-added completion-changed list-added static-content-changed optional-question-added skill-added skill-file-added skill-file-changed skill-frontmatter-changed view-added visibility-widened view-origins-removed view-permissions-removed well-known-added well-known-changed',
  'documentation/compatible':
    'server-version-changed server-documentation-changed variable-documentation-changed documentation-changed extension-changed question-changed view-border-changed',
};

/**
 * Two versions, the changes from the first to the second, and those back unless they are the same. A change: rule,
 * severities where they are not those of the rule, place.
 */
const table: readonly (readonly [title: string, one: string, other: string, there: string, back?: string])[] = [
  ['name of the server', server(), server().replace('name: s', 'name: z'), 'server-name-changed new 2:3'],
  ['version of the server', server(), server().replace('1.0.0', '1.0.1'), 'server-version-changed new 3:3'],
  [
    'texts of the server',
    server(),
    server('  title: S\n  instructions: Look.\n'),
    'server-documentation-changed new 4:3',
    'server-documentation-changed old 4:3',
  ],
  [
    'subscriptions',
    server(),
    server('  capabilities: { resources: { subscribe: true } }\n'),
    'subscriptions-added new 4:3',
    'subscriptions-removed new 2:3',
  ],
  [
    'lists that change',
    server(),
    server('  capabilities: { tools: { listChanged: true } }\n'),
    'list-changes-added new 4:3',
    'list-changes-removed new 2:3',
  ],
  [
    'strict negotiation',
    server(),
    server('  negotiation: strict\n'),
    'negotiation-tightened new 4:3',
    'negotiation-relaxed new 2:3',
  ],
  ['a store', server(), server('  stores: redis\n'), 'stores-added new 4:3', 'stores-removed new 2:3'],
  ['another store', server('  stores: redis\n'), server('  stores: sqlite\n'), 'stores-changed new 4:3'],
  ...environmentChanges,
  ['code mode', tool(), coding('  mode: code\n'), 'code-mode-entered new 4:3', 'code-mode-left new 2:3'],
  [
    'code mode on request',
    tool(),
    coding('  code: { confirm: never }\n'),
    'code-mode-offered new 4:3',
    'code-mode-withdrawn old 4:3',
  ],
  [
    'the rules of code',
    coding('  code: { confirm: never }\n'),
    coding('  code: { allow: [all] }\n'),
    'code-functions-changed new 4:11 | code-question-added new 4:3',
    'code-functions-changed new 4:3 | code-question-removed new 4:11',
  ],
  [
    'the rules of code that calls an API',
    calling('{}'),
    calling('{ confirm: never }'),
    'code-question-removed nowhere',
    'code-question-added nowhere',
  ],
  [
    'a toolset of a tool that had none',
    tool(),
    tool('    toolset: a\n'),
    'toolset-left new 7:5',
    'toolset-joined new 5:3',
  ],
  [
    'another toolset',
    tool('    toolset: [a, b]\n'),
    tool('    toolset: [a, c]\n'),
    'toolset-left new 7:5 | toolset-joined new 7:5',
  ],
  [
    'toolsets that are served by default',
    grouped(''),
    grouped('  toolsets: [a]\n'),
    'default-toolsets-changed new 4:3 | tool-withheld new 9:5',
    'default-toolsets-changed new 2:3 | tool-served new 8:5',
  ],
  ['a tool that is inactive', tool(), tool('    active: false\n'), 'tool-withheld new 7:5', 'tool-served new 5:3'],
  [
    'durable tasks',
    tool('    task: { ttlMs: 5 }\n'),
    tool('    task: { ttlMs: 5, durable: true }\n'),
    'task-durable new 7:5',
    'task-not-durable new 7:5',
  ],
  [
    'durable tasks of a tool that had none',
    tool(),
    tool('    task: { durable: true }\n'),
    'task-support-changed new 7:5 | task-durable new 7:5',
    'task-support-changed new 5:3',
  ],
  ['caching', server(), server('  cache: { ttlMs: 5 }\n'), 'cache-changed new 4:3', 'cache-changed new 2:3'],
  ['auth', tool(), auth('', '[a]', '{ a: A }'), 'auth-added new 5:3', 'auth-removed old 5:3'],
  [
    'an issuer',
    auth(''),
    auth('').replace('a.example', 'b.example'),
    'issuer-removed old 5:3 | issuer-added new 5:3',
    'issuer-removed old 5:3 | issuer-added new 5:3',
  ],
  [
    'the address of the server',
    auth(''),
    auth('  resource: https://s.example/mcp\n'),
    'resource-address-changed new 7:3',
    'resource-address-changed new 5:3',
  ],
  [
    'an audience beside the resource',
    auth('  resource: https://s.example/mcp\n'),
    auth('  resource: https://s.example/mcp\n  audiences: [https://s.example/mcp, more]\n'),
    'audience-added new 8:3',
    'audience-removed old 8:3',
  ],
  [
    'the prefix of scopes',
    auth(''),
    auth('  scopePrefix: api://s/\n'),
    'scope-prefix-changed new 7:3',
    'scope-prefix-changed new 5:3',
  ],
  [
    'keys of callers',
    auth(''),
    auth('  apiKeys: { variable: KEYS }\n'),
    'credentials-added new 7:3',
    'credentials-removed old 7:3',
  ],
  [
    'the variable of keys',
    auth('  apiKeys: { variable: KEYS }\n'),
    auth('  apiKeys: { variable: OTHER_KEYS }\n'),
    'credentials-changed new 7:3',
    'credentials-changed new 7:3',
  ],
  [
    'a scope that nothing needs',
    auth(''),
    auth('', '[a]', '{ a: A, b: B, c: C }'),
    'scope-declared new 6:25',
    'scope-undeclared old 6:25',
  ],
  [
    'the description of a scope',
    auth(''),
    auth('', '[a]', '{ a: A, b: Bee }'),
    'documentation-changed new 6:19',
    'documentation-changed new 6:19',
  ],
  [
    'a scope that everything needs',
    auth(''),
    auth('  required: [b]\n'),
    'scopes-raised new 7:3',
    'scopes-lowered old 7:3',
  ],
  ['a second scope of a tool', auth(''), auth('', '[a, b]'), 'scopes-raised new 10:5', 'scopes-lowered old 10:5'],
  [
    'another scope of a tool',
    auth(''),
    auth('', '[b]'),
    'scopes-raised new 10:5 | scopes-lowered old 10:5',
    'scopes-raised new 10:5 | scopes-lowered old 10:5',
  ],
  [
    'a scope that the needed one includes',
    auth('  implies: { b: [a] }\n', '[b]'),
    auth('  implies: { b: [a] }\n', '[a]'),
    'scopes-lowered old 11:5',
    'scopes-raised new 11:5',
  ],
  [
    'a scope that includes the needed one',
    auth('  implies: { b: [a] }\n'),
    auth(''),
    'scopes-raised new 10:5',
    'scopes-lowered old 10:5',
  ],
  [
    'a scope of a tool that everything needs now',
    auth(''),
    auth('  required: [a]\n', '[]'),
    'scopes-raised new 7:3',
    'scopes-lowered old 7:3',
  ],
  ['a tool', server(), tool(), 'tool-added new 5:3', 'tool-removed old 5:3'],
  ['a prompt', server(), prompt(), 'prompt-added new 5:3', 'prompt-removed old 5:3'],
  [
    'a static prompt',
    server(),
    prompt('    messages: [{ role: user, content: Hi }]\n'),
    'prompt-added new 5:3',
    'prompt-removed breaking/compatible old 5:3',
  ],
  ['a resource', server(), resource(), 'resource-added new 5:3', 'resource-removed old 5:3'],
  ['a skill', server(), skill('one'), 'skill-added new 5:3', 'skill-removed old 5:3'],
  ['frontmatter of a skill', skill('one'), skill('other'), 'skill-frontmatter-changed new 5:3'],
  ['texts of a skill', skill('one'), skill('text'), 'skill-file-changed new 5:3 | skill-file-changed new 5:3'],
  ['files of a skill', skill('one'), skill('more'), 'skill-file-added new 5:3', 'skill-file-removed old 5:3'],
  [
    'cache of a skill',
    skill('one'),
    skill('one', ', cache: { ttlMs: 1 }'),
    'cache-changed new 5:25',
    'cache-changed new 5:3',
  ],
  ['a template', server(), template(), 'template-added new 5:3', 'template-removed old 5:3'],
  [
    'a resource that a template matches',
    resource().replace('x://r', 'x://t/1'),
    template(),
    'resource-unlisted old 5:3 | template-added new 5:3',
    'resource-added new 5:3 | template-removed old 5:3',
  ],
  [
    'texts of a tool',
    tool(),
    tool('    title: Tee\n'),
    'documentation-changed new 7:5',
    'documentation-changed old 7:5',
  ],
  ['a key of _meta', tool(), tool('    _meta: { a/b: 1 }\n'), 'meta-added new 7:14', 'meta-changed new 5:3'],
  ['an extension', tool(), tool('    x-team: a\n'), 'extension-changed new 7:5', 'extension-changed new 5:3'],
  [
    'a prompt that becomes static',
    prompt(),
    prompt('    messages: [{ role: user, content: Hi }]\n'),
    'handler-unused new 5:3',
    'handler-needed new 5:3',
  ],
  [
    'a resource with another name',
    resource(),
    resource('', 'other'),
    'resource-renamed new 6:5 | handler-renamed new 6:5',
  ],
  [
    'a bound function',
    tool(),
    tool(`    handler: ${module}#f\n`),
    'handler-changed new 7:5',
    'handler-changed new 5:3',
  ],
  [
    'positional parameters',
    tool(`    handler: ${module}#f\n    args: []\n`),
    tool(
      `    inputSchema: { type: object, properties: { a: { type: string } } }\n    handler: ${module}#f\n    args: [a]\n`,
    ),
    'handler-arguments-changed new 9:5 | property-added compatible/compatible new 7:48',
    'handler-arguments-changed new 8:5 | property-removed may-break/breaking old 7:48',
  ],
  [
    'a hint that a tool is harmless',
    tool(),
    tool('    annotations: { readOnlyHint: true }\n'),
    'hint-safer new 7:20',
    'hint-riskier new 5:3',
  ],
  [
    'a hint that is as by default',
    tool(),
    tool('    annotations: { destructiveHint: true }\n'),
    'documentation-changed new 7:20',
    'documentation-changed new 5:3',
  ],
  [
    'an output schema',
    tool(),
    tool('    outputSchema: { type: object }\n'),
    'output-schema-added new 7:5',
    'output-schema-removed old 7:5',
  ],
  [
    'lines of an answer',
    tool('    returns: { A: { type: string } }\n'),
    tool('    returns: { A: { type: string }, B: { type: string } }\n'),
    'returns-changed new 7:5',
  ],
  [
    'structured content of named outputs',
    tool('    returns: { A: { type: string } }\n    structuredContent: false\n'),
    tool('    returns: { A: { type: string } }\n'),
    'output-schema-added new 5:3',
    'output-schema-removed old 5:3',
  ],
  ['parsed strings', tool(), tool('    coerce: true\n'), 'coercion-added new 7:5', 'coercion-removed new 5:3'],
  ['a time limit', tool(), tool('    timeoutMs: 1000\n'), 'timeout-shortened new 7:5', 'timeout-extended new 5:3'],
  ['tasks', tool(), tool('    task: optional\n'), 'task-support-changed new 7:5', 'task-support-changed new 5:3'],
  [
    'tasks without which it does not go',
    tool('    task: { support: optional, ttlMs: 5 }\n'),
    tool('    task: { support: required, ttlMs: 6, begins: handler }\n'),
    'task-required new 7:5 | task-begin-changed new 7:5 | task-timing-changed new 7:32',
    'task-support-changed new 7:5 | task-begin-changed new 7:5 | task-timing-changed new 7:32',
  ],
  [
    'an argument',
    prompt(),
    prompt('    arguments: { a: {} }\n'),
    'argument-added new 7:18',
    'argument-removed old 7:18',
  ],
  [
    'a required argument',
    prompt(),
    prompt('    arguments: { a: { required: true } }\n'),
    'required-argument-added new 7:18',
    'argument-removed old 7:18',
  ],
  [
    'an argument that becomes required',
    prompt('    arguments: { a: {} }\n'),
    prompt('    arguments: { a: { required: true } }\n'),
    'argument-now-required new 7:23',
    'argument-now-optional new 7:18',
  ],
  [
    'messages',
    prompt('    messages: [{ role: user, content: Hi }]\n'),
    prompt('    messages: [{ role: user, content: Ho }]\n'),
    'messages-changed new 7:5',
  ],
  [
    'suggestions',
    prompt('    arguments: { a: {} }\n'),
    prompt('    arguments: { a: { complete: [b] } }\n'),
    'completion-added new 7:23',
    'completion-removed may-break/compatible old 7:23',
  ],
  [
    'other suggestions',
    template('    variables: { id: { complete: [a] } }\n'),
    template('    variables: { id: { complete: [b] } }\n'),
    'completion-changed new 7:24',
  ],
  [
    'suggestions of a function',
    template('    variables: { id: { complete: handler } }\n'),
    template('    variables: { id: { complete: [b] } }\n'),
    'handler-unused new 7:24',
    'completion-changed new 7:24',
  ],
  [
    'a list of the resources of a template',
    template(''),
    template('    list: handler\n'),
    'list-added new 7:5',
    'list-removed old 7:5',
  ],
  [
    'another list of the resources of a template',
    template('    list: handler\n'),
    template('    list: { handler: ./m.ts#b }\n'),
    'handler-changed new 7:5',
  ],
  [
    'a media type',
    resource(),
    resource('    mimeType: text/html\n'),
    'media-type-changed new 7:5',
    'media-type-changed new 5:3',
  ],
  ['content', resource('    text: a\n'), resource('    text: b\n'), 'static-content-changed new 7:5'],
  ['the kind of content', resource('    text: a\n'), resource('    blob: YQ==\n'), 'content-kind-changed new 7:5'],
  ['a question', tool(), ask(), 'question-added new 8:7', 'question-removed old 8:7'],
  [
    'a question that can be left out',
    tool(),
    ask('Go?', '        unavailable: cancel\n'),
    'optional-question-added new 8:7',
    'question-removed old 8:7',
  ],
  ['words of a question', ask(), ask('Really?'), 'question-changed new 9:9'],
  [
    'what a handler fills in',
    ask('Go?'),
    ask('Go, {{name}}?'),
    'question-values-changed new 8:7 | question-changed new 9:9',
  ],
  [
    'the kind of a question',
    ask(),
    question('        message: Go?\n        url: https://example.com/\n'),
    'question-kind-changed new 8:7',
  ],
  [
    'clients that cannot ask',
    ask(),
    ask('Go?', '        unavailable: cancel\n'),
    'question-now-optional new 11:9',
    'question-now-needed new 8:7',
  ],
  [
    'what is asked for',
    ask(),
    ask().replace('{ ok: { type: boolean } }', '{ ok: { type: boolean }, why: { type: string } }'),
    'property-added compatible/compatible new 10:79',
    'property-removed compatible/breaking old 10:79',
  ],
  ['a view', tool(), ui('view: ./a'), 'view-added new 7:11', 'view-removed old 7:11'],
  ['another view', ui('view: ./a'), ui('view: ./b'), 'view-changed new 7:11'],
  ['who may call', tool(), ui('visibility: [app]'), 'visibility-narrowed new 7:11', 'visibility-widened old 7:11'],
  [
    'origins of a page',
    ui('view: ./a'),
    ui("view: ./a, csp: { connectDomains: ['https://a.example'] }"),
    'view-origins-added new 7:22',
    'view-origins-removed old 7:22',
  ],
  [
    'the use of an origin',
    ui("view: ./a, csp: { resourceDomains: ['https://a.example'] }"),
    ui("view: ./a, csp: { connectDomains: ['https://a.example'] }"),
    'view-origins-added new 7:22 | view-origins-removed new 7:22',
  ],
  [
    'abilities of the browser',
    ui('view: ./a'),
    ui('view: ./a, permissions: { camera: {} }'),
    'view-permissions-added new 7:22',
    'view-permissions-removed old 7:22',
  ],
  [
    'the domain of a page',
    ui('view: ./a, domain: a.example'),
    ui('view: ./a, domain: b.example'),
    'view-domain-changed new 7:22',
  ],
  [
    'the border of a page',
    ui('view: ./a, prefersBorder: true'),
    ui('view: ./a, prefersBorder: false'),
    'view-border-changed new 7:22',
  ],
  [
    'a text under /.well-known/',
    server(),
    server('  wellKnown: { a.txt: A }\n'),
    'well-known-added new 4:16',
    'well-known-removed old 4:16',
  ],
  [
    'the words of such a text',
    server('  wellKnown: { a.txt: A }\n'),
    server('  wellKnown: { a.txt: B }\n'),
    'well-known-changed new 4:16',
  ],
];

/** Each change as in the table. */
function describeChanges({ changes }: DiffReport): string {
  const lines = changes.map(({ rule, clients, handlers, location }) => {
    const severity = `${clients}/${handlers}`;
    const isUsual = new Map(Object.entries(severities)).get(severity)?.split(' ').includes(rule);
    const place = location ? [location.side, `${location.line}:${location.column}`] : ['nowhere'];
    return [rule, ...(isUsual ? [] : [severity]), ...place].join(' ');
  });
  return lines.join(' | ');
}

/** The files of the skills that a definition names. */
const skillsOf = (text: string): { readonly [file: string]: string } => (text.includes('skills:') ? skillFiles : {});

const main = (description: string) => `---\nname: k\ndescription: ${description}\n---\n`;
const skillFiles = {
  'definitions/one/k/SKILL.md': main('One.'),
  'definitions/one/k/a.md': 'a',
  'definitions/other/k/SKILL.md': main('Other.'),
  'definitions/other/k/a.md': 'a',
  'definitions/text/k/SKILL.md': `${main('One.')}Text.`,
  'definitions/text/k/a.md': 'b',
  'definitions/more/k/SKILL.md': main('One.'),
  'definitions/more/k/a.md': 'a',
  'definitions/more/k/b/c.md': 'c',
};

/** The document of the API that a definition names. */
const apiOf = (text: string): { readonly [file: string]: string } =>
  text.includes('./api.openapi.yaml') ? { 'definitions/api.openapi.yaml': api } : {};

const api = `openapi: 3.1.0
info: { title: A, version: 1.0.0 }
servers: [{ url: https://a.example }]
paths: { /a: { get: { operationId: a, responses: { '200': { description: A. } } } } }
`;

for (const [title, one, other, there, back = there] of table) {
  test(title, async () => {
    const files = (text: string) => ({
      'definitions/s.mcp.yaml': text,
      'definitions/m.ts': 'export const [f, b] = [];',
      ...skillsOf(text),
      ...apiOf(text),
    });
    const [forth, reverse] = await diffBothWays(files(one), files(other));
    expect(describeChanges(forth)).toBe(there);
    expect(describeChanges(reverse)).toBe(back);
  });
}

test('every rule is in the table', () => {
  const changes = table.flatMap(([, , , there, back = '']) => [...there.split(' | '), ...back.split(' | ')]);
  const found = new Set(changes.map((change) => change.split(' ')[0]));
  const rules = [
    ...Object.keys(changeRules),
    ...features.flatMap(({ changes: own = [] }) => own).map(({ rule }) => rule),
  ];
  expect(new Set(rules).size).toBe(rules.length);
  expect(rules.filter((rule) => !found.has(rule))).toEqual([]);
});
