import { describe, expect, test } from 'vitest';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { sortDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { makeFolder } from '../kit/make-folder.js';
import { readTable } from '../kit/read-table.js';
import { read } from '../definitions/diagnose.js';
import { sdl } from './library-schema.js';

const definition = (members = ''): string => `server: { name: s, version: 1.0.0 }
graphql:
  library:
    endpoint: https://a.example/graphql
    schema: ./library.graphql
    operations: ./all.graphql
${members}`;

const upload = `${sdl}\nscalar Upload\nextend type Query { store(file: Upload): Boolean }`;

async function diagnose(operations: string, { members = '    maxDepth: 8\n', schema = upload } = {}) {
  const { diagnostics } = await read({
    'definitions/a.mcp.yaml': definition(members),
    'definitions/library.graphql': schema,
    'definitions/all.graphql': operations,
  });
  return sortDiagnostics(diagnostics).map(({ location, message, help = '' }) => {
    return `${location?.line}:${location?.column} ${message} ${help}`.trim();
  });
}

describe('wrong operations are reported with their place and a fix', () => {
  test.each(readTable('graphql/wrong-operations.tsv'))('%s', async (operations = '', problems = '') => {
    expect((await diagnose(operations)).join('; ')).toBe(problems);
  });
});

test.each([
  [
    'a type that is missing',
    'type Query { a: Foo }',
    '1:17 The schema has no type `Foo`. Define it, or remove what uses it.',
  ],
  [
    'a repeated type',
    'type Query { a: Int }\ntype Query { b: Int }',
    '2:6 The schema defines the type `Query` twice. Remove one of them.',
  ],
  [
    'an extension of nothing',
    'type Query { a: Int }\nextend type Foo { b: Int }',
    '2:13 The schema has no type `Foo`. Define it, or remove what uses it.',
  ],
  [
    'no queries',
    'type Q { a: Int }',
    '1:1 Query root type must be provided. Fix the schema, or get it from the endpoint again.',
  ],
  ['a syntax error', 'type Query { a: Int b: }', '1:24 Expected Name, found `}`. Check the syntax before this place.'],
  ['nothing', '# Later.', '1:1 The file has no types. Write some, or remove the file.'],
])('a schema with %s', async (_what, schema, problem) => {
  expect(await diagnose('query A { a }', { schema })).toEqual([problem]);
});

test('directives of gateways that a schema does not declare are accepted', async () => {
  const schema = 'type Query @shareable { a: Int @cost(weight: 1) }';
  expect(await diagnose('query A { a }', { schema, members: '' })).toEqual([]);
});

test.each([
  ['deep nesting', `query A { items ${'{ ... '.repeat(5000)}`],
  ['nested braces', `query A { items ${'{ ... '.repeat(300)} { id } ${'}'.repeat(300)} }`],
  ['nested lists', `query A { items(first: ${'['.repeat(50_000)}`],
  ['many tokens', `query A { items { ${'id '.repeat(100_001)}} }`],
  ['many fields', `query A { items { ${'id '.repeat(90_000)}} }`],
  [
    'fragments that double',
    `query A { items { ...F0 } } ${Array.from({ length: 40 }, (_, index) => `fragment F${index} on Item { ...F${index + 1} ... { ...F${index + 1} } } `).join('')} fragment F40 on Item { id }`,
  ],
])('hostile operations: %s', async (_what, operations) => {
  const problems = await diagnose(operations, { members: '    maxDepth: 100\n    maxCost: 1000000\n' });
  expect(problems.length).toBeLessThanOrEqual(1);
});

test('alternatives that multiply with each level are refused', async () => {
  const schema = `interface N { n: N! }
${['A', 'B', 'C'].map((name) => `type ${name} implements N { n: N! ${name.toLowerCase()}: Int }`).join('\n')}
type Query { n: N! }`;
  const nested = (levels: number): string =>
    levels === 0 ? '{ __typename }' : `{ ... on A { a } ... on B { b } n ${nested(levels - 1)} }`;
  const write = (levels: number): string => `query Deep { n ${nested(levels)} }`;
  expect(await diagnose(write(5), { schema, members: '' })).toEqual([]);
  expect(await diagnose(write(13), { schema, members: '' })).toEqual([
    '1:1 The result of `Deep` has too many alternatives. Use fewer fragments on interfaces and unions inside of each other.',
  ]);
});

test('settings of operations that do not exist are reported', async () => {
  const members =
    '    tools: { B: { title: x } }\n    implement: [ItemsLst]\n    scalars: { Mony: { type: string } }\n';
  expect(await diagnose('query ItemsList { items { id } }', { members })).toEqual([
    '9:16 The schema has no scalar `Mony`. did you mean `Money`?',
  ]);
  expect(await diagnose('query ItemsList { items { id } }', { members: members.replace(/ +scalars.*/u, '') })).toEqual([
    '7:14 There is no operation `B`. Operations: ItemsList.',
    '8:17 There is no operation `ItemsLst`. did you mean `ItemsList`?',
  ]);
});

test('`--keep-going` omits an endpoint whose operations have errors', async () => {
  const root = makeFolder({
    'definitions/a.mcp.yaml': `${definition()}  other:\n    endpoint: https://b.example/graphql\n    schema: ./library.graphql\n    operations: ./queries/*.graphql\n`,
    'definitions/library.graphql': sdl,
    'definitions/all.graphql': 'query Good { items { id } }',
    'definitions/queries/bad.graphql': 'query Bad { items { none } }',
  });
  const folders = { root, definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  const report = await runGenerator({ ...folders, check: false, force: false, strict: false, keepGoing: true });
  expect(report.omitted).toEqual(['other (graphql of definitions/a.mcp.yaml)']);
  expect(report.model?.tools.map(({ name }) => name)).toEqual(['Good']);
});
