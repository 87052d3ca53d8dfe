import type { ToolDefinition } from '../../runtime/index.js';

/** Most bytes of an input of the table. */
export const maxBytes = 10_000;

const nest = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Texts that are hard to read: long, escaped, of patterns, of surrogates, of separators. */
export const texts: readonly string[] = [
  'a'.repeat(9_000),
  `${'a '.repeat(4_000)}!`,
  '%41'.repeat(3_000),
  `test://${'a/'.repeat(4_000)}?${'q=%25&'.repeat(100)}`,
  `{${'{{a}}'.repeat(1_500)}`,
  '\ud83d\ude00'.repeat(700),
  'dG9v'.repeat(2_200),
  `${'A_-'.repeat(2_900)}=`,
  '=?base64?'.repeat(1_000),
  'find every book '.repeat(12),
];

/** Values that are hard to check: deep, wide, repeated. */
export const values: readonly unknown[] = [
  ...texts,
  nest(2_300),
  Object.fromEntries(Array.from({ length: 750 }, (_, index) => [`k${index}`, index])),
  Array.from({ length: 4_500 }, () => 1),
  Array.from({ length: 1_500 }, (_, index) => [index]),
  Array.from({ length: 900 }, () => ({ a: {} })),
];

type Params = readonly object[];

const uris: Params = texts.map((uri) => ({ uri }));
const names = (other: object = {}): Params => texts.map((name) => ({ name, ...other }));
const cursors: Params = values.map((cursor) => ({ cursor }));
const taskIds: Params = values.flatMap((value) => [{ taskId: value }, { taskId: 'a', inputResponses: { a: value } }]);

/** Arguments of a tool: some that it accepts, and every hard value alone and as each of its properties. */
const call = (name: string, valid: object, ...keys: readonly string[]): Params => [
  { name, arguments: valid },
  ...values.flatMap((value) => [
    ...['other', ...keys].map((key) => ({ name, arguments: { ...valid, [key]: value } })),
    { name, arguments: value as object },
  ]),
];

const complete: Params = [
  ...texts.map((value) => ({ ref: { type: 'ref/prompt', name: 'fill' }, argument: { name: 'a', value } })),
  ...texts.map((uri) => ({ ref: { type: 'ref/resource', uri }, argument: { name: 'path', value: 'a' } })),
  ...values.map((value) => ({ ref: value, argument: { name: 'a', value: 'a' } })),
  {
    ref: { type: 'ref/prompt', name: 'fill' },
    argument: { name: 'a', value: 'a' },
    context: { arguments: Object.fromEntries(Array.from({ length: 700 }, (_, index) => [`k${index}`, 'a'])) },
  },
];

/** Hostile parameters of each method of the protocol, in all eras that have it. */
export const methodInputs: { readonly [method: string]: Params } = {
  initialize: values.flatMap((value) => [
    { protocolVersion: value },
    { protocolVersion: '2025-11-25', capabilities: { a: value }, clientInfo: { name: 'a', version: '1' } },
    { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: value as object },
  ]),
  ping: values.map((value) => ({ value })),
  'logging/setLevel': values.map((level) => ({ level })),
  'resources/subscribe': uris,
  'resources/unsubscribe': uris,
  'server/discover': values.map((value) => ({ value })),
  'subscriptions/listen': [
    ...values.map((value) => ({ notifications: value })),
    { notifications: { resourceSubscriptions: Array.from({ length: 800 }, (_, index) => `a:${index}`) } },
    { notifications: { resourceSubscriptions: Array.from({ length: 600 }, () => 'test://fixed') } },
  ],
  'tools/list': cursors,
  'prompts/list': cursors,
  'resources/list': cursors,
  'resources/templates/list': cursors,
  'tools/call': names({ arguments: {} }),
  'prompts/get': [
    ...names(),
    ...values.map((value) => ({ name: 'fill', arguments: { a: value } })),
    ...values.map((value) => ({ name: 'fill', arguments: value })),
  ],
  'resources/read': uris,
  'skills/list': cursors,
  'skills/get': [...names(), ...uris],
  'resources/directory/read': [...uris, ...cursors.map((cursor) => ({ uri: 'skill://refunds', ...cursor }))],
  'completion/complete': complete,
  'tasks/get': taskIds,
  'tasks/result': taskIds,
  'tasks/update': taskIds,
  'tasks/cancel': taskIds,
};

/** Hostile calls of a tool of each kind. */
export const toolInputs: { readonly [kind: string]: Params } = {
  handler: call('plain', {}),
  'a validated handler': call('checked', {}, 'text', 'texts', 'tree', 'choice'),
  'a structured result': call('structured', {}),
  'named outputs': call('returned', {}),
  'a question': call('asking', {}),
  'a task': call('later', {}),
  'a task of 2025-11-25': call('later', {}).map((params) => ({ ...params, task: { ttl: 60_000 } })),
  'a call of an API': [
    ...call('direct_listBooks', {}, 'by[author]', 'limit'),
    ...call('direct_getBook', { isbn: '1' }, 'isbn'),
  ],
  'a body for an API': call('direct_addBook', { isbn: '1', title: 'a' }, 'title', 'next'),
  'a long answer of an API': [
    { name: 'direct_getBook', arguments: { isbn: 'long' } },
    { name: 'direct_listBooks', arguments: { limit: 49 } },
  ],
  search: call('found_search_operations', { query: 'books' }, 'query', 'limit', 'offset'),
  describe: call('found_describe_operation', { operation: 'found_getBook' }, 'operation'),
  'a call of an unlisted operation': [
    ...call('found_call_operation', { operation: 'found_getBook', arguments: { isbn: '1' } }, 'operation'),
    ...values.map((value) => ({
      name: 'found_call_operation',
      arguments: { operation: 'found_getBook', arguments: { isbn: value } },
    })),
  ],
  'search of code mode': call('scripted_search_api', { query: 'books' }, 'query', 'names'),
};

/** The row of each field of a tool, so that a new one has a row or a reason why it needs none. */
export const kindOfField: { readonly [field in keyof Required<ToolDefinition>]: string | null } = {
  name: 'handler',
  api: 'a call of an API',
  operationId: null,
  wrapsLegacyOutput: 'a structured result',
  allowsInvalidOutput: 'a long answer of an API',
  allowsUnstructured: 'a long answer of an API',
  toolsets: null,
  isInactive: null,
  isReadOnly: null,
  discovery: 'search',
  validators: 'a validated handler',
  returns: 'named outputs',
  isTextOnly: null,
  timeoutMs: null,
  coerce: null,
  task: 'a task',
  headers: null,
  errors: null,
  supplied: null,
  elicitations: 'a question',
  trialArgument: null,
  around: null,
  next: null,
};
