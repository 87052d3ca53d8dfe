import type { StubFile } from '../../code/generated-file.js';

/**
 * Formats the stubs that are, or may be, about to be written, and leaves the others as they are.
 *
 * @param missing Paths of stubs that are not on disk.
 * @param readStyle Gives the options of Prettier that the project has for a file; absent when it has none.
 */
export function formatStubs(
  stubs: readonly StubFile[],
  missing: ReadonlySet<string>,
  readStyle: (path: string) => Promise<object | undefined> = () => Promise.resolve(undefined),
): Promise<readonly StubFile[]> {
  return Promise.all(
    stubs.map(async (stub) => {
      const isWritten = missing.has(stub.path) || stub.scriptOf !== undefined;
      const style = isWritten ? await readStyle(stub.path) : undefined;
      // Pages are formatted as the project wants them, once they are the user's.
      if (!isWritten || !stub.path.endsWith('.ts') || (style === undefined && isFormatted(stub.content))) return stub;
      const { format } = await import('prettier');
      return {
        ...stub,
        content: await format(stub.content, { singleQuote: true, printWidth, ...style, parser: 'typescript' }),
      };
    }),
  );
}

const printWidth = 100;

/**
 * Whether Prettier would not change a stub. The templates are formatted, so that only long lines and other quotes matter;
 * this saves loading Prettier for most stubs. May be `false` for a formatted stub.
 */
export function isFormatted(content: string): boolean {
  return content
    .split('\n')
    .every((line) => line === line.trimEnd() && (/^ *(?:(?:\/\*)?\*|\/\/)/u.test(line) || isPlainLine(line)));
}

function isPlainLine(line: string): boolean {
  return line.length <= printWidth && /^[ -~]*$/u.test(line) && !/["\\]/u.test(line);
}
