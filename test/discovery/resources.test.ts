import { describe, expect, test } from 'vitest';
import { tokenEstimate } from '../../generator/outputs/inspect/estimate-tokens.js';
import type { OperationDefinition, ServerDefinition } from '../../runtime/core/api/definition.js';
import { makeDefinition, makeHandlers, makeTool } from '../wire/fixture-server.js';
import { request, talk } from '../wire/wire.js';

interface Entry {
  readonly operation: string;
  readonly siblings?: readonly Entry[];
}

interface Result {
  readonly total: number;
  readonly confidence?: string;
  readonly operations: readonly Entry[];
  readonly nextOffset?: number;
  readonly resources?: readonly string[];
  readonly hint?: string;
}

/** Operations by name: method and path, tag, title. */
function makeOperations(lines: readonly string[]): readonly OperationDefinition[] {
  return lines.map((line, position) => {
    const [request = '', tag = '', title = ''] = line.split(' | ');
    return {
      name: `operation${position}`,
      title,
      description: '',
      tags: tag === '' ? [] : [tag],
      request,
      details: async () => ({ fields: {} }),
      validators: () => Promise.reject(new Error('It is never called')),
    };
  });
}

async function search(operations: readonly OperationDefinition[], input: object): Promise<Result> {
  return (await searchAll(operations, [input]))[0] as Result;
}

/** Sends searches to one server. */
async function searchAll(
  operations: readonly OperationDefinition[],
  inputs: readonly object[],
): Promise<readonly Result[]> {
  const discovery = { does: 'search', load: async () => operations } as const;
  const definition: ServerDefinition = makeDefinition({ tools: [makeTool('search', { discovery })] });
  const calls = inputs.map((input, id) => request(id, 'tools/call', { name: 'search', arguments: input }));
  const answers = await talk({ definition, handlers: makeHandlers() }, calls);
  return answers.map((answer) => JSON.parse(answer['result'].content[0].text as string) as Result);
}

/** Positions of the operations of a result, by entry. */
const entriesOf = ({ operations }: Result): readonly (readonly number[])[] =>
  operations.map(({ operation, siblings = [] }) =>
    [operation, ...siblings.map((sibling) => sibling.operation)].map((name) => Number(name.slice('operation'.length))),
  );

const zoo = makeOperations([
  'GET /zoos/{zoo}/animals | animals | List animals',
  'POST /zoos/{zoo}/animals | animals | Create an animal',
  'GET /zoos/{zoo}/animals/{animal} | animals | Get an animal',
  'GET /parks/{park}/animals | animals | List animals of a park',
  'PUT /zoos/{zoo}/animals/{animal}/lock | animals | Lock an animal',
  'PATCH /zoos/{zoo}/animals/{animal} | animals | Update an animal',
  'GET /zoos/{zoo}/tickets | tickets | List tickets',
  'POST /zoos/{zoo}/tickets | tickets | Sell a ticket',
  'GET /zoos/{zoo}/tickets/{ticket}/refunds | tickets | List refunds',
  'GET /zoos/{zoo}/keepers | staff | List keepers',
  'GET /zoos/{zoo}/keepers/{keeper}/shifts | staff | List shifts',
]);

describe('operations on the same resource', () => {
  test('are one entry, whatever their scope or verb', async () => {
    const result = await search(zoo, { query: 'list animals' });
    const [first = [], ...others] = entriesOf(result);
    expect(first[0]).toBe(0);
    expect(first.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(others.flat()).not.toContain(3);
    expect(result.operations[0]).toMatchObject({
      title: 'List animals',
      request: 'GET /zoos/{zoo}/animals',
      tags: ['animals'],
      siblings: expect.arrayContaining([
        { operation: 'operation3', title: 'List animals of a park', request: 'GET /parks/{park}/animals' },
      ]),
    });
  });

  test('are on a resource with the name of a verb, too', async () => {
    const notes = makeOperations([
      'POST /zoos/{zoo}/issues | | Create an issue',
      'GET /zoos/{zoo} | | Get a zoo with its issues',
      'PUT /zoos/{zoo}/issues/{issue}/lock | | Lock an issue',
    ]);
    expect(entriesOf(await search(notes, { query: 'lock an issue' }))).toEqual([[2, 0], [1]]);
  });

  test('are on one page each', async () => {
    for (const limit of [1, 3, 10]) {
      const found: number[] = [];
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const result: Result = await search(zoo, { query: 'animals tickets keepers zoos', limit, offset });
        found.push(...entriesOf(result).flat());
        offset = result.nextOffset;
      }
      expect(found.toSorted((left, right) => left - right)).toEqual(zoo.map((_operation, position) => position));
    }
    const part = await search(zoo, { query: 'animals tickets keepers zoos', limit: 10, offset: 9 });
    expect([entriesOf(part).flat().length, part.nextOffset]).toEqual([2, undefined]);
  });
});

describe('the contents of an API', () => {
  const resources = ['animals (6): lock', 'tickets (3): refunds', 'staff (2): keepers, shifts'];

  test('are its tags, without a query', async () => {
    const { hint, ...result } = await search(zoo, {});
    expect(result).toEqual({ total: 11, operations: [], resources });
    expect(hint).toContain('`resource`');
  });

  test.each([
    ['of a query that no operation has a word of', { query: 'xylophone' }, 0],
    ['of a query that is mostly unknown', { query: 'xylophone glockenspiel triangle tickets' }, 3],
    ['of an unknown resource', { resource: 'plants' }, 0],
  ])('are in the result %s, which says that it is no good match', async (_title, input, total) => {
    expect(await search(zoo, input)).toMatchObject({ total, confidence: 'low', resources });
  });

  test('are not in the result of a good query, or on later pages', async () => {
    expect(await search(zoo, { query: 'sell a ticket' })).not.toHaveProperty('resources');
    expect(await search(zoo, { query: 'xylophone glockenspiel triangle tickets', offset: 1 })).not.toHaveProperty(
      'resources',
    );
  });

  test.each(['staff', ' Staff ', 'staff (2): keepers, shifts'])('open with %j', async (resource) => {
    expect(entriesOf(await search(zoo, { resource })).flat()).toEqual([9, 10]);
  });

  test('can be searched', async () => {
    const result = await search(zoo, { resource: 'tickets', query: 'list' });
    expect(entriesOf(result).flat()).toContain(8);
    expect(entriesOf(result).flat()).not.toContain(0);
  });

  test('are the first segments of paths without tags, after what all paths have', async () => {
    const paths = ['plays', 'plays/{id}', 'plays/{id}/acts', 'actors', 'actors/{id}', 'stages'];
    const untagged = [...paths, ...paths.map((each) => `${each}/notes`)].map((each) => `GET /api/v2/${each}`);
    expect((await search(makeOperations(untagged), {})).resources).toEqual([
      'plays (6): notes, acts',
      'actors (4): notes',
      'stages (2): notes',
    ]);
  });

  test('are the first segments of paths, if there is only one tag', async () => {
    const tagged = ['plays', 'actors', 'stages', 'props'].flatMap((each) =>
      ['GET', 'POST', 'PUT'].map((method) => `${method} /${each} | api`),
    );
    expect((await search(makeOperations(tagged), {})).resources).toEqual([
      'plays (3)',
      'actors (3)',
      'stages (3)',
      'props (3)',
    ]);
  });

  const huge = makeOperations(
    Array.from({ length: 1300 }, (_, position) => {
      const resource = position < 400 ? 'repositories' : `resource-number-${position % 45}`;
      const detail = position % 3 === 0 ? '' : `/{id}/detail-${position % 23}`;
      return `GET /orgs/{org}/${resource}${detail} | ${resource} | Get it`;
    }),
  );

  test('of a thousand operations take at most 800 tokens, and split what is large', async () => {
    const result = await search(huge, {});
    expect(tokenEstimate.count(JSON.stringify(result))).toBeLessThanOrEqual(800);
    expect(result.resources?.some((line) => line.startsWith('repositories/detail-'))).toBe(true);
  });

  test('lead to every operation', async () => {
    const many = makeOperations(
      Array.from({ length: 400 }, (_, position) => `GET /resource${position} | tag${position}`),
    );
    for (const operations of [zoo, huge, many]) {
      const { resources: lines = [] } = await search(operations, {});
      const found = new Set<number>();
      for (const line of lines) {
        const resource = line.slice(0, line.indexOf(' ('));
        for (let offset: number | undefined = 0; offset !== undefined;) {
          const result: Result = await search(operations, { resource, offset });
          for (const position of entriesOf(result).flat()) found.add(position);
          offset = result.nextOffset;
        }
      }
      expect(found.size).toBe(operations.length);
    }
  });
});
