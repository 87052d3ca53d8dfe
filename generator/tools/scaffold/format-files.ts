import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { defaultStyle, formatText, maxFormatted } from '../../core/code/format-text.js';
import type { ReadStyle } from '../../feature-kit/load/find-style.js';
import type { SourceFile } from './source/project-source.js';

/** Formats the files of a new project that the generator wrote; copies of user files stay unchanged. */
export function formatFiles<File extends SourceFile>(
  files: readonly File[],
  readStyle: ReadStyle = () => Promise.resolve(defaultStyle),
): Promise<readonly File[]> {
  return Promise.all(
    files.map(async (file) => {
      const { path, content } = file;
      if (typeof content !== 'string') return file;
      const formatted = await formatText(path, content, await readStyle(path));
      return isSameDefinition(path, content, formatted) ? { ...file, content: formatted } : file;
    }),
  );
}

/** Whether a formatted definition still has the same values. Always true for other files. */
function isSameDefinition(path: string, content: string, formatted: string): boolean {
  if (!path.startsWith('definitions/') || !/\.ya?ml$/u.test(path)) return true;
  return isDeepStrictEqual(readValue(content), readValue(formatted));
}

function readValue(text: string): unknown {
  try {
    return parse(text, { logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

/**
 * Lists paths in `definitions/` that are unformatted although Prettier would format them: copies (listed by folder) and long files.
 */
export function listUnformatted(files: readonly SourceFile[]): readonly string[] {
  const isLeft = ({ path, content }: SourceFile): boolean =>
    (typeof content !== 'string' || content.length > maxFormatted) && formatted.test(path);
  const paths = files.filter(isLeft).map(({ path }) => /^definitions\/[^/]+\//u.exec(path)?.[0] ?? path);
  return [...new Set(paths)];
}

/** Extensions of files that Prettier formats. */
const formatted = /\.(?:[cm]?[jt]sx?|json[5c]?|ya?ml|md|mdx|html?|vue|css|scss|less|graphql)$/iu;
