import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { typeCheck } from '../kit/type-check.js';
import { findBooks, handlers, recommend, shop } from './shop.js';
import { edit } from './story.js';

test('a changed schema is a type error at the line of the handler that no longer fits', async () => {
  const folder = makeFolder();
  const tool = 'handlers/tools/find-books.ts';
  const definition = 'definitions/shop.mcp.yaml';
  linkPackages(folder);
  await edit(folder, {
    [definition]: shop({ prompts: recommend() }),
    [tool]: handlers.findBooks,
    'handlers/prompts/recommend.ts': handlers.recommend,
  });
  expect(await runInMemory(['generate'], { cwd: folder })).toMatchObject({ exitCode: 0 });
  expect(await typeCheck(folder)).toBe('');

  await edit(folder, { [definition]: shop({ tools: findBooks('string'), prompts: recommend() }) });
  expect(await runInMemory(['generate'], { cwd: folder })).toMatchObject({ exitCode: 0 });
  expect(await readFile(path.join(folder, tool), 'utf8')).toBe(handlers.findBooks);
  const errors = (await typeCheck(folder)).split('\n').filter((line) => /error TS/u.test(line));
  expect(errors).toEqual([expect.stringMatching(/find-books\.ts\(5,28\): error TS2345: /u)]);
});
