import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { PartKey } from '../../core/model/part-key.js';
import { childOf, entriesOf } from '../../core/source/source-node.js';
import type { FileSearch } from '../../feature-kit/load/file-search.js';
import { liesInside } from '../../feature-kit/load/read-file.js';
import { operationPaths, schemaPath } from './read-settings.js';

/** Files at a path, relative to the root. Only a pattern can have no file, or several. */
export interface FoundFiles {
  readonly files: readonly string[];
  /** Whether the folder of a pattern is outside of the folders that definitions can refer to. */
  readonly isOutside?: true;
}

/** Maximum number of files that match a pattern. */
const maxFiles = 1000;

/** Schemas and operations of endpoints, by the path or pattern in the definition. */
export const graphqlFiles: FileSearch<FoundFiles> = {
  part: new PartKey('graphql documents'),
  list: (root, file) =>
    entriesOf(childOf(root, 'graphql')).flatMap(({ value: node }) => {
      const schema = schemaPath({ node, file });
      return [...(schema ? [schema] : []), ...operationPaths({ node, file })].map((named) => named.path);
    }),
  find: async ({ root, folders }, place) => {
    if (!isPattern(place)) return { files: [place] };
    const folder = path.posix.dirname(place);
    try {
      if (!(await liesInside(root, folders, folder)) && !isRoot(root, folders, folder))
        return { files: [], isOutside: true };
      const matches = toExpression(path.posix.basename(place));
      const entries = await readdir(path.join(root, folder), { withFileTypes: true });
      const names = entries.filter((entry) => !entry.isDirectory() && matches.test(entry.name)).map(({ name }) => name);
      const sorted = names.toSorted((one, other) => (one < other ? -1 : 1)).slice(0, maxFiles);
      return { files: sorted.map((name) => path.posix.join(folder, name)) };
    } catch {
      return { files: [] };
    }
  },
  contents: { list: (_place, { files }) => files, maxBytes: 64 * 1024 * 1024 },
};

/** Whether the last segment of a path contains `*`. */
export function isPattern(place: string): boolean {
  return path.posix.basename(place).includes('*');
}

/** Whether a folder is one of the allowed folders itself. */
function isRoot(root: string, folders: readonly string[], folder: string): boolean {
  return folders.some((allowed) => path.relative(allowed, path.join(root, folder)) === '');
}

/** Maximum number of `*` in a pattern, which bounds the time for a comparison. */
const maxStars = 3;

function toExpression(pattern: string): RegExp {
  const parts = pattern.split(/\*+/u);
  if (parts.length > maxStars + 1) return /^(?!)/u;
  const pieces = parts.map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`));
  return new RegExp(`^(?!\\.)${pieces.join('[^/]*')}$`, 'u');
}
