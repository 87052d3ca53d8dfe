import { readFile } from 'node:fs/promises';
import { createTwoFilesPatch } from 'diff';
import type { EditFile } from '../../generated/handlers.ts';
import { applyEdits, unifyLines } from '../apply-edits.ts';
import { content } from '../content.ts';
import { findPath } from '../directories.ts';
import { replaceFile } from '../replace-file.ts';

export const editFile: EditFile = async ({ path, edits, dryRun }, context) => {
  const file = await findPath(context, path);
  const text = unifyLines(await readFile(file, 'utf8'));
  const changed = applyEdits(text, edits);
  if (!dryRun) await replaceFile(file, changed);
  const patch = createTwoFilesPatch(file, file, text, changed, 'original', 'modified');
  const runs = patch.match(/`{3,}/gu) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return content(`${fence}diff\n${patch}${fence}\n\n`);
};
