import type { Model, ToolModel } from '../model/model.js';
import { toolFields, type ToolFields } from './descriptor-fields.js';
import { mapByName } from '../schema/wire-schema.js';

/** Gives the descriptors of the tools of a model, each worked out once, however often the model is prepared. */
export function prepareDescribing(model: Model): (tool: ToolModel) => ToolFields {
  const prepared = describing.get(model) ?? describeOnce(model);
  describing.set(model, prepared);
  return prepared;
}

const describing = new WeakMap<Model, (tool: ToolModel) => ToolFields>();

function describeOnce({ definitions }: Model): (tool: ToolModel) => ToolFields {
  const byName = mapByName(definitions);
  const known = new Map<ToolModel, ToolFields>();
  return (tool) => {
    const described = known.get(tool) ?? toolFields(tool, byName);
    known.set(tool, described);
    return described;
  };
}
