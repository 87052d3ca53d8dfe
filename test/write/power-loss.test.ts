import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { nodeFileSystem, type FileSystem } from '../../generator/pipeline/write/file-system.js';
import { recover } from '../../generator/pipeline/write/recover.js';
import { writePlan } from '../../generator/pipeline/write/write-plan.js';
import { createPlan, projectIn, readTree } from './project-fixture.js';

const normal = { check: false, force: false };

class PowerLoss extends Error {}

/** Which names a disk keeps that were not flushed: it may keep some and lose earlier ones. */
type Manner = 'no names' | 'folders and renamed files';

/** A disk that keeps of a folder only the names that were in it when the folder was last flushed. */
class UnflushedDisk {
  readonly #root: string;
  readonly #manner: Manner;
  /** Names and texts in each folder, as they were kept; a folder has no text. */
  readonly #kept = new Map<string, Map<string, string | undefined>>();
  #callsLeft: number;

  constructor(root: string, calls: number, manner: Manner) {
    this.#root = root;
    this.#manner = manner;
    this.#callsLeft = calls;
    this.#keepAll(root);
  }

  get hasFailed(): boolean {
    return this.#callsLeft < 0;
  }

  readonly fileSystem: FileSystem = new Proxy(nodeFileSystem, {
    get:
      (target, method: keyof FileSystem) =>
      async (...args: [string, string]): Promise<unknown> => {
        if (--this.#callsLeft < 0) throw new PowerLoss();
        if (method === 'flushFolder') this.#keep(args[0]);
        const result = await (target[method] as (...rest: [string, string]) => Promise<unknown>)(...args);
        if (this.#manner !== 'no names' && method === 'createFolder') this.#keepFolder(args[0]);
        if (this.#manner !== 'no names' && method === 'rename') this.#keepRenamed(...args);
        return result;
      },
  });

  /** Copies what was flushed to a folder. */
  copyTo(folder: string, below = this.#root): void {
    for (const [name, text] of this.#kept.get(below) ?? []) {
      const target = join(folder, name);
      if (text === undefined) {
        mkdirSync(target);
        this.copyTo(target, join(below, name));
      } else writeFileSync(target, text);
    }
  }

  #keep(folder: string): void {
    if (!folder.startsWith(this.#root) || statSync(folder, { throwIfNoEntry: false }) === undefined) return;
    const entries = readdirSync(folder, { withFileTypes: true });
    const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
    this.#kept.set(
      folder,
      new Map(entries.map((entry) => [entry.name, entry.isFile() ? textOf(entry.name) : undefined])),
    );
  }

  #keepFolder(folder: string): void {
    for (let below = folder; below.startsWith(`${this.#root}/`); below = dirname(below)) {
      this.#folder(dirname(below)).set(basename(below), undefined);
    }
  }

  #keepRenamed(from: string, to: string): void {
    this.#folder(dirname(from)).delete(basename(from));
    this.#folder(dirname(to)).set(basename(to), readFileSync(to, 'utf8'));
  }

  #folder(path: string): Map<string, string | undefined> {
    const folder = this.#kept.get(path) ?? new Map<string, string | undefined>();
    this.#kept.set(path, folder);
    return folder;
  }

  #keepAll(folder: string): void {
    this.#keep(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) this.#keepAll(join(folder, entry.name));
    }
  }
}

/** A second run changes, adds and removes generated files, and adds a handler in a new folder. */
async function createProject(root: string): Promise<void> {
  await writePlan(createPlan(root, { 'kept.ts': 'kept\n', 'changed.ts': 'old\n', 'gone/file.ts': 'gone\n' }), normal);
}

function planAfter(root: string) {
  return createPlan(
    root,
    { 'kept.ts': 'kept\n', 'changed.ts': 'new\n', 'added/deep/file.ts': 'added\n' },
    { 'handlers/tools/fresh.ts': 'a fresh stub\n' },
  );
}

function withoutEmptyFolders(tree: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.endsWith('/')));
}

describe.each<Manner>(['no names', 'folders and renamed files'])(
  'a disk that keeps %s before they are flushed',
  (manner) => {
    test('has the old state or the new one after a power loss at any call and the recovery', async () => {
      const finished = makeFolder();
      await createProject(finished);
      const old = await readTree(finished);
      await writePlan(planAfter(finished), normal);
      const after = await readTree(finished);
      const outcomes = new Set<string>();
      for (let calls = 0; ; calls++) {
        const root = join(makeFolder(), 'project');
        mkdirSync(root);
        await createProject(root);
        const disk = new UnflushedDisk(root, calls, manner);
        const run = writePlan(planAfter(root), normal, disk.fileSystem);
        await run.catch((error: unknown) => expect(error).toBeInstanceOf(PowerLoss));

        // The nonce belongs to the path of the project: what is left after the loss takes its place.
        await nodeFileSystem.rename(root, join(dirname(root), 'aside'));
        mkdirSync(root);
        disk.copyTo(root);
        expect(await recover(projectIn(root), false)).toEqual([]);
        const recovered = withoutEmptyFolders(await readTree(root));
        const isOld = JSON.stringify(recovered) === JSON.stringify(old);
        if (!isOld) expect(recovered).toEqual(after);
        outcomes.add(isOld ? 'old' : 'new');
        if (!disk.hasFailed) break;
      }
      expect(outcomes).toEqual(new Set(['old', 'new']));
    });
  },
);
