import type { StubFile } from '../../code/generated-file.js';

/**
 * Formats the stubs that are about to be written; of the others only the paths matter.
 *
 * @param missing Paths of stubs that are not on disk.
 */
export function formatStubs(stubs: readonly StubFile[], missing: ReadonlySet<string>): Promise<readonly StubFile[]> {
  return Promise.all(
    stubs.map(async (stub) => {
      if (!missing.has(stub.path) || isFormatted(stub.content)) return stub;
      const { format } = await import('prettier');
      return { ...stub, content: await format(stub.content, { parser: 'typescript', singleQuote: true, printWidth }) };
    }),
  );
}

const printWidth = 100;

/**
 * Whether the formatter would leave a stub as it is, which takes it longer to say than all else takes for a stub:
 * the templates are formatted, so that only long lines and other quotes are left to do. Sometimes `false` all the same.
 */
export function isFormatted(content: string): boolean {
  return content
    .split('\n')
    .every((line) => line === line.trimEnd() && (/^ *(\/\*)?\*/u.test(line) || isPlainLine(line)));
}

function isPlainLine(line: string): boolean {
  return line.length <= printWidth && /^[ -~]*$/u.test(line) && !/["\\]/u.test(line);
}
