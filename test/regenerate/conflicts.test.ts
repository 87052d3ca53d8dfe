import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { readTree } from '../write/project-fixture.js';
import { catalogue, findBooks, handlers, recommend, shop } from './shop.js';
import { edit, generateIn, readGenerated, readOwn, tell, type Story } from './story.js';

const definition = 'definitions/shop.mcp.yaml';
const tool = 'handlers/tools/find-books.ts';
const start = { [definition]: shop(), [tool]: handlers.findBooks };

const stories: readonly Story[] = [
  {
    title: 'a schema that changes under an implemented handler leaves it, and changes its type',
    start,
    edit: { [definition]: shop({ tools: findBooks('string') }) },
    prints: [],
    keepsQuietOf: ['No longer defined'],
    holds: { 'types.ts': /limit\??: string/u },
  },
  {
    title: 'a schema that changes under a stub says nothing of types',
    start: { [definition]: shop() },
    edit: { [definition]: shop({ tools: findBooks('string') }) },
    prints: ['To implement:', tool],
  },
  {
    title: 'names that Windows keeps for itself, or cannot tell apart, are no names of files',
    start,
    edit: {
      [definition]: shop({
        tools: findBooks() + tools('con', 'NUL', 'com1.txt', 'trailing.', 'Foo'),
        prompts: recommend('', 'aux'),
        resources: catalogue('shop://prn', "'a<b>:c|?*'"),
      }),
    },
    prints: ['To implement:'],
    creates: [
      'handlers/tools/con-tool.ts',
      'handlers/tools/nul-tool.ts',
      'handlers/tools/com1-txt.ts',
      'handlers/tools/trailing.ts',
      'handlers/tools/foo.ts',
      'handlers/prompts/aux-prompt.ts',
      'handlers/resources/a-b-c.ts',
    ],
  },
  {
    title: 'two names that give the same file on some disks are refused',
    start,
    edit: { [definition]: shop({ tools: findBooks() + tools('Foo', 'foo') }) },
    exitCode: 1,
    prints: ['help: Rename one of them.'],
    changesNothing: true,
  },
];

function tools(...names: readonly string[]): string {
  return names.map((name) => `  ${name}: { description: A tool., inputSchema: { type: object } }\n`).join('');
}

describe('a conflict:', () => {
  for (const story of stories) test(story.title, () => tell(story));
});

test('a checkout with CRLF line ends is no edit by hand', async () => {
  const folder = makeFolder();
  const origin = path.join(folder, 'origin');
  await edit(origin, start);
  expect(await generateIn(origin)).toMatchObject({ exitCode: 0 });
  const git = (...argv: readonly string[]) => execFileSync('git', argv, { cwd: origin, stdio: 'ignore' });
  git('init');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-m', 'All');
  git('-c', 'core.autocrlf=true', 'clone', origin, '../checkout');
  const checkout = path.join(folder, 'checkout');
  expect(await readFile(path.join(checkout, 'generated/types.ts'), 'utf8')).toContain('\r\n');
  const before = await readTree(checkout);
  expect(await generateIn(checkout, ['--check'])).toMatchObject({ exitCode: 0, error: '' });
  const outcome = await generateIn(checkout);
  expect(outcome).toMatchObject({ exitCode: 0, error: '' });
  expect(outcome.out).toContain('Generated 1 tool: 14 unchanged.');
  expect({ ...(await readTree(checkout)), ...before }).toEqual(await readTree(checkout));
  await edit(checkout, { [definition]: shop({ tools: findBooks('string') }) });
  expect((await generateIn(checkout)).out).toContain('Generated 1 tool: 5 files written, 9 unchanged.');
});

describe('a symbolic link out of the project:', () => {
  async function createLinked(name: string): Promise<{ readonly project: string; readonly elsewhere: string }> {
    const folder = makeFolder();
    const project = path.join(folder, 'project');
    const elsewhere = path.join(folder, 'elsewhere');
    await mkdir(elsewhere);
    if (name !== 'definitions') await edit(project, { [definition]: shop() });
    else await edit(elsewhere, { 'shop.mcp.yaml': shop() });
    await mkdir(project, { recursive: true });
    await symlink(elsewhere, path.join(project, name), 'dir');
    return { project, elsewhere };
  }

  test('definitions are read, and nothing is written there', async () => {
    const { project, elsewhere } = await createLinked('definitions');
    expect(await generateIn(project)).toMatchObject({ exitCode: 0 });
    expect(Object.keys(await readTree(elsewhere))).toEqual(['shop.mcp.yaml']);
    expect(Object.keys(await readOwn(project))).toEqual(['handlers/server.ts', tool]);
  });

  test('a link instead of a generated file is replaced, not its target', async () => {
    const { project, elsewhere } = await createLinked('unused');
    expect(await generateIn(project)).toMatchObject({ exitCode: 0 });
    await edit(elsewhere, { 'types.ts': (await readGenerated(project))['generated/types.ts'] ?? '' });
    await edit(project, { 'generated/types.ts': null, [definition]: shop({ tools: findBooks('string') }) });
    await symlink(path.join(elsewhere, 'types.ts'), path.join(project, 'generated/types.ts'));
    const before = await readTree(elsewhere);
    expect(await generateIn(project)).toMatchObject({ exitCode: 0 });
    expect(await readTree(elsewhere)).toEqual(before);
    expect((await readGenerated(project))['generated/types.ts']).toContain('limit: string');
  });
});
