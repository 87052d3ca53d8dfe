import type { Model, ToolModel } from './model.js';

/** Returns the tools that `tools/list` returns. Excludes operations that clients call through discovery tools. */
export function listedTools({ tools }: Pick<Model, 'tools'>): readonly ToolModel[] {
  return tools.filter(({ unlisted }) => !unlisted);
}
