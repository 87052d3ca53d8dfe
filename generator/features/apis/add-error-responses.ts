import { isJsonObject, stringifyJson, type JsonObject } from '../../core/model/json.js';
import type { AddedSchemaModel, SchemaModel, ToolModel } from '../../core/model/model.js';
import { firstFree } from '../../feature-kit/resolve/assign-names.js';
import { addErrors } from '../errors/add-errors.js';
import type { ErrorModel } from '../errors/errors-part.js';
import { nameData } from '../errors/name-data.js';
import type { ErrorDraft } from './response-errors.js';

/** Returns the name of a type by its key. A new one is the proposed name, with a number if that is taken. */
function nameOnce(types: Map<string, string>, key: string, proposed: string): string {
  const taken = new Set(types.values());
  const typeName = types.get(key) ?? firstFree(proposed, (name) => taken.has(name));
  types.set(key, typeName);
  return typeName;
}

/**
 * Adds the error responses of an operation to its tool. Data is checked only if a handler of the user can throw it:
 * responses are those of the API.
 *
 * @param toModel Gives a schema its final references.
 * @param types Names of types by the JSON text of their schema, so that each schema has one type, or by tool and error.
 */
export function addErrorResponses(
  tool: ToolModel,
  drafts: readonly ErrorDraft[],
  toModel: (schema: JsonObject) => SchemaModel,
  types: Map<string, string>,
): ToolModel {
  if (drafts.length === 0) return tool;
  const isChecked = tool.handler.kind === 'forward' && tool.handler.isImplemented;
  const added = drafts.map(
    ({ schema, ...error }): { readonly error: ErrorModel; readonly schema: AddedSchemaModel } => {
      const model = toModel(schema);
      const key = isJsonObject(model.schema) ? stringifyJson(model.schema) : '';
      // Data that is checked has a validator for each tool.
      const typeName = isChecked
        ? nameOnce(types, `${tool.name} ${error.name}`, nameData(tool, error.name))
        : nameOnce(types, key, nameData(tool, error.name, 'Body'));
      return {
        error: { ...error, data: typeName },
        schema: { typeName, schema: model, ...(isChecked && { isChecked: true }) },
      };
    },
  );
  const schemas = new Map(added.map(({ schema }) => [schema.typeName, schema]));
  return addErrors(
    tool,
    added.map(({ error }) => error),
    [...schemas.values()],
  );
}
