import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { typeCheck } from '../kit/type-check.js';

const returnsBooks = "outputSchema: { type: object, properties: { books: { $ref: '#/$defs/FindBooksResult' } } }";
const definition = `
server: { name: shop, version: 1.0.0 }
tools:
  find_books: { description: Finds books., ${returnsBooks} }
  elicit: { description: Asks., outputSchema: { type: object } }
$defs:
  FindBooksResult: { type: array, items: { type: string } }
`;

test('a schema and a type of the runtime keep out of the way of the types of results', async () => {
  const { folder, report } = await createProject({
    'definitions/shop.mcp.yaml': definition,
    'handlers/tools/find-books.ts': `import type { FindBooks, FindBooksResult } from '../../generated/handlers.ts';
export const findBooks: FindBooks = (): FindBooksResult => ({ books: ['Dune'] });
`,
  });
  expect(report.diagnostics).toEqual([]);
  expect(await typeCheck(folder)).toBe('');
  const types = await readFile(path.join(folder, 'generated/types.ts'), 'utf8');
  expect(types).not.toMatch(/\bFindBooksResult\b/u);
  const handlers = await readFile(path.join(folder, 'generated/handlers.ts'), 'utf8');
  expect(handlers).toContain('export type ElicitToolResult =');
});

const operation = (operationId: string) => ({
  get: {
    operationId,
    responses: { 200: { description: 'd', content: { 'application/json': { schema: { type: 'object' } } } } },
  },
});

test('an operation that is called like the result of another keeps its name on the wire', async () => {
  const paths = { '/job': operation('get_job'), '/result': operation('get_job_result') };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Jobs', version: '1' },
    servers: [{ url: 'https://a.example' }],
    paths,
  };
  const { folder, report } = await createProject({ 'definitions/jobs.openapi.json': JSON.stringify(document) });
  expect(report.model?.tools.map(({ name }) => name)).toEqual(['get_job', 'get_job_result']);
  expect(await typeCheck(folder)).toBe('');
});
