import type { Accepted } from '../compare-fields.js';
import type { Call } from '../compare-servers.js';
import { defaultTaskSupport, refusedAs, unknownTool } from '../usual-differences.js';

const tasks =
  'The tool that runs as a task can also be called without one by clients of 2025-11-25. There is no `tasks/list`.';
const added =
  'Resources created at run time belong to a resource template, so `resources/templates/list` has one template more than the original.';

const size: Accepted = { field: ['result', 'resources', '*', 'size'], reason: 'Static resources have a `size`.' };

/** Accepted differences in what the servers say about themselves. */
export const acceptedInLists: readonly Accepted[] = [
  defaultTaskSupport,
  { field: ['initialize', 'capabilities', 'tasks', 'list'], original: {}, reason: tasks },
  { field: ['tools', 'simulate-research-query', 'execution', 'taskSupport'], original: 'required', reason: tasks },
  { field: ['resourceTemplates', 'order'], reason: added },
  { field: ['resourceTemplates', 'demo://resource/session/{name}', '*'], reason: added },
  {
    field: ['prompts', 'simple-prompt', 'arguments'],
    ours: [],
    reason: 'A prompt without arguments has an empty list of arguments.',
  },
  { ...size, field: ['resources', '*', 'size'] },
];

const rootsReason =
  "The original requests the roots (the client's folders) once, and again after a change. Our handler requests them at each use, because handlers get no notification of changes.";
const askedAgain: readonly Accepted[] = [
  { field: ['sent'], original: [], reason: rootsReason },
  { field: ['sent', '0', 'method'], ours: 'roots/list', reason: rootsReason },
  { field: ['sent', '0', 'params'], ours: {}, reason: rootsReason },
];
const keyOrder: Accepted = {
  field: ['result', 'content', '0', 'text'],
  reason: "The sampling tool prints the client's result with its JSON keys in the order received.",
};
const ownId: Accepted = {
  field: ['sent', '0', 'params', 'elicitationId'],
  original: 'page-1',
  ours: '<id>',
  reason: 'The runtime chooses the id of a request to open a page.',
};
const described: Accepted = {
  field: ['result', 'description'],
  reason:
    'The `prompts/get` result contains the description from `prompts/list`, unless the handler returns another one.',
};
const contains =
  'Completion from a fixed list returns values that contain the typed text; the original returns only values that begin with it.';
const rightCode =
  'Invalid parameters give error -32602, and a missing resource gives -32002, as protocol version 2025-11-25 requires.';
const noArgument = 'A completion for an argument that does not exist is an error.';

function reworded(ours: string): Accepted {
  return {
    field: ['error', 'message'],
    ours,
    reason: 'Messages of JSON-RPC errors differ; ours do not begin with `MCP error`.',
  };
}

function notFound(original: number, uri: string): readonly Accepted[] {
  return [
    { field: ['error', 'code'], original, ours: -32_002, reason: rightCode },
    reworded('Resource not found'),
    { field: ['error', 'data', 'uri'], ours: uri, reason: 'The error of a missing resource names its URI in `data`.' },
  ];
}

function use(title: string, name: string, input: object, ...accepted: readonly Accepted[]): Call {
  return { title, params: { name, arguments: input }, accepted };
}

function misuse(title: string, name: string, input: object, ...problems: readonly string[]): Call {
  const lines = problems.map((problem) => `\n- ${problem}`);
  return use(title, name, input, refusedAs(`Invalid arguments for tool "${name}":${lines.join('')}`));
}

function ask(title: string, method: string, params: object, ...accepted: readonly Accepted[]): Call {
  return { title, method, params, accepted };
}

const document = 'demo://resource/static/document/features.md';
const dynamic = 'demo://resource/dynamic';

function complete(
  title: string,
  ref: object,
  [name, value]: readonly [string, string],
  known: object = {},
  ...accepted: readonly Accepted[]
): Call {
  const context = { context: { arguments: known } };
  return ask(title, 'completion/complete', { ref, argument: { name, value }, ...context }, ...accepted);
}

const team = { type: 'ref/prompt', name: 'completable-prompt' };
const textTemplate = { type: 'ref/resource', uri: `${dynamic}/text/{resourceId}` };

/** Requests for both servers, in this order. */
export const calls: readonly Call[] = [
  use('echo', 'echo', { message: 'Hello' }),
  misuse('echo of nothing', 'echo', {}, 'message: is required'),
  use('a sum', 'get-sum', { a: 0.1, b: 2 }),
  misuse('a sum of texts', 'get-sum', { a: '1', b: 2 }, 'a: must be a number: send 1, not "1"'),
  use('a failure with a picture', 'get-annotated-message', { messageType: 'error', includeImage: true }),
  use('a success', 'get-annotated-message', { messageType: 'success' }),
  use('a message for the model', 'get-annotated-message', { messageType: 'debug' }),
  misuse(
    'a message of no kind',
    'get-annotated-message',
    { messageType: 'poem' },
    'messageType: must be one of "error", "success", "debug", got "poem"',
  ),
  use('the environment', 'get-env', {}),
  use('links', 'get-resource-links', {}),
  use('four links', 'get-resource-links', { count: 4 }),
  misuse('too many links', 'get-resource-links', { count: 11 }, 'count: must be at most 10, got 11'),
  use('a resource', 'get-resource-reference', {}),
  use('a resource of bytes', 'get-resource-reference', { resourceType: 'Blob', resourceId: 7 }),
  use('a resource without an id', 'get-resource-reference', { resourceId: -1 }),
  use('the weather', 'get-structured-content', { location: 'Chicago' }),
  misuse(
    'the weather nowhere',
    'get-structured-content',
    { location: 'Paris' },
    'location: must be one of "New York", "Chicago", "Los Angeles", got "Paris"',
  ),
  use('a picture', 'get-tiny-image', {}),
  use('a compressed file', 'gzip-file-as-resource', {
    name: 'a.gz',
    data: 'data:text/plain,hello',
    outputType: 'resource',
  }),
  use('a link to a compressed file', 'gzip-file-as-resource', { name: 'b.gz', data: 'data:text/plain,hello' }),
  ask('the list with both files', 'resources/list', {}, size),
  ask('the compressed file', 'resources/read', { uri: 'demo://resource/session/b.gz' }),
  use(
    'a name with a space',
    'gzip-file-as-resource',
    { name: 'c d.gz', data: 'data:text/plain,hello' },
    {
      field: ['result', 'content', '0', 'uri'],
      original: 'demo://resource/session/c d.gz',
      ours: 'demo://resource/session/c%20d.gz',
      reason: 'Names in URIs are percent-encoded.',
    },
  ),
  use('a file by FTP', 'gzip-file-as-resource', { data: 'ftp://example.com/a' }),
  misuse('a file from nowhere', 'gzip-file-as-resource', { data: 'nowhere' }, 'data: must be a URI, got "nowhere"'),
  ask('a long operation', 'tools/call', {
    name: 'trigger-long-running-operation',
    arguments: { duration: 0.1, steps: 3 },
    _meta: { progressToken: 'steps' },
  }),
  use('the roots', 'get-roots-list', {}, ...askedAgain),
  use('a message of the model', 'trigger-sampling-request', { prompt: 'Write a poem.', maxTokens: 20 }, keyOrder),
  use('a form that is filled in', 'trigger-elicitation-request', {}),
  use('a form that is declined', 'trigger-elicitation-request', {}),
  use('a form that is closed', 'trigger-elicitation-request', {}),
  use(
    'a page that is opened',
    'trigger-url-elicitation',
    { url: 'https://example.com/', elicitationId: 'page-1' },
    ownId,
  ),
  use('a page that is declined', 'trigger-url-elicitation', { url: 'https://example.com/', message: 'Open it.' }),
  use(
    'a page before the call',
    'trigger-url-elicitation',
    { url: 'https://example.com/', errorPath: true },
    reworded('This request requires browser-based authorization.'),
  ),
  use('the call after the page', 'trigger-url-elicitation', { url: 'https://example.com/', errorPath: true }),
  use(
    'a task without a task',
    'simulate-research-query',
    { topic: 'Python' },
    {
      field: ['result', 'content', '0', 'text'],
      original: "MCP error -32601: Tool simulate-research-query requires task augmentation (taskSupport: 'required')",
      reason: tasks,
    },
    { field: ['result', 'isError'], original: true, reason: tasks },
  ),
  use('log messages', 'toggle-simulated-logging', {}),
  use('no more log messages', 'toggle-simulated-logging', {}),
  ask('a higher level', 'logging/setLevel', { level: 'critical' }),
  use('log messages below the level', 'toggle-simulated-logging', {}),
  ask(
    'an unknown level',
    'logging/setLevel',
    { level: 'loud' },
    { field: ['error', 'code'], original: -32_603, ours: -32_602, reason: rightCode },
    reworded('Invalid params: "level" must be a log level'),
  ),
  ask('a subscription', 'resources/subscribe', { uri: `${dynamic}/text/1` }),
  use('updates', 'toggle-subscriber-updates', {}),
  use('no more updates', 'toggle-subscriber-updates', {}),
  ask('the end of a subscription', 'resources/unsubscribe', { uri: `${dynamic}/text/1` }),
  use('updates for nobody', 'toggle-subscriber-updates', {}),
  ask('a document', 'resources/read', { uri: document }),
  ask('a text', 'resources/read', { uri: `${dynamic}/text/12` }),
  ask('bytes', 'resources/read', { uri: `${dynamic}/blob/3` }),
  ask(
    'a text without an id',
    'resources/read',
    { uri: `${dynamic}/text/none` },
    ...notFound(-32_603, `${dynamic}/text/none`),
  ),
  ask(
    'a resource that there is not',
    'resources/read',
    { uri: 'demo://nothing' },
    ...notFound(-32_602, 'demo://nothing'),
  ),
  ask('a prompt', 'prompts/get', { name: 'simple-prompt' }, described),
  ask('a prompt about a city', 'prompts/get', { name: 'args-prompt', arguments: { city: 'Oslo' } }, described),
  ask(
    'a prompt about a city in a state',
    'prompts/get',
    {
      name: 'args-prompt',
      arguments: { city: 'Paris', state: 'TX' },
    },
    described,
  ),
  ask(
    'a prompt about no city',
    'prompts/get',
    { name: 'args-prompt', arguments: {} },
    reworded('Missing required arguments for prompt "args-prompt": "city"'),
  ),
  ask(
    'a prompt about a team',
    'prompts/get',
    {
      name: 'completable-prompt',
      arguments: { department: 'Sales', name: 'Eve' },
    },
    described,
  ),
  ask('a prompt with a resource', 'prompts/get', {
    name: 'resource-prompt',
    arguments: { resourceType: 'Text', resourceId: '5' },
  }),
  ask('a prompt with no resource', 'prompts/get', {
    name: 'resource-prompt',
    arguments: { resourceType: 'Film', resourceId: '5' },
  }),
  ask('a prompt that there is not', 'prompts/get', { name: 'poem' }, reworded('Unknown prompt: poem')),
  complete('departments', team, ['department', '']),
  complete('departments with S', team, ['department', 'S']),
  complete(
    'departments with ing',
    team,
    ['department', 'ing'],
    {},
    {
      field: ['result', 'completion', 'values'],
      original: [],
      ours: ['Engineering', 'Marketing'],
      reason: contains,
    },
    { field: ['result', 'completion', 'total'], original: 0, ours: 2, reason: contains },
  ),
  complete('members', team, ['name', ''], { department: 'Sales' }),
  complete('members with E', team, ['name', 'E'], { department: 'Sales' }),
  complete('members of nothing', team, ['name', '']),
  complete('an id', textTemplate, ['resourceId', '12']),
  complete('no id', textTemplate, ['resourceId', 'x']),
  complete(
    'an argument that there is not',
    team,
    ['salary', ''],
    {},
    { field: ['result', 'completion', 'values'], original: [], reason: noArgument },
    { field: ['result', 'completion', 'hasMore'], original: false, reason: noArgument },
    { field: ['error', 'code'], ours: -32_602, reason: noArgument },
    { field: ['error', 'message'], ours: '"completable-prompt" has no argument "salary"', reason: noArgument },
  ),
  use('a tool that there is not', 'paint', {}, ...unknownTool('paint')),
  ask('a method that there is not', 'poems/list', {}),
  ask('a ping', 'ping', {}),
];
