import type { AddedSchemaModel, ToolModel } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import { errorsPart, type ErrorModel } from './errors-part.js';

/**
 * Adds errors to a tool, with the schemas of their data. Errors that it already has follow, except those with the same
 * name or for the same failure.
 */
export function addErrors(
  tool: ToolModel,
  errors: readonly ErrorModel[],
  schemas: readonly AddedSchemaModel[],
): ToolModel {
  const names = new Set(errors.map(({ name }) => name));
  const conditions = new Set(errors.flatMap(({ when }) => (when === undefined ? [] : [JSON.stringify(when)])));
  const others = (errorsPart.of(tool)?.errors ?? []).filter(
    ({ name, when }) => !names.has(name) && !conditions.has(JSON.stringify(when)),
  );
  const { errors: typeName } = nameTypes(tool.names.typeName);
  const used = new Set(others.map(({ data }) => data));
  const kept = (tool.addedSchemas ?? []).filter(({ typeName }) => used.has(typeName));
  const added = { ...tool, addedSchemas: [...schemas, ...kept] };
  return errorsPart.on(added, { errors: [...errors, ...others], typeName, owner: tool.name });
}
