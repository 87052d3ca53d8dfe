import type { Model, ToolModel } from './model.js';

/** Returns the tools of `tools/list`, without operations that clients discover through other tools. */
export function listedTools({ tools }: Pick<Model, 'tools'>): readonly ToolModel[] {
  return tools.filter(({ unlisted }) => !unlisted);
}
