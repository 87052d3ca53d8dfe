import { isDeepStrictEqual } from 'node:util';
import { defaultStyle, formatText, type Style } from '../../../core/code/format-text.js';
import type { StubFile } from '../../../core/code/generated-file.js';

/**
 * Formats stubs that can be written. Leaves other stubs unchanged.
 * @param missing Paths of stubs that do not exist.
 * @param readStyle Reads the project's Prettier options for a file. Default: the options of a new project.
 */
export function formatStubs(
  stubs: readonly StubFile[],
  missing: ReadonlySet<string>,
  readStyle: (path: string) => Promise<Style> = () => Promise.resolve(defaultStyle),
): Promise<readonly StubFile[]> {
  return Promise.all(
    stubs.map(async (stub) => {
      if (!missing.has(stub.path) && stub.scriptOf === undefined && stub.renames === undefined) return stub;
      const style = await readStyle(stub.path);
      const isDefault = stub.path.endsWith('.ts') && isDeepStrictEqual(style, defaultStyle);
      if (isDefault && isFormatted(stub.content)) return stub;
      return { ...stub, content: await formatText(stub.path, stub.content, style) };
    }),
  );
}

/**
 * Whether Prettier would leave a stub unchanged. The templates are formatted, so only long lines and quotes matter.
 * This avoids loading Prettier's parser for most stubs. Can return `false` for a formatted stub.
 */
export function isFormatted(content: string): boolean {
  return content
    .split('\n')
    .every((line) => line === line.trimEnd() && (/^ *(?:(?:\/\*)?\*|\/\/)/u.test(line) || isPlainLine(line)));
}

function isPlainLine(line: string): boolean {
  return line.length <= 100 && /^[ -~]*$/u.test(line) && !/["\\]/u.test(line);
}
