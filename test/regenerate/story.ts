import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory, type CliOutcome } from '../cli/run-in-memory.js';
import { readTree } from '../write/project-fixture.js';

/** Texts by path below the project. */
export type Files = Readonly<Record<string, string>>;

/** Changes of a project between two runs, as data. */
export interface Story {
  readonly title: string;
  /** The project before its first run. */
  readonly start: Files;
  /** Changes by the user after the first run: `null` deletes a file, a function changes its text. */
  readonly edit: Readonly<Record<string, string | null | ((text: string) => string)>>;
  /** Arguments of the command after the edit; by default `generate` and nothing else. */
  readonly command?: readonly string[];
  readonly exitCode?: number;
  /** Lines that the command prints, in this order, others between them. */
  readonly prints: readonly string[];
  /** Lines, or parts of them, that it must not print. */
  readonly keepsQuietOf?: readonly string[];
  /** Files of the user that the command writes; all others stay byte for byte. */
  readonly creates?: readonly string[];
  /** Expected texts of generated files; `null`: the file is gone. */
  readonly holds?: Readonly<Record<string, RegExp | null>>;
  /** The command changes nothing below `generated/`. */
  readonly changesNothing?: true;
}

/** Runs `generate` in a folder. */
export function generateIn(folder: string, more: readonly string[] = []): Promise<CliOutcome> {
  return runInMemory(['generate', ...more], { cwd: folder });
}

/** Makes the edits of a story. */
export async function edit(folder: string, edits: Story['edit']): Promise<void> {
  for (const [file, change] of Object.entries(edits)) {
    const target = path.join(folder, file);
    if (change === null) {
      await rm(target);
    } else {
      const text = typeof change === 'string' ? change : change(await readFile(target, 'utf8'));
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    }
  }
}

/** The files of the user: all that lie outside the generated folder. */
export async function readOwn(folder: string): Promise<Files> {
  return pick(await readTree(folder), (file) => !file.startsWith('generated/') && !file.endsWith('/'));
}

/** The generated files, without what is not committed. */
export async function readGenerated(folder: string): Promise<Files> {
  return pick(await readTree(folder), (file) => /^generated\/(?!\.)/u.test(file));
}

/** Lets a story happen and holds its end against what it says. */
export async function tell(story: Story): Promise<void> {
  const folder = makeFolder();
  await edit(folder, story.start);
  expect(await generateIn(folder)).toMatchObject({ exitCode: 0, error: '' });
  await edit(folder, story.edit);
  const own = await readOwn(folder);
  const generated = await readGenerated(folder);
  const outcome = await generateIn(folder, story.command);
  const printed = outcome.out + outcome.error;
  expect({ exitCode: outcome.exitCode, printed }).toEqual({ exitCode: story.exitCode ?? 0, printed });
  expectInOrder(printed, story.prints);
  for (const text of story.keepsQuietOf ?? []) expect(printed).not.toContain(text);
  const ownAfter = await readOwn(folder);
  const created = Object.keys(ownAfter).filter((file) => !(file in own));
  expect(created.toSorted()).toEqual([...(story.creates ?? [])].toSorted());
  expect(pick(ownAfter, (file) => file in own)).toEqual(own);
  const generatedAfter = await readGenerated(folder);
  if (story.changesNothing) expect(generatedAfter).toEqual(generated);
  for (const [file, pattern] of Object.entries(story.holds ?? {})) {
    if (pattern === null) expect(Object.keys(generatedAfter)).not.toContain(`generated/${file}`);
    else expect(generatedAfter[`generated/${file}`]).toMatch(pattern);
  }
  if (outcome.exitCode === 0 && !story.command) await expectSettled(folder);
}

/** Expects that no work is left, and that the project is in the state that a first run would leave. */
async function expectSettled(folder: string): Promise<void> {
  expect(await generateIn(folder, ['--check'])).toMatchObject({ exitCode: 0 });
}

function expectInOrder(printed: string, lines: readonly string[]): void {
  const all = printed.split('\n').map((line) => line.trim());
  let from = 0;
  for (const line of lines) {
    const index = all.indexOf(line, from);
    expect(index, `${JSON.stringify(line)} in\n${printed}`).not.toBe(-1);
    from = index + 1;
  }
}

function pick(files: Files, wanted: (file: string) => boolean): Files {
  return Object.fromEntries(Object.entries(files).filter(([file]) => wanted(file)));
}
