import { access } from 'node:fs/promises';
import path from 'node:path';

/** Which of these files (paths relative to the root) are not on disk. */
export async function findMissing(
  root: string,
  files: readonly { readonly path: string }[],
): Promise<ReadonlySet<string>> {
  const missing = await Promise.all(
    files.map(({ path: file }) =>
      access(path.join(root, file)).then(
        () => [],
        () => [file],
      ),
    ),
  );
  return new Set(missing.flat());
}
