import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namesByOperation, readApi } from './read-api.js';

const methods = ['get', 'post', 'put', 'delete'] as const;
/** Few words, so that names collide: with each other, as types and as files. */
const ids = ['poll', 'Poll', 'poll_result', 'pollInput', 'pet', 'Pet', 'get_pet', 'list pets', 'PetOutput', undefined];
const schemaNames = ['Pet', 'pet', 'Poll', 'PollInput', 'PollResult', 'Node', 'PetTool', 'PetInput'];
const paths = ['/pet', '/pet/{id}', '/polls', '/poll', '/pets/list', '/a'];

const operation = fc.record({
  path: fc.constantFrom(...paths),
  method: fc.constantFrom(...methods),
  id: fc.constantFrom(...ids),
  body: fc.option(fc.constantFrom(...schemaNames)),
  answer: fc.option(fc.constantFrom(...schemaNames)),
});

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** Kinds of properties: in some of them the two directions differ. */
const schemas = fc.tuple(
  ...schemaNames.map(() =>
    fc.record({
      link: fc.option(fc.constantFrom(...schemaNames)),
      isReadOnly: fc.boolean(),
      isWriteOnly: fc.boolean(),
      hasOddName: fc.boolean(),
    }),
  ),
);

type Schemas = typeof schemas extends fc.Arbitrary<infer Value> ? Value : never;

const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const contentOf = (name: string) => ({ 'application/json': { schema: schemaRef(name) } });

function documentOf(operations: readonly Operation[], described: Schemas): object {
  const items: Record<string, Record<string, object>> = {};
  for (const { path, method, id, body, answer } of operations) {
    const item = (items[path] ??= {});
    item[method] ??= {
      ...(id !== undefined && { operationId: id }),
      ...(path.includes('{id}') && { parameters: [{ name: 'id', in: 'path', required: true }] }),
      ...(body !== null && { requestBody: { content: contentOf(body) } }),
      responses: { 200: { description: 'd', ...(answer !== null && { content: contentOf(answer) }) } },
    };
  }
  const components = described.map(({ link, isReadOnly, isWriteOnly, hasOddName }, index) => {
    const properties = {
      [hasOddName ? '@id' : 'id']: { type: 'string', ...(isReadOnly && { readOnly: true }) },
      secret: { type: 'string', ...(isWriteOnly && { writeOnly: true }) },
      ...(link !== null && { link: schemaRef(link) }),
    };
    return [schemaNames[index] ?? '', { type: 'object', properties }];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: items,
    components: { schemas: Object.fromEntries(components) as object },
  };
}

const read = (document: object, names?: ReadonlyMap<string, string>) =>
  readApi({ 'definitions/api.openapi.json': document }, names);

/** The operations that a document has in the end, by what bindings say of them. */
function listOperations(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const listed = new Map<string, string>();
  for (const each of operations) {
    const key = `${each.method.toUpperCase()} ${each.path}`;
    if (!listed.has(key)) listed.set(key, JSON.stringify(each));
  }
  return listed;
}

test('operations that come and go rename no tool, no file and no type', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: 8 }),
      fc.array(operation, { maxLength: 5 }),
      fc.nat(9),
      schemas,
      async (before, added, removed, described) => {
        const after = [...added, ...before.filter((_operation, index) => index !== removed)];
        const [old, now] = [listOperations(before), listOperations(after)];
        const first = await read(documentOf(before, described));
        const second = await read(documentOf(after, described), first.names);
        const [oldNames, newNames] = [namesByOperation(first), namesByOperation(second)];
        const kept = [...old].filter(([key, each]) => now.get(key) === each).map(([key]) => key);
        const pick = (names: { readonly [operation: string]: string }) => kept.map((key) => [key, names[key]]);
        expect(pick(newNames)).toEqual(pick(oldNames));
        for (const [key, name] of first.names) expect([key, second.names.get(key) ?? name]).toEqual([key, name]);
        if (kept.length === old.size) expect(second.types).toEqual(expect.arrayContaining([...first.types]));
      },
    ),
    { numRuns: 25 },
  );
});
