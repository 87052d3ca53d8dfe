import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { initialize as initializeDev, startDev } from '../dev/dev-session.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { bytes, digestOf, files, refunds } from './guide.js';

vi.mock('../../generator/tools/scaffold/pack-generator.js', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  packGenerator: async () => {},
}));

/** Parts of the answers that the tests read. */
interface Answers {
  readonly skills: readonly { readonly uri: string; readonly resources: readonly { readonly digest: string }[] }[];
  readonly resources: readonly { readonly name: string }[];
}

test('dev serves the new text of a skill to a connected client', async () => {
  const texts = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, String(text)]));
  const session = await startDev(texts);
  onTestFinished(() => session.remove());
  await initializeDev(session);
  const guide = 'skill://refunds/references/GUIDE.md';
  const read = async (): Promise<unknown> =>
    (await session.ask('resources/read', { uri: guide })).result?.contents?.[0]?.text;
  const digests = async (): Promise<string> => JSON.stringify((await session.ask('skills/list')).result?.skills);
  expect(await read()).toBe('First\nSecond\n');
  await session.edit('definitions/skills/refunds/references/GUIDE.md', () => 'Third\n');
  await expect.poll(read, { timeout: 20_000 }).toBe('Third\n');
  expect(await digests()).toContain(digestOf('Third\n'));
  expect(await session.end()).toBe(0);
});

test('a server that a test opens answers requests about skills, and its client reads them', async () => {
  const opened = `
    import { openTestServer } from 'create-mcp-from-schema/testing';
    import { project } from '../generated/test-project.ts';
    export const server = await openTestServer(project);
  `;
  const { folder } = await createProject({ ...files, 'test/opened.ts': opened });
  const { server } = await loadModule<{
    readonly server: {
      request(method: string, params?: object): Promise<Answers>;
      readonly resources: { readonly [uri: string]: () => Promise<{ readonly text: string }> };
    };
  }>(folder, 'test/opened.ts');
  const { skills } = await server.request('skills/list');
  expect(skills.map(({ resources: [main] }) => main?.digest)[0]).toBe(digestOf(refunds));
  const { resources } = await server.request('resources/directory/read', { uri: 'skill://refunds/assets' });
  expect(resources.map(({ name }) => name)).toEqual(['deep', 'other.mcp.yaml']);
  expect((await server.resources['skill://refunds/SKILL.md']?.())?.text).toBe(refunds);
});

test('a new project from definitions has a copy of their skills', async () => {
  const cwd = makeFolder(files);
  const { exitCode, error } = await runInMemory(['copy', '--from', 'definitions'], { cwd });
  expect([exitCode, error]).toEqual([0, '']);
  const read = (file: string) => readFile(path.join(cwd, 'copy/definitions/skills/refunds', file));
  expect((await read('SKILL.md')).toString()).toBe(refunds);
  expect(await read('assets/deep/logo.png')).toEqual(Buffer.from(bytes));
  await expect(read('.env')).rejects.toThrow('ENOENT');
});

test('inspect prints what skills cost', async () => {
  const cwd = makeFolder(files);
  const { out } = await runInMemory(['inspect'], { cwd });
  expect(out).toMatch(/^skills +files +bytes +tokens shown +tokens of SKILL\.md$/mu);
  expect(out).toMatch(/^refunds +6 +\d+ +\d+ +\d+$/mu);
  const { out: json } = await runInMemory(['inspect', '--json'], { cwd });
  const { skills } = JSON.parse(json) as { skills: readonly object[] };
  expect(skills[2]).toMatchObject({ key: 'acme/billing/triage', files: 1, bytes: 47 });
});

test('diff says that a skill is gone, and which files of another one changed', async () => {
  const cwd = makeFolder();
  const at = (folder: string, some: { readonly [file: string]: string | Uint8Array }) =>
    Object.fromEntries(Object.entries(some).map(([file, text]) => [`${folder}/${file}`, text]));
  putFiles(cwd, at('old', files));
  const recent = {
    ...files,
    'definitions/guide.mcp.yaml': String(files['definitions/guide.mcp.yaml']).replace(/^ {2}acme.*\n/mu, ''),
    'definitions/skills/refunds/references/GUIDE.md': 'New',
  };
  putFiles(cwd, at('new', recent));
  const { exitCode, out } = await runInMemory(['diff', 'old', 'new'], { cwd });
  expect(exitCode).toBe(1);
  expect(out).toContain('skill-removed');
  expect(out).toContain('skill://acme/billing/triage/SKILL.md');
  expect(out).toContain('the file `references/GUIDE.md` changed');
});
