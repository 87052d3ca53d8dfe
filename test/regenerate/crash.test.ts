import { cp } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { spawnGenerate } from './faulty-run.js';
import { countBooks, findBooks, handlers, recommend, shop } from './shop.js';
import { edit, generateIn, readGenerated, readOwn, type Files } from './story.js';

const fresh = 'handlers/tools/count-books.ts';

/** A project whose next run writes, removes and creates files. */
interface Prepared {
  readonly folder: string;
  readonly own: Files;
  readonly before: Files;
  readonly after: Files;
  readonly stub: string;
}

async function prepare(): Promise<Prepared> {
  const folder = makeFolder();
  const project = path.join(folder, 'project');
  const definition = shop({ prompts: recommend() });
  await edit(project, { 'definitions/shop.mcp.yaml': definition, 'handlers/tools/find-books.ts': handlers.findBooks });
  await edit(project, { 'definitions/a.txt': 'Always open.', 'definitions/b.mcp.yaml': hours });
  expect(await generateIn(project)).toMatchObject({ exitCode: 0 });
  const before = await readGenerated(project);
  await edit(project, {
    'definitions/shop.mcp.yaml': shop({ tools: findBooks('string') + countBooks, prompts: recommend() }),
    'definitions/b.mcp.yaml': null,
    'handlers/prompts/recommend.ts': handlers.recommend,
  });
  const own = await readOwn(project);
  const done = path.join(folder, 'done');
  await cp(project, done, { recursive: true });
  expect(await generateIn(done)).toMatchObject({ exitCode: 0 });
  return { folder, own, before, after: await readGenerated(done), stub: (await readOwn(done))[fresh] ?? '' };
}

const hours = 'resources: { "shop://hours": { name: hours, mimeType: text/plain, file: ./a.txt } }\n';

/** Each file that a build could read is whole: as it was or as it becomes. */
async function expectWhole(project: string, { own, before, after, stub }: Prepared): Promise<void> {
  for (const [file, text] of Object.entries(await readGenerated(project))) {
    expect([before[file], after[file]], file).toContain(text);
  }
  const { [fresh]: created, [`${fresh}.new`]: _unfinished, ...rest } = await readOwn(project);
  expect(rest).toEqual(own);
  expect([undefined, stub]).toContain(created);
}

async function expectDone(project: string, { own, after, stub }: Prepared): Promise<void> {
  expect(await readGenerated(project)).toEqual(after);
  expect(await readOwn(project)).toEqual({ ...own, [fresh]: stub });
}

// `write/crash-safety.test.ts` and `write/power-loss.test.ts` stop the writer in every call, in one process.
test('a run that is killed at some call that changes the disk is finished or undone by the next one', async () => {
  const prepared = await prepare();
  for (let at = 1; ; at += 14) {
    const project = path.join(prepared.folder, `killed-${at}`);
    await cp(path.join(prepared.folder, 'project'), project, { recursive: true });
    const { exitCode, signal } = await spawnGenerate(project, at);
    if (exitCode === 0) return expect(at).toBeGreaterThan(30);
    expect(signal).toBe('SIGKILL');
    await expectWhole(project, prepared);
    expect(await generateIn(project)).toMatchObject({ exitCode: 0, error: '' });
    await expectDone(project, prepared);
  }
});

test('runs at the same time come to the same end as one', async () => {
  const prepared = await prepare();
  const project = path.join(prepared.folder, 'project');
  const endings = await Promise.all([1, 2, 3].map(() => spawnGenerate(project)));
  expect(endings).toEqual(endings.map(() => ({ exitCode: 0, signal: null, error: '' })));
  await expectDone(project, prepared);
  expect(await generateIn(project, ['--check'])).toMatchObject({ exitCode: 0 });
});
