import { format } from 'prettier';
import type { StubFile } from '../generated-file.js';

/**
 * Formats the stubs that are about to be written; of the others only the paths matter.
 *
 * @param missing Paths of stubs that are not on disk.
 */
export function formatStubs(stubs: readonly StubFile[], missing: ReadonlySet<string>): Promise<readonly StubFile[]> {
  return Promise.all(
    stubs.map(async (stub) => {
      if (!missing.has(stub.path)) return stub;
      const content = await format(stub.content, { parser: 'typescript', singleQuote: true, printWidth: 100 });
      return { ...stub, content };
    }),
  );
}
