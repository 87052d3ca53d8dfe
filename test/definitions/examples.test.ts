import { expect, test } from 'vitest';
import type { ExampleTest } from '../../runtime/clients/testing/index.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { typeCheck } from '../kit/type-check.js';
import { print } from './diagnose.js';

/** A definition with one tool that has these examples, which begin in line 9. */
const define = (examples: string): string => `server: { name: shop, version: 1.0.0 }
tools:
  find:
    description: Finds books.
    inputSchema:
      { type: object, properties: { query: { type: string, description: Words. } }, required: [query] }
    outputSchema: { type: object, properties: { titles: { type: array, items: { $ref: '#/$defs/Title' } } } }
    examples:
${examples}
$defs: { Title: { type: string, minLength: 1 } }
`;

test('an example without an argument that has a default is a test whose handler gets it', async () => {
  const project = await createProject({
    'definitions/shop.mcp.yaml': `server: { name: shop, version: 1.0.0 }
tools:
  find:
    description: Finds books.
    inputSchema: { type: object, properties: { limit: { type: integer, default: 10, description: How many. } }, required: [limit] }
    outputSchema: { type: object, properties: { limit: { type: integer } } }
    examples: [{ input: {}, output: { limit: 10 } }]
`,
    'handlers/tools/find.ts': `
        import type { Find } from '../../generated/handlers.ts';
        export const find: Find = ({ limit }) => ({ limit });`,
    'test/list.ts': `
        import { listExamples } from 'create-mcp-from-schema/testing';
        import { project } from '../generated/test-project.ts';
        export const tests = listExamples(project);`,
  });
  const { tests } = await loadModule<Pick<Exports, 'tests'>>(project.folder, 'test/list.ts');
  expect(tests).toHaveLength(1);
  await tests[0]?.run();
});

test('a wrong result in an example is shown', async () => {
  expect(await print(define('      - { input: { query: dune }, output: { titles: [3] } }'))).toContain(
    'definitions/server.mcp.yaml:9:43 error invalid-example: This example does not match its schema: ' +
      '`titles[0]` must be a string.',
  );
});

interface Exports {
  readonly tests: readonly ExampleTest[];
  readonly list: { readonly tools: readonly { readonly inputSchema: { readonly examples?: unknown } }[] };
}

test('examples are advertised in every revision, and those with a result are tests', async () => {
  const project = await createProject({
    'definitions/shop.mcp.yaml': define(`
      - { title: by title, input: { query: dune }, output: { titles: [dune] } }
      - { input: { query: dune }, output: { titles: [emma] } }
      - { input: { query: dune }, outputSchema: { properties: { titles: { items: { $ref: '#/$defs/Title' } } } } }
      - { title: too many, input: { query: dune }, outputSchema: { properties: { titles: { maxItems: 0 } } } }
      - { input: { query: only shown } }
      - { title: a failure, input: { query: nothing }, output: {} }`),
    'handlers/tools/find.ts': `
      import type { Find } from '../../generated/handlers.ts';
      export const find: Find = ({ query }) => {
        if (query === 'nothing') throw new Error('There is no such book');
        return { titles: [query] };
      };`,
    'test/list.ts': `
      import { listExamples, openTestServer } from 'create-mcp-from-schema/testing';
      import { project } from '../generated/test-project.ts';
      export const tests = listExamples(project);
      const server = await openTestServer(project, { revision: '2024-11-05' });
      export const list = await server.request('tools/list');`,
  });
  const { tests, list } = await loadModule<Exports>(project.folder, 'test/list.ts');
  expect(list.tools[0]?.inputSchema.examples).toEqual([
    ...Array.from({ length: 4 }, () => ({ query: 'dune' })),
    { query: 'only shown' },
    { query: 'nothing' },
  ]);
  const results = await Promise.all(
    tests.map(async ({ name, run }) => [name, await run().then(() => 'passed', String)]),
  );
  expect(results).toEqual([
    ['find: by title', 'passed'],
    ['find: example 2', 'ExampleError: the result.titles[0] is "dune", not "emma"'],
    ['find: example 3', 'passed'],
    ['find: too many', expect.stringMatching(/^ExampleError: - titles: must be empty/u)],
    ['find: a failure', 'ToolError: There is no such book'],
  ]);
  expect(await typeCheck(project.folder, ['generated', 'handlers', 'test/*.ts'])).toBe('');
});
