import { docComment, propertyName, stringLiteral } from '../../core/code/escape.js';
import { generatedFile, type GeneratedFile } from '../../core/code/generated-file.js';
import { memberViews, objectExpression } from '../../core/code/json-expression.js';
import { jsonObjectOf } from '../../core/model/json.js';
import type { ToolModel } from '../../core/model/model.js';
import { schemaTypeName } from '../../core/schema/schema-type-name.js';
import type { Emitting } from '../../feature-kit/feature.js';
import { errorsPart, type ErrorModel } from './errors-part.js';

/** Path of the generated module. */
export const errorsFile = 'errors.ts';

/** Emits `errors.ts`: the errors of each tool, and a type for the data of its errors. */
export function emitErrors({ model, validators, render }: Emitting): readonly GeneratedFile[] {
  const tools = model.tools.filter((tool) => errorsPart.of(tool)?.owner === tool.name);
  if (tools.length === 0) return [];
  const views = tools.map((tool) => {
    const { errors = [], typeName = '' } = errorsPart.of(tool) ?? {};
    const checked = new Set((tool.addedSchemas ?? []).flatMap((each) => (each.isChecked ? [each.typeName] : [])));
    const usesValidators = errors.some(({ data }) => data !== undefined && checked.has(data));
    const module = stringLiteral(`./${validators.get(tool.name)?.module ?? ''}`);
    return {
      key: propertyName(tool.name),
      name: stringLiteral(tool.name),
      typeName,
      doc: docComment(`Data of each error of \`${tool.name}\` by name.`),
      errors: errors.map((error) => ({
        name: error.name,
        doc: docComment(error.description, '  '),
        type: dataType(tool, error),
        value: errorExpression(error, checked),
      })),
      validators: usesValidators ? `, await import(${module})` : '',
    };
  });
  const usesTypes = views.some(({ errors }) => errors.some(({ type }) => type.startsWith('types.')));
  return generatedFile(errorsFile, render('generated/errors.ts', { tools: views, usesTypes }));
}

/** Returns the type of the data. An API can respond with anything, so that the data may be missing. */
function dataType(tool: ToolModel, { data, when }: ErrorModel): string {
  const schema = tool.addedSchemas?.find(({ typeName }) => typeName === data);
  if (schema === undefined) return 'undefined';
  return `types.${schemaTypeName(schema)}${when === undefined ? '' : ' | undefined'}`;
}

function errorExpression(
  { description, data, recovery, retryable, retryAfterMs, retries, when, location }: ErrorModel,
  checked: ReadonlySet<string>,
): string {
  const isChecked = data !== undefined && checked.has(data);
  const members = memberViews({
    // Errors of a document need a message only where a handler throws them.
    message: location === undefined && !isChecked ? undefined : description,
    isOfApi: location === undefined || undefined,
    recovery,
    retryable,
    retryAfterMs,
    retries,
    data: isChecked ? data : undefined,
    when: when && jsonObjectOf({ ...when }),
  });
  return objectExpression(members) ?? '{}';
}
