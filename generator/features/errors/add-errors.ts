import type { AddedSchemaModel, ToolModel } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import { errorsPart, type ErrorModel } from './errors-part.js';

/** Adds errors to a tool, with the schemas of their data. Errors that it already has, except of the same name, follow. */
export function addErrors(
  tool: ToolModel,
  errors: readonly ErrorModel[],
  schemas: readonly AddedSchemaModel[],
): ToolModel {
  const names = new Set(errors.map(({ name }) => name));
  const others = errorsPart.of(tool)?.errors.filter(({ name }) => !names.has(name)) ?? [];
  const { errors: typeName } = nameTypes(tool.names.typeName);
  const used = new Set(others.map(({ data }) => data));
  const kept = (tool.addedSchemas ?? []).filter(({ typeName }) => used.has(typeName));
  const added = { ...tool, addedSchemas: [...schemas, ...kept] };
  return errorsPart.on(added, { errors: [...errors, ...others], typeName, owner: tool.name });
}
