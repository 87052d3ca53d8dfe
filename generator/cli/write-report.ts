import path from 'node:path';
import { visible } from '../core/diagnostics/format-diagnostics.js';
import { createFolder, isFolder, nodeFileSystem, replaceText } from '../pipeline/write/file-system.js';
import { describeSystemError, isSystemError } from '../pipeline/write/system-error.js';
import type { CliIo } from './cli-io.js';
import { UsageError } from './command.js';
import type { resolveProject } from './project-options.js';

/**
 * Writes a report to the file of `--out`, which is relative to the working directory. Prints an error and returns
 * `false` if that fails.
 *
 * @throws {UsageError} if the file is a folder or in the folder of definitions, handlers or generated files.
 */
export async function writeReport(
  out: string,
  text: string,
  { root, definitions, handlers, out: generated }: ReturnType<typeof resolveProject>,
  io: CliIo,
): Promise<boolean> {
  const file = path.resolve(io.cwd, out);
  if (isFolder(file)) throw new UsageError(`--out must be a file, not a folder: ${out}`);
  for (const folder of [definitions, handlers, generated]) {
    const inside = path.relative(path.join(root, folder), file);
    if (inside.startsWith('..') || path.isAbsolute(inside)) continue;
    throw new UsageError(`--out must not be in the folder of definitions, handlers or generated files: ${out}`);
  }
  try {
    await createFolder(path.dirname(file));
    await replaceText(file, text, (await nodeFileSystem.kindOf(file)) === undefined);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    io.writeError(`error: ${visible(describeSystemError(error, io.cwd))}\n`);
    return false;
  }
}
