import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { HandlerSet, ServerDefinition } from '../../runtime/index.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { typeCheck } from '../kit/type-check.js';
import { initialize, modern, reports, request, talk, type Wire } from './wire.js';

const fixture = path.join(import.meta.dirname, 'fixtures/generated-server');
const files = readdirSync(fixture, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name));
const { folder, report } = await createProject({
  ...Object.fromEntries(files.map((file) => [path.relative(fixture, file), readFileSync(file)])),
  'in-process.ts':
    "export { definition } from './generated/definition.ts';\nexport { handlers } from './generated/handlers.ts';\n",
});
const subject = await loadModule<{ definition: ServerDefinition; handlers: HandlerSet }>(folder, 'in-process.ts');

async function ask(method: string, params: object = {}, revision = '2025-11-25'): Promise<Wire> {
  const answers = await talk(subject, [initialize(0, revision), request(1, method, params)]);
  return answers[1]?.['result'] as Wire;
}

const call = (name: string, values: object = {}): Promise<Wire> => ask('tools/call', { name, arguments: values });
const plain = (text: string): Wire => ({ content: [{ type: 'text', text }] });
const failure = (text: string): Wire => ({ ...plain(text), isError: true });
const named = (text: string, structuredContent: object): Wire => ({ ...plain(text), structuredContent });

test('N3 negotiation is strict where the definition says so', async () => {
  const [answer] = await talk(subject, [initialize(1, '2024-10-07')]);
  expect(answer?.['error'].message).toBe('Unsupported protocol version');
});

test('T1 tools are listed in the order of the definition, each with a title', async () => {
  const { tools } = await ask('tools/list');
  expect(tools.slice(0, 8).map(({ name, title }: Wire) => [name, title])).toEqual([
    ['z-last', 'z-last'],
    ['a-b', 'a-b'],
    ['delete', 'delete'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['42', '42'],
    ['Promise', 'Promise'],
    ['book', 'Book a table'],
  ]);
});

test('T2, T8 without inputs the schema has no `required`; parameters without names are `arg1`, `arg2`, …, all required', async () => {
  const tools = new Map<string, Wire>((await ask('tools/list'))['tools'].map((tool: Wire) => [tool['name'], tool]));
  expect(tools.get('z-last')?.['inputSchema']).toEqual({ type: 'object', properties: {} });
  expect(tools.get('book')?.['inputSchema'].required).toEqual(['seats']);
  expect(tools.get('power')?.['inputSchema']).toEqual({
    type: 'object',
    properties: { arg1: { type: 'number', description: 'The base.' }, arg2: { $ref: '#/$defs/Exponent' } },
    required: ['arg1', 'arg2'],
    $defs: { Exponent: { type: 'integer', minimum: 0, description: 'The exponent.' } },
  });
});

test.each([
  ['z-last', 'z-last.ts', 'zLast'],
  ['delete', 'delete.ts', 'deleteTool'],
  ['constructor', 'constructor.ts', 'constructor'],
  ['__proto__', 'proto.ts', 'proto'],
  ['42', '42.ts', 'tool42'],
  ['Promise', 'promise.ts', 'promiseTool'],
])('T4 %s has a stub that answers', async (name, file, identifier) => {
  expect(readFileSync(path.join(folder, 'handlers/tools', file), 'utf8')).toContain(`export const ${identifier}: `);
  const { content, isError } = await call(name);
  expect([content[0].text, isError]).toEqual([expect.stringMatching(/not implemented/u), true]);
});

test('T5 an output schema that is no object is wrapped into one for revisions that need an object', async () => {
  const schemaIn = async (list: Promise<Wire>) => (await list)['tools'].find(({ name }: Wire) => name === 'count');
  const legacy = { type: 'object', properties: { result: { type: 'integer' } }, required: ['result'] };
  expect((await schemaIn(ask('tools/list'))).outputSchema).toEqual(legacy);
  const answers = await talk(subject, [modern(1, 'tools/list'), modern(2, 'tools/call', { name: 'count' })]);
  const listed = answers[0]?.['result'].tools.find(({ name }: Wire) => name === 'count');
  expect([listed.outputSchema, answers[1]?.['result'].structuredContent]).toEqual([{ type: 'integer' }, 3]);
});

test('D1 named outputs have an output schema, in the revisions that know it', async () => {
  const schemaIn = async (name: string, revision: string): Promise<unknown> =>
    (await ask('tools/list', {}, revision))['tools'].find((tool: Wire) => tool['name'] === name).outputSchema;
  expect(await schemaIn('min_max', '2025-11-25')).toEqual({
    type: 'object',
    properties: { Min: { type: 'number' }, Max: { type: 'number' } },
    required: ['Min', 'Max'],
  });
  expect(await schemaIn('min_max', '2025-03-26')).toBeUndefined();
  expect(await schemaIn('power', '2025-11-25')).toBeUndefined();
});

const calls: readonly (readonly [title: string, tool: string, values: object, expected: object])[] = [
  ['T4 a name that is no identifier has a function that is one', 'a-b', {}, plain('a and b')],
  ['T8 parameters without names in their order', 'power', { arg2: 4, arg1: 3 }, plain('Power: 81')],
  [
    'D1 outputs in declared order, without others',
    'min_max',
    { arg1: [3, -1, 2.5] },
    named('Min: -1\nMax: 3', { Min: -1, Max: 3 }),
  ],
  ['D1 an output in an object, later', 'answer', {}, named('Answer: 42', { Answer: 42 })],
  ['D1 falsy outputs', 'parse_values', { arg1: '{"A":0,"B":""}' }, named('A: 0\nB: ', { A: 0, B: '' })],
  [
    'D1 outputs of other types',
    'parse_values',
    { arg1: '{"B":false,"A":[1]}' },
    failure(
      'Tool "parse_values" returned values of the wrong type:\n- A: must be a number, got [1]\n- B: must be a string, got false',
    ),
  ],
  [
    'D1 arguments in the order of `args`',
    'subtract',
    { Subtrahend: 1, Minuend: 10 },
    { structuredContent: { Difference: 9 } },
  ],
  ['D1 a default of the function', 'welcome', { Name: 'Ada' }, { structuredContent: { Welcome: 'Welcome, Ada!' } }],
  [
    'D1 an argument in its place',
    'welcome',
    { Name: 'Ada', Greeting: 'Hi' },
    { structuredContent: { Welcome: 'Hi, Ada!' } },
  ],
  ['D1 input and context without `args`', 'describe_call', { Name: 'Ada' }, plain('{"Name":"Ada"} in 2025-11-25')],
  ['D2 nothing', 'touch', {}, plain('Success')],
  [
    'D3 null where outputs are declared',
    'parse_values',
    { arg1: 'null' },
    failure('Tool "parse_values" returned no result.'),
  ],
  ['D3 undefined where outputs are declared', 'maybe', {}, failure('Tool "maybe" returned no result.')],
  ['D6 a handler of its own', 'halve', { N: 8 }, plain('exactly 4')],
  ['D6 a handler that leaves it to a function', 'halve', { N: 7 }, plain('3')],
  [
    'D7 defaults and what the schema does not mention',
    'book',
    { seats: 2, extra: true },
    plain('{"seats":2,"extra":true,"area":"inside"}'),
  ],
];

test.each(calls)('the answer of a generated tool: %s', async (_, tool, values, expected) => {
  expect(await call(tool, values)).toMatchObject(expected);
});

test('D4 a generator answers with what it yields first, and is closed', async () => {
  expect(await call('first_even')).toEqual(named('N: 2', { N: 2 }));
  expect(reports).toEqual(['tried 2\n', 'closed numbers\n']);
});

test('D7 every problem of the arguments is named by its parameter, before the handler is called', async () => {
  const { content, isError } = await call('book', { area: 'roof', mail: 'nobody' });
  expect(isError).toBe(true);
  expect(content[0].text.split('\n').toSorted()).toEqual([
    '- area: must be one of "inside", "garden", got "roof"',
    '- mail: must be an email address, got "nobody"',
    '- seats: is required',
    'Invalid arguments for tool "book":',
  ]);
});

test('P1, P2 prompts are listed with their titles, and answered by bound functions and by messages', async () => {
  expect((await ask('prompts/list'))['prompts'].slice(0, 2)).toEqual([
    {
      name: 'open',
      description: 'Opens a conversation',
      arguments: [
        { name: 'topic', title: 'Topic', description: 'What it is about.', required: true },
        { name: 'style', description: 'How it sounds.', required: false },
      ],
    },
    {
      name: 'explain',
      title: 'Explain Tool',
      description: 'Explains a concept',
      arguments: [{ name: 'concept', description: 'What is explained.', required: true }],
    },
  ]);
  expect(await ask('prompts/get', { name: 'open', arguments: { topic: 'logic' } })).toEqual({
    description: 'A conversation about logic',
    messages: [
      { role: 'user', content: { type: 'text', text: 'Let us talk about logic.' } },
      { role: 'assistant', content: { type: 'text', text: 'Gladly, in a plain style.' } },
    ],
  });
  const { messages } = await ask('prompts/get', { name: 'explain', arguments: { concept: 'cuts' } });
  expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Please explain cuts.' } }]);
});

test('S1 resources are listed with what was given; of static contents the size, too', async () => {
  expect((await ask('resources/list'))['resources']).toEqual([
    { uri: 'app://text', name: 'text', title: 'A text', description: 'Stands here', mimeType: 'text/plain', size: 7 },
    { uri: 'app://file', name: 'file', description: 'Stands in a file', mimeType: 'text/markdown', size: 32 },
    { uri: 'app://blob', name: 'blob', mimeType: 'application/octet-stream', size: 3 },
    { uri: 'app://bound', name: 'bound', mimeType: 'application/json' },
  ]);
});

test.each([
  ['text', { mimeType: 'text/plain', text: 'Höher\n' }],
  ['file', { mimeType: 'text/markdown', text: '# A page\n\nWith `${code}` in it.\n' }],
  ['blob', { mimeType: 'application/octet-stream', blob: 'AP8Q' }],
  ['bound', { mimeType: 'application/json', text: '{"debug":false}' }],
])('S2 the contents of a resource: %s', async (name, contents) => {
  const uri = `app://${name}`;
  expect(await ask('resources/read', { uri })).toEqual({ contents: [{ uri, ...contents }] });
});

test('T6 stubs and handlers fit the types; a handler that is missing and values of the wrong type are errors where they stand', async () => {
  expect(report.diagnostics).toEqual([]);
  rmSync(path.join(folder, 'handlers/tools/z-last.ts'));
  const errors = [
    ...(await typeCheck(folder)).matchAll(/^\S*?((?:handlers|generated)\/\S+)\((\d+),\d+\): error (TS\d+)/gmu),
  ];
  expect(
    errors.map(([, file, line, code]) => (file === 'generated/handlers.ts' ? [file, code] : [file, line, code])),
  ).toEqual([
    ['generated/handlers.ts', 'TS2307'],
    ['generated/handlers.ts', 'TS2345'],
    ['generated/handlers.ts', 'TS2322'],
    ['handlers/more/unsound.ts', '3', 'TS18048'],
    ['handlers/more/unsound.ts', '4', 'TS2367'],
    ['handlers/more/unsound.ts', '5', 'TS2339'],
    ['handlers/more/unsound.ts', '6', 'TS2322'],
    ['handlers/more/unsound.ts', '7', 'TS2322'],
  ]);
});
