import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { readManifest } from '../../generator/pipeline/write/manifest.js';
import { nodeFileSystem } from '../../generator/pipeline/write/file-system.js';
import { writePlan } from '../../generator/pipeline/write/write-plan.js';
import { createPlan, readTree } from './project-fixture.js';

const normal = { check: false, force: false };
const check = { check: true, force: false };
const force = { check: false, force: true };

describe('a first run', () => {
  test('writes generated files, stubs and the manifest', async () => {
    const root = makeFolder();
    const report = await writePlan(
      createPlan(root, { 'server.ts': 'S\n', 'validators/0.js': 'V\n' }, { 'handlers/tools/a.ts': 'A\n' }),
      normal,
    );
    expect(report).toEqual({
      written: ['generated/server.ts', 'generated/validators/0.js', 'generated/manifest.json'],
      removed: [],
      unchanged: 0,
      created: ['handlers/tools/a.ts'],
      unimplemented: ['handlers/tools/a.ts'],
      orphans: [],
      diagnostics: [],
    });
    const tree = await readTree(root);
    expect(tree['generated/server.ts']).toBe('S\n');
    expect(tree['generated/validators/0.js']).toBe('V\n');
    expect(tree['handlers/tools/a.ts']).toBe('A\n');
    expect(Object.keys(tree)).toEqual([
      'generated/manifest.json',
      'generated/server.ts',
      'generated/validators/0.js',
      'handlers/tools/a.ts',
    ]);
  });

  test('gives a manifest that holds hashes and names, sorted', async () => {
    const root = makeFolder();
    const plan = createPlan(root, { 'b.ts': 'b\n', 'a.ts': 'a\n' }, { 'handlers/x.ts': 'x\n' });
    await writePlan(
      {
        ...plan,
        names: new Map([
          ['__proto__', 'p'],
          ['A', 'a'],
        ]),
      },
      normal,
    );
    expect(await readFile(join(root, 'generated/manifest.json'), 'utf8')).toBe(
      `{
  "version": 1,
  "generatorVersion": "0.1.0",
  "catalogue": {
    "server": "a",
    "tools": {}
  },
  "inputs": {
    "definitions/a.mcp.yaml": "00"
  },
  "names": {
    "A": "a",
    "__proto__": "p"
  },
  "outputs": {
    "a.ts": "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7",
    "b.ts": "0263829989b6fd954f72baaf2fc64bc2e2f01d692d4de72986ea808f6e99813f"
  },
  "stubs": {
    "handlers/x.ts": "73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac"
  }
}
`,
    );
    expect((await readManifest(root, 'generated'))?.names.get('__proto__')).toBe('p');
  });

  test('creates the project folder when it does not exist', async () => {
    const root = join(makeFolder(), 'new', 'project');
    expect((await writePlan(createPlan(root, { 'server.ts': 'S\n' }), normal)).diagnostics).toEqual([]);
    expect(await readFile(join(root, 'generated/server.ts'), 'utf8')).toBe('S\n');
  });
});

describe('a run without changes', () => {
  test('touches nothing', async () => {
    const root = makeFolder();
    const plan = createPlan(root, { 'server.ts': 'S\n' }, { 'handlers/a.ts': 'A\n' });
    await writePlan(plan, normal);
    const paths = ['generated', 'generated/server.ts', 'generated/manifest.json', 'handlers', 'handlers/a.ts'];
    const times = () => Promise.all(paths.map(async (path) => (await stat(join(root, path))).mtimeMs));
    for (const path of paths) await utimes(join(root, path), 1, 1);
    const before = await times();
    const report = await writePlan(plan, normal);
    expect(await times()).toEqual(before);
    expect(report).toMatchObject({ written: [], removed: [], created: [], unchanged: 2 });
  });

  test('is one also after a checkout with CRLF line ends', async () => {
    const root = makeFolder();
    const plan = createPlan(root, { 'server.ts': 'a\nb\n' }, { 'handlers/a.ts': 'c\nd\n' });
    await writePlan(plan, normal);
    for (const path of ['generated/server.ts', 'generated/manifest.json', 'handlers/a.ts']) {
      const text = await readFile(join(root, path), 'utf8');
      await writeFile(join(root, path), text.replaceAll('\n', '\r\n'));
    }
    expect(await writePlan(plan, normal)).toMatchObject({
      written: [],
      unchanged: 2,
      unimplemented: ['handlers/a.ts'],
      diagnostics: [],
    });
    expect(await readFile(join(root, 'generated/server.ts'), 'utf8')).toBe('a\r\nb\r\n');
  });
});

describe('generated files', () => {
  test('that the plan no longer has are removed with the folders they leave empty', async () => {
    const root = makeFolder();
    await writePlan(createPlan(root, { 'server.ts': 'S\n', 'validators/deep/0.js': 'V\n' }), normal);
    const report = await writePlan(createPlan(root, { 'server.ts': 'S\n' }), normal);
    expect(report.removed).toEqual(['generated/validators/deep/0.js']);
    expect(Object.keys(await readTree(root))).toEqual(['generated/manifest.json', 'generated/server.ts']);
  });

  test('a file that the manifest does not know is never touched', async () => {
    const root = makeFolder();
    await writePlan(createPlan(root, { 'server.ts': 'S\n', 'validators/0.js': 'V\n' }), normal);
    putFiles(root, { 'generated/validators/mine.txt': 'mine', 'generated/.gitkeep': '' });
    await writePlan(createPlan(root, { 'server.ts': 'S2\n' }), force);
    expect(await readTree(root)).toMatchObject({
      'generated/.gitkeep': '',
      'generated/server.ts': 'S2\n',
      'generated/validators/mine.txt': 'mine',
    });
  });

  test('edited by hand are named, and nothing is written', async () => {
    const root = makeFolder();
    await writePlan(createPlan(root, { 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n', 'd.ts': 'd\n' }), normal);
    putFiles(root, { 'generated/a.ts': 'edited', 'generated/d.ts': 'edited', 'generated/e.ts': 'foreign' });
    const before = await readTree(root);
    const plan = createPlan(
      root,
      { 'a.ts': 'a2\n', 'b.ts': 'b2\n', 'c.ts': 'c\n', 'e.ts': 'e\n' },
      { 'handlers/x.ts': 'x' },
    );
    const report = await writePlan(plan, normal);
    expect(report.diagnostics).toHaveLength(1);
    expect(report.diagnostics[0]).toMatchObject({
      code: 'hand-edited',
      severity: 'error',
      message:
        'These files have been changed since they were generated: generated/d.ts, generated/a.ts, generated/e.ts.',
    });
    expect(report.written).toEqual([]);
    expect(await readTree(root)).toEqual(before);

    const forced = await writePlan(plan, force);
    expect(forced.diagnostics).toEqual([]);
    const { 'generated/manifest.json': _, ...tree } = await readTree(root);
    expect(tree).toEqual({
      'generated/a.ts': 'a2\n',
      'generated/b.ts': 'b2\n',
      'generated/c.ts': 'c\n',
      'generated/e.ts': 'e\n',
      'handlers/x.ts': 'x',
    });
  });

  test('that differ are named when the manifest is lost, with what to do', async () => {
    const root = makeFolder();
    await writePlan(createPlan(root, { 'a.ts': 'a\n', 'b.ts': 'b\n' }), normal);
    await rm(join(root, 'generated/manifest.json'));
    const before = await readTree(root);
    const plan = createPlan(root, { 'a.ts': 'a2\n', 'b.ts': 'b\n' });
    const report = await writePlan(plan, normal);
    expect(report.diagnostics).toEqual([
      {
        code: 'hand-edited',
        severity: 'error',
        message:
          'generated/manifest.json is missing, so it is unknown whether these files have been changed since they were generated: ' +
          'generated/a.ts.',
        help:
          'Restore generated/manifest.json from version control (commit it, because it also keeps names stable). If it is ' +
          'lost, overwrite the files with --force. If the files are your own, choose another folder with --generated.',
      },
    ]);
    expect(await readTree(root)).toEqual(before);
    expect((await writePlan(plan, check)).diagnostics[0]).toEqual(report.diagnostics[0]);
    expect((await writePlan(plan, force)).diagnostics).toEqual([]);
    expect(await readTree(root)).toMatchObject({ 'generated/a.ts': 'a2\n', 'generated/b.ts': 'b\n' });
    expect((await readManifest(root, 'generated'))?.outputs.has('a.ts')).toBe(true);
  });

  test.each(['<<<<<<< ours\n', '{"version":2}', '[]', 'null', '{"version":1,"outputs":{"../../x":"00"}}'])(
    'a manifest that says %j is not overwritten without force',
    async (text) => {
      const root = makeFolder();
      const plan = createPlan(root, { 'a.ts': 'a\n' });
      await writePlan(plan, normal);
      putFiles(root, { 'generated/manifest.json': text });
      expect(await readManifest(root, 'generated')).toBeUndefined();
      expect((await writePlan(plan, normal)).diagnostics[0]).toMatchObject({
        code: 'hand-edited',
        message: 'These files have been changed since they were generated: generated/manifest.json.',
      });
      expect((await writePlan(plan, force)).diagnostics).toEqual([]);
      expect((await readManifest(root, 'generated'))?.outputs.has('a.ts')).toBe(true);
    },
  );

  test('a manifest cannot make a run remove a file outside the generated folder', async () => {
    const root = makeFolder();
    putFiles(root, { 'handlers/mine.ts': 'mine' });
    const hash = 'fa2bca9df4b3dd5d8a2a0f4c4e1b2a2c9ed9fa4d2b9a6e0b8a4c6c4a0d7b9e11';
    const manifest = { version: 1, generatorVersion: '', inputs: {}, names: {}, stubs: {} };
    putFiles(root, {
      'generated/manifest.json': JSON.stringify({ ...manifest, outputs: { '../handlers/mine.ts': hash } }),
    });
    await writePlan(createPlan(root, { 'a.ts': 'a\n' }), force);
    expect((await readTree(root))['handlers/mine.ts']).toBe('mine');
  });
});

describe('stubs', () => {
  test('are never written over, and count as left to implement while they are as first written', async () => {
    const root = makeFolder();
    // Files that were there before the first run: a handler, and a generated file with the same content.
    putFiles(root, { 'generated/s.ts': '1', 'handlers/own.ts': 'mine' });
    const own = { 'handlers/own.ts': 'stub' };
    const first = createPlan(root, { 's.ts': '1' }, { ...own, 'handlers/a.ts': 'a1', 'handlers/b.ts': 'b1' });
    expect(await writePlan(first, normal)).toMatchObject({
      created: ['handlers/a.ts', 'handlers/b.ts'],
      diagnostics: [],
    });
    expect(await writePlan(first, check)).toMatchObject({ pending: [], diagnostics: [] });
    putFiles(root, { 'handlers/b.ts': 'implemented' });
    const next = createPlan(
      root,
      { 's.ts': '2' },
      { ...own, 'handlers/a.ts': 'a2', 'handlers/b.ts': 'b2', 'handlers/c.ts': 'c1' },
    );
    const report = await writePlan(next, force);
    expect(report).toMatchObject({ created: ['handlers/c.ts'], unimplemented: ['handlers/a.ts', 'handlers/c.ts'] });
    expect(await readTree(root)).toMatchObject({
      'handlers/a.ts': 'a1',
      'handlers/b.ts': 'implemented',
      'handlers/c.ts': 'c1',
      'handlers/own.ts': 'mine',
    });
    await rm(join(root, 'handlers/c.ts'));
    expect((await writePlan(next, normal)).created).toEqual(['handlers/c.ts']);
  });

  test('that work as they are never count as left to implement', async () => {
    const root = makeFolder();
    const plan = createPlan(root, {});
    const stubs = [{ path: 'handlers/server.ts', content: 's', complete: true as const }];
    expect(await writePlan({ ...plan, stubs }, normal)).toMatchObject({
      created: ['handlers/server.ts'],
      unimplemented: [],
    });
    expect((await writePlan({ ...plan, stubs }, normal)).unimplemented).toEqual([]);
  });

  test('of removed definitions are reported until their file is gone, and work again when the definition is back', async () => {
    const root = makeFolder();
    const full = createPlan(root, {}, { 'handlers/a.ts': 'a', 'handlers/b.ts': 'b' });
    const reduced = createPlan(root, {}, { 'handlers/b.ts': 'b' });
    await writePlan(full, normal);
    putFiles(root, { 'handlers/a.ts': 'implemented' });
    expect((await writePlan(reduced, normal)).orphans).toEqual(['handlers/a.ts']);
    expect((await writePlan(reduced, normal)).orphans).toEqual(['handlers/a.ts']);
    expect((await readTree(root))['handlers/a.ts']).toBe('implemented');
    expect(await writePlan(full, normal)).toMatchObject({ orphans: [], created: [], unimplemented: ['handlers/b.ts'] });
    await writePlan(reduced, normal);
    await rm(join(root, 'handlers/a.ts'));
    expect((await writePlan(reduced, normal)).orphans).toEqual([]);
    expect((await readManifest(root, 'generated'))?.stubs.has('handlers/a.ts')).toBe(false);
  });
});

test('a plan whose definitions have changed since they were read is not written', async () => {
  const root = makeFolder();
  const plan = createPlan(root, { 'a.ts': 'a' }, { 'handlers/a.ts': 'a' });
  const outdated = { ...normal, isOutdated: () => Promise.resolve(true) };
  expect((await writePlan(plan, outdated)).diagnostics).toEqual([
    {
      code: 'locked',
      severity: 'error',
      message: 'Definitions or handlers are still changing.',
      help: 'Nothing was written. The next run starts once changes have stopped.',
    },
  ]);
  expect(await readTree(root)).toEqual({});
  expect((await writePlan(plan, { ...normal, isOutdated: () => Promise.resolve(false) })).diagnostics).toEqual([]);
});

describe('check', () => {
  test('names what a run would do and does none of it', async () => {
    const root = makeFolder();
    await writePlan(createPlan(root, { 'a.ts': 'a', 'b.ts': 'b' }), normal);
    const before = await readTree(root);
    const report = await writePlan(createPlan(root, { 'a.ts': 'a2' }, { 'handlers/a.ts': 'a' }), check);
    expect(report).toMatchObject({
      written: ['generated/a.ts', 'generated/manifest.json'],
      removed: ['generated/b.ts'],
      created: ['handlers/a.ts'],
    });
    expect(report.pending?.slice(0, 3)).toEqual([
      { kind: 'remove', path: 'generated/b.ts', before: 'b' },
      { kind: 'replace', path: 'generated/a.ts', before: 'a', after: 'a2' },
      { kind: 'create', path: 'handlers/a.ts', after: 'a' },
    ]);
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['out-of-date']);
    expect(await readTree(root)).toEqual(before);
  });

  test('names files that were edited by hand', async () => {
    const root = makeFolder();
    const plan = createPlan(root, { 'a.ts': 'a' });
    await writePlan(plan, normal);
    putFiles(root, { 'generated/a.ts': 'edited' });
    const report = await writePlan(plan, check);
    expect(report.written).toEqual(['generated/a.ts']);
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['hand-edited', 'out-of-date']);
  });

  test('of a project that was never generated finds everything stale', async () => {
    const root = makeFolder();
    expect((await writePlan(createPlan(root, { 'a.ts': 'a' }), check)).written).toEqual([
      'generated/a.ts',
      'generated/manifest.json',
    ]);
    expect(await readTree(root)).toEqual({});
  });
});

describe('what is in the way', () => {
  test.each([
    [
      'a file where a folder should be',
      { handlers: 'a file' },
      'write-failed',
      'Cannot write handlers: a file exists where a folder should be',
    ],
    [
      'a folder where a file should be',
      { 'generated/a.ts/x': '' },
      'unreadable-file',
      'Cannot read generated/a.ts: a folder with this name exists',
    ],
    [
      'a folder where a stub should be',
      { 'handlers/a.ts/x': '' },
      'unreadable-file',
      'Cannot read handlers/a.ts: a folder with this name exists',
    ],
  ])('%s is reported before anything is written', async (_, files, code, message) => {
    const root = makeFolder();
    putFiles(root, files);
    const before = await readTree(root);
    const report = await writePlan(createPlan(root, { 'a.ts': 'a' }, { 'handlers/a.ts': 'a' }), normal);
    expect(report.diagnostics).toHaveLength(1);
    expect(report.diagnostics[0]).toMatchObject({ code, help: 'Nothing was written.' });
    expect(report.diagnostics[0]?.message).toContain(message);
    expect(await readTree(root)).toEqual(before);
  });

  // By a file system that says so, because permissions mean nothing to root.
  test('a folder without permission', async () => {
    const root = makeFolder();
    await mkdir(join(root, 'handlers'));
    const denied = Object.assign(new Error('EACCES: permission denied'), {
      code: 'EACCES',
      syscall: 'access',
      path: join(root, 'handlers'),
    });
    const fileSystem = {
      ...nodeFileSystem,
      checkWritable: (folder: string) =>
        folder.endsWith('handlers') ? Promise.reject(denied) : nodeFileSystem.checkWritable(folder),
    };
    const report = await writePlan(createPlan(root, { 'a.ts': 'a' }, { 'handlers/a.ts': 'a' }), normal, fileSystem);
    expect(report.diagnostics[0]?.message).toBe('Cannot write handlers: no permission (EACCES).');
    expect(await readTree(root)).toEqual({ 'handlers/': '' });
  });
});
