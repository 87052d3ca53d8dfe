import { errorsPart } from '../errors/errors-part.js';
import { objectAt, type Json, type JsonObject } from '../../core/model/json.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { nameTypes } from '../../core/model/type-names.js';
import { stringLiteral } from '../../core/code/escape.js';
import { jsonExpression } from '../../core/code/json-expression.js';
import type { RenderTemplate } from '../../core/code/templates.js';
import type { SelectableFields } from './emit-selectable-fields.js';
import { listForwards, relativeSpecifier, type ProjectPaths } from '../../feature-kit/emit/handler-module.js';

/**
 * Emits `generated/api-calls.ts`, which contains the bindings of API operations. Returns `undefined` if no tool calls
 * one.
 */
export function emitApiCalls(
  model: Model,
  fields: SelectableFields,
  { out }: ProjectPaths,
  render: RenderTemplate,
): string | undefined {
  const transforms = listTransforms(model.tools, out);
  const { forwards, implemented } = listForwards(model.tools);
  if (forwards.length + implemented.length === 0) return undefined;
  const operations = model.tools.flatMap(({ name, handler, output }) =>
    handler.kind === 'forward'
      ? [
          {
            tool: stringLiteral(name),
            api: handler.api,
            binding: jsonExpression(
              withShape(
                handler.operation,
                fields.shapes.get(name),
                handler.transform !== undefined && output !== undefined,
              ),
            ),
          },
        ]
      : [],
  );
  const used = new Set(operations.map(({ api }) => api));
  const apis = model.apis.filter(({ name }) => used.has(name));
  return render('generated/api-calls.ts', {
    values: [
      ...(forwards.length > 0 ? ['createForward'] : []),
      ...(implemented.length > 0 ? ['withForward'] : []),
    ].join(', '),
    types: [
      ...(transforms.some(({ result }) => result === 'AnyOutput') ? ['AnyOutput'] : []),
      'Credentials as CredentialsOf',
      'ForwardApi',
      ...(implemented.length > 0 ? ['ForwardingHandler'] : []),
      'ForwardOperation',
      ...(transforms.length > 0 ? ['ResponseTransform'] : []),
      'ToolHandler',
    ].join(', '),
    apis: apis.map(({ name, binding }) => ({
      name,
      binding: jsonExpression(binding),
      hasFields: fields.apis.has(name),
    })),
    apiNames: apis.map(({ binding }) => stringLiteral(String(binding.get('name')))).join(' | '),
    operations,
    transforms,
    answerTypes: transforms.flatMap(({ value, result }) =>
      [value, result].filter((type) => /(?:Value|Output)$/u.test(type) && type !== 'AnyOutput'),
    ),
    forwards: forwards.length > 0,
    implements: implemented.length > 0,
    hasErrors: implemented.some((tool) => errorsPart.of(tool)),
  });
}

/** Lists the transform functions of the definition with their imports, types and tools. */
function listTransforms(tools: readonly ToolModel[], out: string) {
  return tools.flatMap(({ name, names, handler, output }) => {
    if (handler.kind !== 'forward' || !handler.transform) return [];
    const { module, exportName, value } = handler.transform;
    const types = nameTypes(names.typeName);
    return [
      {
        // A tool that calls an API has no handler with this name.
        imported: exportName === names.identifier ? exportName : `${exportName} as ${names.identifier}`,
        module: stringLiteral(relativeSpecifier(out, module)),
        identifier: names.identifier,
        tool: stringLiteral(name),
        value: value ? types.value : 'unknown',
        result: output ? types.output : 'AnyOutput',
      },
    ];
  });
}

/**
 * Adds the key of the response's fields to a binding, and marks a response that is created by a function and has its type checked.
 */
function withShape(operation: JsonObject, shape: string | undefined, isTyped: boolean): JsonObject {
  if (shape === undefined && !isTyped) return operation;
  const output = new Map<string, Json>([
    ...objectAt(operation, 'output'),
    ...(shape === undefined ? [] : [['shape', shape] as const]),
    ...(isTyped ? [['isTyped', true] as const] : []),
  ]);
  return new Map<string, Json>([...operation, ['output', output]]);
}
