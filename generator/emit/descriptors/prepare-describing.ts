import type { Model, ToolModel } from '../../model/model.js';
import { toolFields, type ToolFields } from './descriptor-fields.js';
import { mapByName } from './wire-schema.js';

/** Gives the descriptors of the tools of a model, each worked out once. */
export function prepareDescribing({ definitions }: Model): (tool: ToolModel) => ToolFields {
  const byName = mapByName(definitions);
  const known = new Map<ToolModel, ToolFields>();
  return (tool) => {
    const described = known.get(tool) ?? toolFields(tool, byName);
    known.set(tool, described);
    return described;
  };
}
