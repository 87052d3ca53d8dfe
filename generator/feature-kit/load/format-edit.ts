import { formatText } from '../../core/code/format-text.js';
import { findStyle } from './find-style.js';

/**
 * Formats a changed file in the style of the project. If the file was not formatted before, leaves it unformatted, so
 * that the edit changes nothing else.
 * @param root Absolute path of the project.
 * @param file Path relative to the root.
 * @param before Content before the edit; absent for a new file.
 */
export async function formatEdit(
  root: string,
  file: string,
  before: string | undefined,
  after: string,
): Promise<string> {
  const style = await findStyle(root)?.(file);
  if (style === undefined) return after;
  const wasFormatted = before === undefined || (await formatText(file, before, style)) === before;
  return wasFormatted ? formatText(file, after, style) : after;
}
