import type { Model, ToolModel } from './model.js';

/** The tools that clients see: without the operations that they find through other tools. */
export function listedTools({ tools }: Pick<Model, 'tools'>): readonly ToolModel[] {
  return tools.filter(({ unlisted }) => !unlisted);
}
