import type { Model, ToolModel } from '../../core/model/model.js';
import { isForwarded } from '../../feature-kit/emit/handler-module.js';
import { errorsPart, type ErrorSet } from './errors-part.js';

/** Lets forwarded tools with the same errors share one set, so that large APIs do not repeat it. */
export function shareErrors(model: Model): Model {
  const sets = new Map<string, ErrorSet>();
  const tools = model.tools.map((tool): ToolModel => {
    const own = errorsPart.of(tool);
    if (own === undefined || !isForwarded(tool) || own.errors.some(({ location }) => location !== undefined))
      return tool;
    const key = JSON.stringify(own.errors.map((error) => ({ ...error, description: undefined })));
    const shared = sets.get(key);
    if (shared !== undefined) return errorsPart.on(tool, { ...shared, errors: own.errors });
    sets.set(key, own);
    return tool;
  });
  return sets.size === 0 ? model : { ...model, tools };
}
