import { expect, test } from 'vitest';
import { changeRules } from '../../generator/diff/change-rules.js';
import type { DiffReport } from '../../generator/diff/diff-report.js';
import { diffBothWays } from './diff-definitions.js';

const server = (more = ''): string => `server:\n  name: s\n  version: 1.0.0\n${more}`;
const tool = (more = ''): string => `${server()}tools:\n  t:\n    description: T.\n${more}`;
const prompt = (more = ''): string => `${server()}prompts:\n  p:\n    description: P.\n${more}`;
const resource = (more = '', name = 'r'): string => `${server()}resources:\n  x://r:\n    name: ${name}\n${more}`;
const template = (more = ''): string => `${server()}resourceTemplates:\n  x://t/{id}:\n    name: t\n${more}`;
/** `auth` begins in line 4, its further members in line 7 and column 3; the scopes of the tool stand two lines below them. */
const auth = (more: string, scopes = '[a]', declared = '{ a: A, b: B }'): string =>
  `${server()}auth:\n  issuers: [https://a.example]\n  scopes: ${declared}\n${more}tools:\n  t:\n    description: T.\n    scopes: ${scopes}\n`;
const question = (more: string): string => tool(`    elicitations:\n      q:\n${more}`);
const form = '        requestedSchema: { type: object, properties: { ok: { type: boolean } } }\n';
const ask = (message = 'Go?', more = ''): string => question(`        message: '${message}'\n${form}${more}`);
const module = './m.ts';

/** The rules by severity for clients and for handlers. */
const severities = {
  'breaking/breaking': 'tool-removed prompt-removed resource-removed template-removed',
  'breaking/may-break': 'subscriptions-removed',
  'breaking/compatible':
    'auth-added issuer-removed resource-address-changed audience-removed credentials-removed scopes-raised output-schema-removed task-required required-argument-added argument-now-required content-kind-changed',
  'may-break/breaking':
    'resource-unlisted returns-changed argument-removed completion-removed list-removed question-kind-changed',
  'may-break/may-break': 'list-changes-removed timeout-shortened media-type-changed',
  'may-break/compatible':
    'server-name-changed scope-prefix-changed negotiation-tightened meta-changed hint-riskier resource-renamed question-added question-now-needed',
  'compatible/breaking':
    'scope-undeclared handler-unused handler-renamed handler-arguments-changed output-schema-added argument-now-optional question-removed question-values-changed',
  'compatible/may-break': 'auth-removed handler-changed task-begin-changed question-now-optional',
  'compatible/compatible':
    'issuer-added audience-added credentials-added credentials-changed scope-declared scopes-lowered subscriptions-added list-changes-added negotiation-relaxed cache-changed tool-added prompt-added resource-added template-added meta-added handler-needed hint-safer timeout-extended task-support-changed task-timing-changed argument-added messages-changed completion-added completion-changed list-added static-content-changed optional-question-added',
  'documentation/compatible':
    'server-version-changed server-documentation-changed documentation-changed extension-changed question-changed',
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
];

/** Each change as in the table. */
function describeChanges({ changes }: DiffReport): string {
  const lines = changes.map(({ rule, clients, handlers, location }) => {
    const severity = `${clients}/${handlers}`;
    const isUsual = new Map(Object.entries(severities)).get(severity)?.split(' ').includes(rule);
    return [rule, ...(isUsual ? [] : [severity]), location?.side, `${location?.line}:${location?.column}`].join(' ');
  });
  return lines.join(' | ');
}

for (const [title, one, other, there, back = there] of table) {
  test(title, async () => {
    const files = (text: string) => ({ 'definitions/s.mcp.yaml': text, 'definitions/m.ts': '' });
    const [forth, reverse] = await diffBothWays(files(one), files(other));
    expect(describeChanges(forth)).toBe(there);
    expect(describeChanges(reverse)).toBe(back);
  });
}

test('every rule is in the table', () => {
  const changes = table.flatMap(([, , , there, back = '']) => [...there.split(' | '), ...back.split(' | ')]);
  const found = new Set(changes.map((change) => change.split(' ')[0]));
  expect(Object.keys(changeRules).filter((rule) => !found.has(rule))).toEqual([]);
});
