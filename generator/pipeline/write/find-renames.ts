import { join } from 'node:path';
import type { ToolIndex } from '../emit/list-tool-index.js';
import { createNames } from '../../feature-kit/resolve/create-names.js';

/** Tool that was renamed since the last run, with its handler files, relative to the root. */
export interface RenamedTool {
  readonly before: string;
  readonly after: string;
  readonly oldHandler: string;
  readonly newHandler: string;
}

/**
 * Finds renamed tools: pairs of a removed and an added tool whose schemas are the same and are shared by no other tool.
 * @param orphans Handler files of removed definitions.
 * @param created Handler files that the run writes.
 */
export function findRenames(
  earlier: ToolIndex,
  present: ToolIndex,
  handlers: string,
  orphans: ReadonlySet<string>,
  created: ReadonlySet<string>,
): readonly RenamedTool[] {
  const fileOf = (name: string): string => {
    return join(handlers, 'tools', `${createNames('Tool', name, name).fileName}.ts`).replaceAll('\\', '/');
  };
  const without = (left: ToolIndex, right: ToolIndex) => [...left.tools].filter(([name]) => !right.tools.has(name));
  const added = without(present, earlier).filter(([name]) => created.has(fileOf(name)));
  const removed = without(earlier, present).filter(([name]) => orphans.has(fileOf(name)));
  return removed.flatMap(([before, entry]) => {
    const oldHandler = fileOf(before);
    const isSame = ([, { hash }]: (typeof removed)[number]): boolean => hash === entry.hash;
    const same = added.filter(isSame);
    const [after] = same[0] ?? [];
    if (after === undefined || same.length > 1 || removed.filter(isSame).length > 1) return [];
    return [{ before, after, oldHandler, newHandler: fileOf(after) }];
  });
}
