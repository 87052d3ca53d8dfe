import type { Model, ToolModel } from '../model/model.js';

/** Tools that clients can see in lists: operations that are only found through other tools are none. */
export function listTools({ tools }: Model): readonly ToolModel[] {
  return tools.filter(({ catalogued }) => !catalogued);
}

/** Those of them that are served when nobody chooses others. */
export function listServedTools(model: Model): readonly ToolModel[] {
  const { toolsets: chosen } = model.server;
  return listTools(model).filter(
    ({ toolsets, isInactive }) =>
      !isInactive && (!chosen || !toolsets || toolsets.some((toolset) => chosen.includes(toolset))),
  );
}
