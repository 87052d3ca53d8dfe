import { expect, test } from 'vitest';
import { changeRules } from '../../generator/diff/change-rules.js';
import { diffBothWays, listChanges } from './diff-definitions.js';

const server = (more = ''): string => `server:\n  name: s\n  version: 1.0.0\n${more}`;
const tool = (more = ''): string => `${server()}tools:\n  t:\n    description: T.\n${more}`;
const prompt = (more = ''): string => `${server()}prompts:\n  p:\n    description: P.\n${more}`;
const resource = (more = '', name = 'r'): string => `${server()}resources:\n  x://r:\n    name: ${name}\n${more}`;
const template = (more = ''): string => `${server()}resourceTemplates:\n  x://t/{id}:\n    name: t\n${more}`;
const question = (more: string): string => tool(`    elicitations:\n      q:\n${more}`);
const form = '        requestedSchema: { type: object, properties: { ok: { type: boolean } } }\n';
const ask = (message = 'Go?', more = ''): string => question(`        message: '${message}'\n${form}${more}`);
const module = './m.ts';

/** Two versions, and the changes on the way from the first to the second and back. */
const table: readonly (readonly [title: string, one: string, other: string, there: string[], back: string[]])[] = [
  [
    'name of the server',
    server(),
    server().replace('name: s', 'name: z'),
    ['server-name-changed may-break/compatible new 2:3'],
    ['server-name-changed may-break/compatible new 2:3'],
  ],
  [
    'version of the server',
    server(),
    server().replace('1.0.0', '1.0.1'),
    ['server-version-changed documentation/compatible new 3:3'],
    ['server-version-changed documentation/compatible new 3:3'],
  ],
  [
    'texts of the server',
    server(),
    server('  title: S\n  instructions: Look.\n'),
    ['server-documentation-changed documentation/compatible new 4:3'],
    ['server-documentation-changed documentation/compatible old 4:3'],
  ],
  [
    'subscriptions',
    server(),
    server('  capabilities: { resources: { subscribe: true } }\n'),
    ['subscriptions-added compatible/compatible new 4:3'],
    ['subscriptions-removed breaking/may-break new 2:3'],
  ],
  [
    'lists that change',
    server(),
    server('  capabilities: { tools: { listChanged: true } }\n'),
    ['list-changes-added compatible/compatible new 4:3'],
    ['list-changes-removed may-break/may-break new 2:3'],
  ],
  [
    'strict negotiation',
    server(),
    server('  negotiation: strict\n'),
    ['negotiation-tightened may-break/compatible new 4:3'],
    ['negotiation-relaxed compatible/compatible new 2:3'],
  ],
  [
    'caching',
    server(),
    server('  cache: { ttlMs: 5 }\n'),
    ['cache-changed compatible/compatible new 4:3'],
    ['cache-changed compatible/compatible new 2:3'],
  ],
  [
    'a tool',
    server(),
    tool(),
    ['tool-added compatible/compatible new 5:3'],
    ['tool-removed breaking/breaking old 5:3'],
  ],
  [
    'a prompt',
    server(),
    prompt(),
    ['prompt-added compatible/compatible new 5:3'],
    ['prompt-removed breaking/breaking old 5:3'],
  ],
  [
    'a static prompt',
    server(),
    prompt('    messages: [{ role: user, content: Hi }]\n'),
    ['prompt-added compatible/compatible new 5:3'],
    ['prompt-removed breaking/compatible old 5:3'],
  ],
  [
    'a resource',
    server(),
    resource(),
    ['resource-added compatible/compatible new 5:3'],
    ['resource-removed breaking/breaking old 5:3'],
  ],
  [
    'a template',
    server(),
    template(),
    ['template-added compatible/compatible new 5:3'],
    ['template-removed breaking/breaking old 5:3'],
  ],
  [
    'a resource that a template matches',
    resource().replace('x://r', 'x://t/1'),
    template(),
    ['resource-unlisted may-break/breaking old 5:3', 'template-added compatible/compatible new 5:3'],
    ['resource-added compatible/compatible new 5:3', 'template-removed breaking/breaking old 5:3'],
  ],
  [
    'texts of a tool',
    tool(),
    tool('    title: Tee\n'),
    ['documentation-changed documentation/compatible new 7:5'],
    ['documentation-changed documentation/compatible old 7:5'],
  ],
  [
    'a key of _meta',
    tool(),
    tool('    _meta: { a/b: 1 }\n'),
    ['meta-added compatible/compatible new 7:14'],
    ['meta-changed may-break/compatible new 5:3'],
  ],
  [
    'an extension',
    tool(),
    tool('    x-team: a\n'),
    ['extension-changed documentation/compatible new 7:5'],
    ['extension-changed documentation/compatible new 5:3'],
  ],
  [
    'a prompt that becomes static',
    prompt(),
    prompt('    messages: [{ role: user, content: Hi }]\n'),
    ['handler-unused compatible/breaking new 5:3'],
    ['handler-needed compatible/compatible new 5:3'],
  ],
  [
    'a resource with another name',
    resource(),
    resource('', 'other'),
    ['resource-renamed may-break/compatible new 6:5', 'handler-renamed compatible/breaking new 6:5'],
    ['resource-renamed may-break/compatible new 6:5', 'handler-renamed compatible/breaking new 6:5'],
  ],
  [
    'a bound function',
    tool(),
    tool(`    handler: ${module}#f\n`),
    ['handler-changed compatible/may-break new 7:5'],
    ['handler-changed compatible/may-break new 5:3'],
  ],
  [
    'positional parameters',
    tool(`    handler: ${module}#f\n    args: []\n`),
    tool(
      `    inputSchema: { type: object, properties: { a: { type: string } } }\n    handler: ${module}#f\n    args: [a]\n`,
    ),
    ['handler-arguments-changed compatible/breaking new 9:5', 'property-added compatible/compatible new 7:48'],
    ['handler-arguments-changed compatible/breaking new 8:5', 'property-removed may-break/breaking old 7:48'],
  ],
  [
    'a hint that a tool is harmless',
    tool(),
    tool('    annotations: { readOnlyHint: true }\n'),
    ['hint-safer compatible/compatible new 7:20'],
    ['hint-riskier may-break/compatible new 5:3'],
  ],
  [
    'a hint that is as by default',
    tool(),
    tool('    annotations: { destructiveHint: true }\n'),
    ['documentation-changed documentation/compatible new 7:20'],
    ['documentation-changed documentation/compatible new 5:3'],
  ],
  [
    'an output schema',
    tool(),
    tool('    outputSchema: { type: object }\n'),
    ['output-schema-added compatible/breaking new 7:5'],
    ['output-schema-removed breaking/compatible old 7:5'],
  ],
  [
    'lines of an answer',
    tool('    returns: { A: { type: string } }\n'),
    tool('    returns: { A: { type: string }, B: { type: string } }\n'),
    ['returns-changed may-break/breaking new 7:5'],
    ['returns-changed may-break/breaking new 7:5'],
  ],
  [
    'a time limit',
    tool(),
    tool('    timeoutMs: 1000\n'),
    ['timeout-shortened may-break/may-break new 7:5'],
    ['timeout-extended compatible/compatible new 5:3'],
  ],
  [
    'tasks',
    tool(),
    tool('    task: optional\n'),
    ['task-support-changed compatible/compatible new 7:5'],
    ['task-support-changed compatible/compatible new 5:3'],
  ],
  [
    'tasks without which it does not go',
    tool('    task: { support: optional, ttlMs: 5 }\n'),
    tool('    task: { support: required, ttlMs: 6, begins: handler }\n'),
    [
      'task-required breaking/compatible new 7:5',
      'task-begin-changed compatible/may-break new 7:5',
      'task-timing-changed compatible/compatible new 7:32',
    ],
    [
      'task-support-changed compatible/compatible new 7:5',
      'task-begin-changed compatible/may-break new 7:5',
      'task-timing-changed compatible/compatible new 7:32',
    ],
  ],
  [
    'an argument',
    prompt(),
    prompt('    arguments: { a: {} }\n'),
    ['argument-added compatible/compatible new 7:18'],
    ['argument-removed may-break/breaking old 7:18'],
  ],
  [
    'a required argument',
    prompt(),
    prompt('    arguments: { a: { required: true } }\n'),
    ['required-argument-added breaking/compatible new 7:18'],
    ['argument-removed may-break/breaking old 7:18'],
  ],
  [
    'an argument that becomes required',
    prompt('    arguments: { a: {} }\n'),
    prompt('    arguments: { a: { required: true } }\n'),
    ['argument-now-required breaking/compatible new 7:23'],
    ['argument-now-optional compatible/breaking new 7:18'],
  ],
  [
    'messages',
    prompt('    messages: [{ role: user, content: Hi }]\n'),
    prompt('    messages: [{ role: user, content: Ho }]\n'),
    ['messages-changed compatible/compatible new 7:5'],
    ['messages-changed compatible/compatible new 7:5'],
  ],
  [
    'suggestions',
    prompt('    arguments: { a: {} }\n'),
    prompt('    arguments: { a: { complete: [b] } }\n'),
    ['completion-added compatible/compatible new 7:23'],
    ['completion-removed may-break/compatible old 7:23'],
  ],
  [
    'other suggestions',
    template('    variables: { id: { complete: [a] } }\n'),
    template('    variables: { id: { complete: [b] } }\n'),
    ['completion-changed compatible/compatible new 7:24'],
    ['completion-changed compatible/compatible new 7:24'],
  ],
  [
    'suggestions of a function',
    template('    variables: { id: { complete: handler } }\n'),
    template('    variables: { id: { complete: [b] } }\n'),
    ['handler-unused compatible/breaking new 7:24'],
    ['completion-changed compatible/compatible new 7:24'],
  ],
  [
    'a media type',
    resource(),
    resource('    mimeType: text/html\n'),
    ['media-type-changed may-break/may-break new 7:5'],
    ['media-type-changed may-break/may-break new 5:3'],
  ],
  [
    'content',
    resource('    text: a\n'),
    resource('    text: b\n'),
    ['static-content-changed compatible/compatible new 7:5'],
    ['static-content-changed compatible/compatible new 7:5'],
  ],
  [
    'the kind of content',
    resource('    text: a\n'),
    resource('    blob: YQ==\n'),
    ['content-kind-changed breaking/compatible new 7:5'],
    ['content-kind-changed breaking/compatible new 7:5'],
  ],
  [
    'a question',
    tool(),
    ask(),
    ['question-added may-break/compatible new 8:7'],
    ['question-removed compatible/breaking old 8:7'],
  ],
  [
    'a question that can be left out',
    tool(),
    ask('Go?', '        unavailable: cancel\n'),
    ['optional-question-added compatible/compatible new 8:7'],
    ['question-removed compatible/breaking old 8:7'],
  ],
  [
    'words of a question',
    ask(),
    ask('Really?'),
    ['question-changed documentation/compatible new 9:9'],
    ['question-changed documentation/compatible new 9:9'],
  ],
  [
    'what a handler fills in',
    ask('Go?'),
    ask('Go, {{name}}?'),
    ['question-values-changed compatible/breaking new 8:7', 'question-changed documentation/compatible new 9:9'],
    ['question-values-changed compatible/breaking new 8:7', 'question-changed documentation/compatible new 9:9'],
  ],
  [
    'the kind of a question',
    ask(),
    question('        message: Go?\n        url: https://example.com/\n'),
    ['question-kind-changed may-break/breaking new 8:7'],
    ['question-kind-changed may-break/breaking new 8:7'],
  ],
  [
    'clients that cannot ask',
    ask(),
    ask('Go?', '        unavailable: cancel\n'),
    ['question-now-optional compatible/may-break new 11:9'],
    ['question-now-needed may-break/compatible new 8:7'],
  ],
  [
    'what is asked for',
    ask(),
    ask().replace('{ ok: { type: boolean } }', '{ ok: { type: boolean }, why: { type: string } }'),
    ['property-added compatible/compatible new 10:79'],
    ['property-removed compatible/breaking old 10:79'],
  ],
];

test.each(table)('%s', async (_title, one, other, there, back) => {
  const files = (text: string) => ({ 'definitions/s.mcp.yaml': text, 'definitions/m.ts': '' });
  const [forth, reverse] = await diffBothWays(files(one), files(other));
  expect(listChanges(forth)).toEqual(there);
  expect(listChanges(reverse)).toEqual(back);
});

test('every rule is in the table', () => {
  const told = new Set(table.flatMap(([, , , there, back]) => [...there, ...back]).map((line) => line.split(' ')[0]));
  expect(Object.keys(changeRules).filter((rule) => !told.has(rule))).toEqual([]);
});
