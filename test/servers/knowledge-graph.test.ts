import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { byId, talk, type Message } from '../kit/talk.js';

const ada = { name: 'Ada', entityType: 'person', observations: ['writes programs'] };
const charles = { name: 'Charles', entityType: 'person', observations: ['builds machines'] };
const engine = { name: 'Engine', entityType: 'machine', observations: ['is made of brass'] };
const programs = { from: 'Ada', to: 'Engine', relationType: 'programs' };
const builds = { from: 'Charles', to: 'Engine', relationType: 'builds' };
const knows = { from: 'Ada', to: 'Charles', relationType: 'knows' };

let folder: string;
let file: string;

beforeEach(async () => {
  folder = makeFolder();
  file = path.join(folder, 'memory.jsonl');
});

type Call = readonly [tool: string, values?: object];

/** Makes calls in one process, which does changes one after the other; gives the results. */
async function makeCalls(...calls: readonly Call[]): Promise<readonly Message['result'][]> {
  const messages = calls.map(([name, values = {}], id) => makeCall(id, name, values));
  const conversation = await talk('dist/knowledge-graph/server.mjs', messages, { MEMORY_FILE_PATH: file });
  expect(conversation.exitCode).toBe(0);
  return byId(conversation.messages).map(({ result }) => result);
}

function makeCall(id: number, name: string, values: object): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: values } };
}

async function readLines(): Promise<readonly unknown[]> {
  const text = await readFile(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

async function fill(): Promise<void> {
  await makeCalls(
    ['create_entities', { entities: [ada, charles, engine] }],
    ['create_relations', { relations: [programs, builds, knows] }],
  );
}

test('an empty graph before anything is remembered', async () => {
  const [graph] = await makeCalls(['read_graph']);
  expect(graph).toEqual({
    content: [{ type: 'text', text: '{"entities":[],"relations":[]}' }],
    structuredContent: { entities: [], relations: [] },
  });
  expect(await readdir(folder)).toEqual([]);
});

test('creates what is new, and keeps it as JSON lines from one process to the next', async () => {
  const [first, second, relations] = await makeCalls(
    ['create_entities', { entities: [ada] }],
    ['create_entities', { entities: [{ ...ada, observations: ['is new'] }, engine, engine] }],
    ['create_relations', { relations: [programs, programs] }],
  );
  expect(first.structuredContent).toEqual({ entities: [ada] });
  expect(second.structuredContent).toEqual({ entities: [engine] });
  expect(relations.structuredContent).toEqual({ relations: [programs] });
  const [graph] = await makeCalls(['read_graph']);
  expect(graph.structuredContent).toEqual({ entities: [ada, engine], relations: [programs] });
  expect(await readLines()).toEqual([
    { type: 'entity', ...ada },
    { type: 'entity', ...engine },
    { type: 'relation', ...programs },
  ]);
  expect(await readdir(folder)).toEqual(['memory.jsonl']);
});

test('adds observations that are new, searches, opens, and deletes entities with their relations', async () => {
  await fill();
  const contents = ['writes programs', 'likes birds', 'likes birds'];
  const queries = ['CHARL', 'machine', 'Brass', 'quantum'];
  const [added] = await makeCalls(['add_observations', { observations: [{ entityName: 'Ada', contents }] }]);
  const [opened, ...found] = await makeCalls(
    ['open_nodes', { names: ['Ada', 'Nobody'] }],
    ...queries.map((query): Call => ['search_nodes', { query }]),
  );
  expect(added.structuredContent).toEqual({ results: [{ entityName: 'Ada', addedObservations: ['likes birds'] }] });
  expect(opened.structuredContent).toEqual({
    entities: [{ ...ada, observations: ['writes programs', 'likes birds'] }],
    relations: [programs, knows],
  });
  expect(found.map(({ structuredContent }) => structuredContent)).toEqual([
    { entities: [charles], relations: [builds, knows] },
    { entities: [charles, engine], relations: [programs, builds, knows] },
    { entities: [engine], relations: [programs, builds] },
    { entities: [], relations: [] },
  ]);
  const [observations, relations, entities] = await makeCalls(
    ['delete_observations', { deletions: [{ entityName: 'Ada', observations: ['writes programs', 'is unknown'] }] }],
    ['delete_relations', { relations: [programs, { ...knows, relationType: 'likes' }] }],
    ['delete_entities', { entityNames: ['Engine', 'Nobody'] }],
  );
  const [graph] = await makeCalls(['read_graph']);
  expect(observations.structuredContent).toEqual({ success: true, message: 'Observations deleted successfully' });
  expect(relations.structuredContent).toEqual({ success: true, message: 'Relations deleted successfully' });
  expect(entities.structuredContent).toEqual({ success: true, message: 'Entities deleted successfully' });
  const left = { entities: [{ ...ada, observations: ['likes birds'] }, charles], relations: [knows] };
  expect(graph.structuredContent).toEqual(left);
});

test('the graph is a resource, too', async () => {
  await fill();
  const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'memory://knowledge-graph' } };
  const { messages } = await talk('dist/knowledge-graph/server.mjs', [read], { MEMORY_FILE_PATH: file });
  const graph = { entities: [ada, charles, engine], relations: [programs, builds, knows] };
  expect(messages[0]?.result.contents).toEqual([
    { uri: 'memory://knowledge-graph', mimeType: 'application/json', text: JSON.stringify(graph, null, 2) },
  ]);
});

test('observations of which one is about no entity change nothing', async () => {
  await fill();
  const before = await readFile(file, 'utf8');
  const observations = [
    { entityName: 'Ada', contents: ['likes birds'] },
    { entityName: 'Bob', contents: ['is unknown'] },
  ];
  const [failed] = await makeCalls(['add_observations', { observations }]);
  expect(failed).toEqual({ isError: true, content: [{ type: 'text', text: 'Entity with name Bob not found' }] });
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('calls that come all at once are done one after the other', async () => {
  const entities = Array.from({ length: 30 }, (_, index) => ({ ...ada, name: `Ada ${index}` }));
  const calls = entities.map((entity, id) => makeCall(id, 'create_entities', { entities: [entity] }));
  const { messages } = await talk('dist/knowledge-graph/server.mjs', calls, { MEMORY_FILE_PATH: file });
  expect(messages).toHaveLength(30);
  expect(await readLines()).toEqual(entities.map((entity) => ({ type: 'entity', ...entity })));
});

test('two processes that write at the same time lose nothing', async () => {
  const calls = (owner: string): object[] =>
    Array.from({ length: 50 }, (_, id) =>
      makeCall(id, 'create_entities', {
        entities: [
          { ...ada, name: `${owner} ${id}` },
          { ...ada, name: `both ${id}` },
        ],
      }),
    );
  const conversations = await Promise.all(
    ['left', 'right'].map((owner) => talk('dist/knowledge-graph/server.mjs', calls(owner), { MEMORY_FILE_PATH: file })),
  );
  for (const { messages, exitCode } of conversations) {
    expect(exitCode).toBe(0);
    expect(messages.map(({ result }) => result.isError)).toEqual(Array.from({ length: 50 }, () => undefined));
  }
  const names = (await readLines()).map((line) => (line as { name: string }).name);
  const expected = ['both', 'left', 'right'].flatMap((owner) =>
    Array.from({ length: 50 }, (_, id) => `${owner} ${id}`),
  );
  expect(names.toSorted()).toEqual(expected.toSorted());
  expect(await readdir(folder)).toEqual(['memory.jsonl']);
});

test('a lock that a dead process has left behind is removed', async () => {
  const lock = `${file}.lock`;
  await writeFile(lock, '');
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await utimes(lock, aMinuteAgo, aMinuteAgo);
  const [created] = await makeCalls(['create_entities', { entities: [ada] }]);
  expect(created.structuredContent).toEqual({ entities: [ada] });
  expect(await readdir(folder)).toEqual(['memory.jsonl']);
});

test.each([
  ['half a line', '{"type":"entity","name":'],
  ['JSON of another kind', '[1, 2]'],
  ['an entity without observations', '{"type":"entity","name":"Ada","entityType":"person"}'],
  ['a line of a type that nobody knows', '{"type":"note","text":"keep me"}'],
])('a file with %s is an error that names the line, and stays as it is', async (_what, line) => {
  const text = `${JSON.stringify({ type: 'entity', ...engine })}\n\n${line}\n`;
  await writeFile(file, text);
  const expected = {
    isError: true,
    content: [
      {
        type: 'text',
        text: `${file}:3: the line is neither an entity nor a relation; repair or remove it`,
      },
    ],
  };
  expect(await makeCalls(['read_graph'], ['create_entities', { entities: [ada] }])).toEqual([expected, expected]);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('a file with lines that end as on Windows, and without an end of the last', async () => {
  await writeFile(
    file,
    `${JSON.stringify({ type: 'entity', ...ada })}\r\n${JSON.stringify({ type: 'entity', ...engine })}`,
  );
  const [graph] = await makeCalls(['read_graph']);
  expect(graph.structuredContent).toEqual({ entities: [ada, engine], relations: [] });
});

test('a relative MEMORY_FILE_PATH starts at the folder of the server', async () => {
  const name = path.basename(folder);
  const call = makeCall(1, 'create_entities', { entities: [ada] });
  const target = path.join('dist', 'knowledge-graph', name);
  try {
    await talk('dist/knowledge-graph/server.mjs', [call], { MEMORY_FILE_PATH: name });
    expect(JSON.parse(await readFile(target, 'utf8'))).toEqual({ type: 'entity', ...ada });
  } finally {
    await rm(target, { force: true });
  }
});
