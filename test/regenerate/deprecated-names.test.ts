import { beforeEach, describe, expect, test } from 'vitest';
import { hashContent } from '../../generator/pipeline/write/hash-content.js';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';
import { countBooks, findBooks, shop } from './shop.js';
import { edit, generateIn, readGenerated, readOwn } from './story.js';

const definition = 'definitions/shop.mcp.yaml';
const api = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Stock', version: '1' },
  servers: [{ url: 'https://stock.example' }],
  paths: {
    '/stock': {
      get: {
        operationId: 'get_stock',
        summary: 'Reads the stock.',
        responses: { 200: { description: 'd', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
});

const edited = `import type { FindBooks, FindBooksAnswer } from '../../generated/handlers.ts';

// Mine: keep   this spacing.
export const findBooks: FindBooks = ({ query }): FindBooksAnswer => ({ titles: [query] });
`;
const untouched = `import { notImplemented } from 'create-mcp-from-schema/runtime';
import type { SellBooks, SellBooksAnswer } from '../../generated/handlers.ts';

/** Finds books. */
export const sellBooks: SellBooks = async (input, context): Promise<SellBooksAnswer> => {
  return notImplemented('sell_books');
};
`;
const server = `import type { Credentials } from '../generated/forwards.ts';

export const credentials: Credentials = () => undefined;
`;
const embedding = `import { start, project } from '../generated/project.ts';

await start(project.handlers);
`;

let folder: string;

/** Makes the project one that version 0.3.0 generated last. */
beforeEach(async () => {
  folder = makeFolder({
    [definition]: shop({ tools: findBooks() + findBooks('integer', 'sell_books') }),
    'definitions/stock.openapi.json': api,
    'handlers/tools/find-books.ts': edited,
    'handlers/server.ts': server,
    'test/embedding.ts': embedding,
  });
  linkPackages(folder);
  await generateIn(folder);
  const former = ['contents.ts', 'forwards.ts', 'project.ts'];
  const text = '// as the earlier version wrote it\n';
  await edit(folder, {
    'handlers/tools/sell-books.ts': untouched,
    ...Object.fromEntries(former.map((file) => [`generated/${file}`, text])),
    'generated/manifest.json': (manifest) =>
      manifest
        .replace(/"generatorVersion": "[^"]*"/u, '"generatorVersion": "0.3.0"')
        .replace('"outputs": {', `"outputs": {${former.map((file) => `"${file}": "${hashContent(text)}",`).join('')}`)
        .replace(/("handlers\/tools\/sell-books\.ts": )"[^"]*"/u, `$1"${hashContent(untouched)}"`),
  });
});

const dropNames = () =>
  runGenerator({
    root: folder,
    definitions: 'definitions',
    handlers: 'handlers',
    out: 'generated',
    check: false,
    force: false,
    strict: false,
    dropDeprecatedNames: true,
  });

const checkTypes = () => typeCheck(folder, ['generated', 'handlers', 'test']);

describe('a project that version 0.3 made', () => {
  test('compiles with its old names, and is told the new ones', async () => {
    const own = await readOwn(folder);
    const { exitCode, out, error } = await generateIn(folder);
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).toContain('handlers/tools/find-books.ts: FindBooksAnswer is now FindBooksResult');
    expect(out).toContain('create-mcp-from-schema upgrade');
    expect(await checkTypes()).toBe('');
    const stub = untouched.replaceAll('SellBooksAnswer', 'SellBooksResult');
    expect(await readOwn(folder)).toEqual({
      ...own,
      'handlers/tools/sell-books.ts': stub,
      'tsconfig.json': expect.anything() as unknown,
      'package.json': expect.anything() as unknown,
    });
    const generated = await readGenerated(folder);
    expect(generated['generated/handlers.ts']).toContain(
      '/** @deprecated Use {@link FindBooksResult}. */\nexport type FindBooksAnswer = FindBooksResult;\n',
    );
    expect(generated['generated/handlers.ts']).not.toContain('GetStockAnswer');
    expect(generated['generated/forwards.ts']).toContain("export * from './api-calls.ts';");
    expect(Object.keys(generated)).not.toContain('generated/contents.ts');
  });

  test('keeps them from run to run, also for new tools', async () => {
    await generateIn(folder);
    expect(await generateIn(folder, ['--check'])).toMatchObject({ exitCode: 0 });
    await edit(folder, { [definition]: (text) => text + findBooks('integer', 'buy_books') });
    expect(await generateIn(folder)).toMatchObject({ exitCode: 0, error: '' });
    const handlers = (await readGenerated(folder))['generated/handlers.ts'];
    expect(handlers).toContain('export type BuyBooksAnswer = BuyBooksResult;');
    expect(handlers).toContain('export type FindBooksAnswer = FindBooksResult;');
    expect(await checkTypes()).toBe('');
  });

  test('has none where a new type needs the name', async () => {
    await generateIn(folder);
    const answer = countBooks.replace('count_books', 'find_books_answer');
    await edit(folder, { [definition]: (text) => text + answer, 'handlers/tools/find-books.ts': null });
    expect(await generateIn(folder)).toMatchObject({ exitCode: 0, error: '' });
    expect((await readGenerated(folder))['generated/handlers.ts']).not.toContain('FindBooksAnswer = FindBooksResult');
    expect(await checkTypes()).toBe('');
  });

  test.each([
    ['at once', false],
    ['later', true],
  ])('loses them on demand, %s, for good', async (_, isGenerated) => {
    if (isGenerated) await generateIn(folder);
    const report = await dropNames();
    expect(report).toMatchObject({
      ok: true,
      write: {
        misnamed: [{ path: 'handlers/tools/find-books.ts', renames: [['FindBooksAnswer', 'FindBooksResult']] }],
      },
    });
    await edit(folder, { [definition]: (text) => text + countBooks });
    await generateIn(folder);
    const generated = await readGenerated(folder);
    for (const text of Object.values(generated)) expect(text).not.toMatch(/BooksAnswer\b|deprecatedNames/u);
    expect(Object.keys(generated)).not.toContain('generated/forwards.ts');
    expect(Object.keys(generated)).not.toContain('generated/project.ts');
    expect((await readOwn(folder))['handlers/tools/sell-books.ts']).toContain('Promise<SellBooksResult>');
    expect(await checkTypes()).toContain("no exported member 'FindBooksAnswer'");
    await edit(folder, {
      'handlers/tools/find-books.ts': (text) => text.replaceAll('FindBooksAnswer', 'FindBooksResult'),
      'handlers/server.ts': (text) => text.replace('forwards.ts', 'api-calls.ts'),
      'test/embedding.ts': `import { start } from '../generated/start.ts';
import { project } from '../generated/test-project.ts';

await start(project.handlers);
`,
    });
    expect(await checkTypes()).toBe('');
  });
});

test('a new project has no deprecated names, in its first and in later runs', async () => {
  const fresh = makeFolder({ [definition]: shop() });
  await generateIn(fresh);
  await edit(fresh, { [definition]: (text) => text + countBooks });
  await generateIn(fresh);
  const generated = await readGenerated(fresh);
  for (const text of Object.values(generated)) expect(text).not.toMatch(/BooksAnswer\b|deprecatedNames/u);
  expect(Object.keys(generated)).not.toContain('generated/project.ts');
});
