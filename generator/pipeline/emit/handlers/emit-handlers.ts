import path from 'node:path';
import { isJsonArray, isJsonObject, type Json } from '../../../core/model/json.js';
import type { Model, ReturnModel, ToolModel } from '../../../core/model/model.js';
import { nameTypes } from '../../../core/model/type-names.js';
import { referredNames } from '../../../core/schema/map-schema.js';
import { mapByName, type DefinitionsByName } from '../../../core/schema/wire-schema.js';
import { propertyName, stringLiteral, typePropertyName } from '../../../core/code/escape.js';
import type { RenderTemplate } from '../../../core/code/templates.js';
import { printAliases, type NamingPaths } from '../deprecated-names.js';
import {
  contentTypeNames,
  elicitationsTypeName,
  elicitationTypesView,
  runtimeTypesOf,
} from './elicitation-types-view.js';
import type { GeneratedType } from '../../../feature-kit/feature.js';
import { features } from '../../../features.js';
import { completionsView, listsView } from './completion-handlers.js';
import {
  handlerImport,
  isDeclared,
  listForwards,
  listHandled,
  relativeSpecifier,
  resultTypeName,
  type Handled,
  type HandlerKind,
  type ProjectPaths,
} from '../../../feature-kit/emit/handler-module.js';

/** Emits `handlers.ts`, which contains a type for each handler and the table that imports all handlers. */
export function emitHandlers(model: Model, paths: NamingPaths, render: RenderTemplate): string {
  const handled = listHandled(model);
  const { tools, prompts, resources, resourceTemplates } = viewHandlers(handled, mapByName(model.definitions), paths);
  const { forwards, implemented } = listForwards(handled.tools);
  const asking = [...handled.tools, ...handled.prompts, ...handled.resources, ...handled.resourceTemplates];
  const elicitationTypes = runtimeTypesOf(asking);
  const all = [...tools, ...prompts, ...resources, ...resourceTemplates];
  const types = [
    ...handled.tools.flatMap(toolTypeNames),
    ...handled.prompts.map(({ names }) => nameTypes(names.typeName).arguments),
    ...handled.resourceTemplates.map(({ names }) => nameTypes(names.typeName).variables),
    ...asking.flatMap(contentTypeNames),
  ];
  const completions = completionsView(model, paths);
  const lists = listsView(model, paths);
  return render('generated/handlers.ts', {
    server: stringLiteral(relativeSpecifier(paths.out, path.posix.join(paths.handlers, 'server.ts'))),
    runtimeTypes: [
      ...elicitationTypes,
      'AppOf',
      ...(completions.imports.length > 0 ? ['CompletionHandler'] : []),
      ...(handled.tools.some(({ output, returns }) => !output && !returns) ? ['AnyOutput'] : []),
      ...(handled.tools.some((tool) => findErrorsType(tool)) ? ['FailingContext'] : []),
      ...(implemented.length > 0 ? ['ForwardingHandler'] : []),
      ...new Set(handled.tools.flatMap(({ companion }) => companion?.handlerType ?? [])),
      ...(all.some(({ type }) => type.includes('NoElicitations')) ? ['NoElicitations'] : []),
      ...(prompts.length > 0 ? ['PromptHandler'] : []),
      ...(resources.length > 0 ? ['ResourceHandler'] : []),
      ...(lists.members.length > 0 ? ['ResourceListHandler'] : []),
      ...(resourceTemplates.length > 0 ? ['ResourceTemplateHandler'] : []),
      ...(tools.some(({ resultType }) => resultType !== '') || forwards.length + implemented.length > 0
        ? ['ToolHandlerResult']
        : []),
      ...(tools.length > 0 ? ['ToolHandler'] : []),
      ...(tools.some(({ type }) => type.includes('WithBigints<')) ? ['WithBigints'] : []),
    ].join(', '),
    types,
    imports: [...all, ...completions.imports, ...lists.imports],
    all,
    aliases: printAliases(handled.tools, new Set([...types, ...all.map(({ typeName }) => typeName)]), paths),
    hasErrors: implemented.some((tool) => findErrorsType(tool)),
    forwards: forwards.length > 0,
    implements: implemented.length > 0,
    sections: [
      { name: 'tools', handlers: tools },
      { name: 'prompts', handlers: prompts },
      { name: 'resources', handlers: resources },
      { name: 'resourceTemplates', handlers: resourceTemplates },
    ],
    completions: completions.sections,
    lists: lists.members,
  });
}

/** Returns the type and the table entry of each handler. */
function viewHandlers(handled: ReturnType<typeof listHandled>, definitions: DefinitionsByName, paths: ProjectPaths) {
  return {
    tools: handled.tools.map((tool) => {
      const types = toolTypes(tool, outputType(tool, definitions));
      const { identifier } = tool.names;
      const name = types.cast === undefined ? identifier : `(${identifier} as ${types.cast})`;
      return { ...view('tools', tool, tool.name, paths), ...types, value: valueExpression(tool, tool.name, name) };
    }),
    prompts: handled.prompts.map((prompt) => ({
      ...view('prompts', prompt, prompt.name, paths),
      type: `PromptHandler<${nameTypes(prompt.names.typeName).arguments}, ${contextTypes(prompt)}>`,
    })),
    resources: handled.resources.map((resource) => ({
      ...view('resources', resource, resource.uri, paths),
      type: `ResourceHandler<${contextTypes(resource)}>`,
    })),
    resourceTemplates: handled.resourceTemplates.map((template) => ({
      ...view('resources', template, template.uriTemplate, paths),
      type: `ResourceTemplateHandler<${nameTypes(template.names.typeName).variables}, ${contextTypes(template)}>`,
    })),
  };
}

function view(kind: HandlerKind, handled: Handled, key: string, paths: ProjectPaths) {
  return {
    ...handlerImport(paths, kind, handled),
    typeName: handled.names.typeName,
    handledType: handled.names.typeName,
    resultType: '',
    ...elicitationTypesView(handled),
    key: propertyName(key),
    typeKey: typePropertyName(key),
    value: valueExpression(handled, key),
  };
}

/**
 * Returns the expression for a handler: its function, an API call, or a call of a bound function with positional
 * arguments.
 */
function valueExpression({ names, handler }: Handled, key: string, identifier = names.identifier): string {
  if (handler.kind === 'forward') {
    const tool = stringLiteral(key);
    return handler.isImplemented ? `completeWithApi(${identifier}, ${tool})` : `forwardToApi(${tool})`;
  }
  if (handler.kind !== 'bound' || !handler.args) return identifier;
  const values = handler.args.map((name) => `input[${stringLiteral(name)}]`);
  return `(${values.length > 0 ? 'input' : ''}) => ${names.identifier}(${values.join(', ')})`;
}

/** Returns the type of a handler and, for a tool with outputs, the declaration of its result type. */
function toolTypes(
  tool: ToolModel,
  output: string,
): { readonly type: string; readonly handledType?: string; readonly resultType?: string; readonly cast?: string } {
  const result = resultTypeName(tool);
  const { input } = nameTypes(tool.names.typeName);
  const errors = findErrorsType(tool);
  // An import of the name would conflict with the handler type of a tool whose name ends in `Errors`.
  const added = errors ? `, FailingContext<import(${stringLiteral(errors.module)}).${errors.name}>` : '';
  const types = `<${input}, ${output}, ${contextTypes(tool)}${added}>`;
  if (isDeclared(tool)) return { type: `ToolHandler<${input}, ${output}>` };
  const isForwarding = tool.handler.kind === 'forward';
  const type = `${isForwarding ? 'ForwardingHandler' : 'ToolHandler'}${types}`;
  const { companion } = tool;
  return {
    type: companion ? `${companion.handlerType}<${type}>` : type,
    ...((isForwarding || companion) && { handledType: `ToolHandler${types}` }),
    // The code that calls the companion completes the context of both.
    ...(companion && { cast: type }),
    resultType: result === undefined ? '' : `${result} = ToolHandlerResult<${output}>`,
  };
}

/**
 * Returns the type of values that a handler can return. Integers can be `bigint`s, except in API responses. A single
 * named output that is not an object can be returned without a wrapper; `null` and `undefined` mean failure.
 */
function outputType({ names, handler, output, returns }: ToolModel, definitions: DefinitionsByName): string {
  const type = nameTypes(names.typeName).output;
  const schemas = returns?.map(({ value }) => value.schema) ?? (output ? [output.schema] : []);
  // API responses have the types from the document.
  const hasBigints = handler.kind !== 'forward' && schemas.some((schema) => holdsIntegers(schema, definitions));
  const withBigints = (text: string): string => (hasBigints ? `WithBigints<${text}>` : text);
  if (!returns) return output ? withBigints(type) : 'AnyOutput';
  const [only, ...others] = returns;
  const bare = only && others.length === 0 && isBare(only) ? ` | ${type}[${stringLiteral(only.name)}]` : '';
  return `${withBigints(`${type}${bare}`)} | null | undefined`;
}

/** Whether a schema, or a schema that it refers to, has the type `integer`. */
function holdsIntegers(schema: Json, definitions: DefinitionsByName): boolean {
  const names = new Set(referredNames(schema));
  // The set grows during the loop, because a definition can refer to further definitions.
  for (const name of names) {
    const referred = definitions.get(name)?.schema ?? true;
    for (const other of referredNames(referred)) names.add(other);
    if (namesInteger(referred)) return true;
  }
  return namesInteger(schema);
}

function namesInteger(part: Json): boolean {
  if (isJsonArray(part)) return part.some(namesInteger);
  if (!isJsonObject(part)) return false;
  const type = part.get('type');
  return (isJsonArray(type) ? type : [type]).includes('integer') || [...part.values()].some(namesInteger);
}

function isBare({ value: { schema } }: ReturnModel): boolean {
  const type = isJsonObject(schema) ? schema.get('type') : undefined;
  return typeof type === 'string' && type !== 'object';
}

function toolTypeNames({ names, output, returns }: ToolModel): readonly string[] {
  const types = nameTypes(names.typeName);
  return [types.input, ...(output || returns ? [types.output] : [])];
}

/** Returns the type of the errors of a tool whose handler can throw them. */
function findErrorsType(tool: ToolModel): GeneratedType | undefined {
  if (isDeclared(tool)) return undefined;
  return features.map(({ errorsType }) => errorsType?.(tool)).find((type) => type !== undefined);
}

/** Returns the type arguments for a handler's context: its elicitations, and the result of `setup`. */
function contextTypes(handled: Handled): string {
  return `${elicitationsTypeName(handled) ?? 'NoElicitations'}, ServerApp`;
}
