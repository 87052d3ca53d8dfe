import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from '../cli/run-in-memory.js';

interface Report {
  readonly tools: { readonly count: number; readonly listed: number; readonly unreachable: readonly string[] };
  readonly questions: readonly {
    readonly ask: string;
    readonly tools: readonly string[];
    readonly ranks: { readonly [ranking: string]: { readonly rank: number | null } };
  }[];
}

async function evaluate(files: { readonly [file: string]: string }): Promise<Report> {
  const { out, error } = await runInMemory(['evaluate', '--format', 'json'], { cwd: makeFolder(files) });
  expect(error).toBe('');
  return JSON.parse(out) as Report;
}

/** Ranks of the only question. */
function ranksOf({ questions }: Report): readonly (number | null | undefined)[] {
  const [{ ranks } = { ranks: {} as Report['questions'][number]['ranks'] }] = questions;
  return ['bm25', 'names', 'search'].map((ranking) => ranks[ranking]?.rank);
}

const head = 'server: { name: a, version: 1.0.0 }';

describe('questions of', () => {
  test('a tool with a handler', async () => {
    const tool = '{ description: Finds kites., inputSchema: { type: object }, questions: [find kites] }';
    expect(ranksOf(await evaluate({ 'definitions/a.mcp.yaml': `${head}\ntools: { find_kites: ${tool} }` }))).toEqual([
      1, 1, 1,
    ]);
  });

  test('a tool with an HTTP request', async () => {
    const tool = `{ description: Gets the weather., inputSchema: { type: object }, http: { url: 'https://example.com/w' }, questions: [weather] }`;
    expect(ranksOf(await evaluate({ 'definitions/a.mcp.yaml': `${head}\ntools: { w: ${tool} }` }))).toEqual([
      1,
      null,
      1,
    ]);
  });

  test('a tool with a static result', async () => {
    const tool = `{ description: Says hello., result: hello, questions: [hello] }`;
    expect(ranksOf(await evaluate({ 'definitions/a.mcp.yaml': `${head}\ntools: { greet: ${tool} }` }))).toEqual([
      1,
      null,
      1,
    ]);
  });

  test('an SQL tool', async () => {
    const definition = `${head}
databases: { shop: { kind: sqlite, file: shop.db, schema: ./shop.sql } }
tools:
  list_cups:
    description: Lists cups.
    sql: { statement: select id from cups }
    questions: [cups]
`;
    const files = { 'definitions/a.mcp.yaml': definition, 'definitions/shop.sql': 'create table cups (id integer);' };
    expect(ranksOf(await evaluate(files))).toEqual([1, 1, 1]);
  });

  test('a GraphQL operation, by the name of its tool', async () => {
    const definition = `${head}
graphql:
  shop:
    endpoint: https://example.com/graphql
    schema: ./shop.graphql
    operations: ./operations.graphql
    tools: { Orders: { name: list_orders, description: Lists orders., questions: [orders] } }
`;
    const files = {
      'definitions/a.mcp.yaml': definition,
      'definitions/shop.graphql': 'type Query { orders: [String!]! }',
      'definitions/operations.graphql': 'query Orders { orders }',
    };
    const report = await evaluate(files);
    expect(report.questions[0]?.tools).toEqual(['list_orders']);
    expect(ranksOf(report)).toEqual([1, 1, 1]);
  });
});

const document = `openapi: 3.1.0
info: { title: Kites, version: 1.0.0 }
servers: [{ url: https://example.com }]
paths:
  /kites:
    get: { operationId: listKites, summary: Lists kites, responses: { '200': { description: ok } } }
    post: { operationId: addKite, summary: Adds a kite, responses: { '200': { description: ok } } }
`;

describe('operations of an API', () => {
  test.each([
    ['tools', 2],
    ['discover', 3],
    ['code', 2],
  ])('in mode %s are found, listed or not', async (mode, listed) => {
    const definition = `${head}
openapi:
  kites: { document: ./kites.openapi.yaml, mode: ${mode}, tools: { addKite: { questions: [adds a kite] } } }
`;
    const report = await evaluate({ 'definitions/a.mcp.yaml': definition, 'definitions/kites.openapi.yaml': document });
    expect(report.tools).toMatchObject({ count: 2, listed });
    expect(ranksOf(report)).toEqual([1, 1, 1]);
  });
});

test('tools that a model cannot call are not ranked', async () => {
  const definition = `${head}
tools:
  on: { description: Flies a kite., inputSchema: { type: object } }
  off: { description: Flies a kite., inputSchema: { type: object }, enabled: false, questions: [fly a kite] }
`;
  const report = await evaluate({ 'definitions/a.mcp.yaml': definition });
  expect(report.tools).toMatchObject({ count: 1, unreachable: ['off'] });
  expect(ranksOf(report)).toEqual([null, null, null]);
});

test('arguments count, also those behind references', async () => {
  const definition = `${head}
tools:
  fly:
    description: Flies.
    inputSchema: { $ref: '#/$defs/Input' }
    questions: [altitude in feet]
  land: { description: Lands., inputSchema: { type: object } }
$defs:
  Input: { type: object, properties: { height: { $ref: '#/$defs/Height' } } }
  Height: { type: integer, description: The altitude in feet. }
`;
  expect(ranksOf(await evaluate({ 'definitions/a.mcp.yaml': definition }))[0]).toBe(1);
});
