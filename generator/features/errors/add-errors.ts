import type { AddedSchemaModel, ToolModel } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import { errorsPart, type ErrorConditionModel, type ErrorModel } from './errors-part.js';

/**
 * Adds errors to a tool, with the schemas of their data. Errors that it already has follow, except those with the same
 * name or for the same failure. Errors for a range of statuses come after all others, those for `default` last.
 */
export function addErrors(
  tool: ToolModel,
  errors: readonly ErrorModel[],
  schemas: readonly AddedSchemaModel[],
): ToolModel {
  const others = (errorsPart.of(tool)?.errors ?? []).filter((other) => !errors.some((error) => replaces(error, other)));
  const { errors: typeName } = nameTypes(tool.names.typeName);
  const used = new Set(others.map(({ data }) => data));
  const kept = (tool.addedSchemas ?? []).filter(({ typeName }) => used.has(typeName));
  const added = { ...tool, addedSchemas: [...schemas, ...kept] };
  const sorted = [...errors, ...others].toSorted((one, other) => rank(one) - rank(other));
  return errorsPart.on(added, { errors: sorted, typeName, owner: tool.name });
}

/** Whether an error has the name of another one, or is for the same failure. */
export function replaces(error: ErrorModel, other: ErrorModel): boolean {
  const [one, before] = [error.when, other.when];
  return error.name === other.name || (one !== undefined && before !== undefined && isSameCondition(one, before));
}

/** Whether two conditions are about the same failure. */
export function isSameCondition(one: ErrorConditionModel, other: ErrorConditionModel): boolean {
  const keys = Object.keys({ ...one, ...other }) as readonly (keyof ErrorConditionModel)[];
  return keys.every((key) => key === 'except' || one[key] === other[key]);
}

/** Returns how general the condition of an error is: 0 for a failure, 1 for a range of statuses, 2 for `default`. */
function rank({ when: { status, type, code } = {} }: ErrorModel): number {
  if (typeof status !== 'string' || type !== undefined || code !== undefined) return 0;
  return status === 'default' ? 2 : 1;
}
