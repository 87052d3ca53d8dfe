import type { Model, ToolModel } from '../model/model.js';
import { mapByName } from '../schema/wire-schema.js';
import { toolFields, type ToolFields } from './descriptor-fields.js';

const describedTools = new WeakMap<Model, Map<ToolModel, ToolFields>>();

/** Creates a function that returns the descriptor of a tool of the model; each descriptor is made once. */
export function prepareDescribing(model: Model): (tool: ToolModel) => ToolFields {
  const definitions = mapByName(model.definitions);
  const known = describedTools.get(model) ?? new Map<ToolModel, ToolFields>();
  describedTools.set(model, known);
  return (tool) => {
    const described = known.get(tool) ?? toolFields(tool, definitions);
    known.set(tool, described);
    return described;
  };
}
