import { docComment, stringLiteral, typePropertyName } from '../../../core/code/escape.js';
import type { GeneratedType } from '../../../feature-kit/feature.js';
import { features } from '../../../features.js';
import type { RenderTemplate } from '../../../core/code/templates.js';
import type { ToolFields } from '../../../feature-kit/descriptors/descriptor-fields.js';
import { listedTools } from '../../../core/model/listed-tools.js';
import type {
  Model,
  PromptArgumentModel,
  PromptModel,
  ResourceTemplateModel,
  ToolModel,
  VariableModel,
} from '../../../core/model/model.js';
import { nameTypes } from '../../../core/model/type-names.js';
import { typesScope as scope } from '../types/emit-types.js';

/**
 * Emits `client.ts`, which contains the types of a client for the server.
 * @param clientArguments Argument types that differ from input types, by input type name.
 * @param describeTool Returns the descriptor of a tool.
 */
export function emitClient(
  model: Model,
  clientArguments: ReadonlyMap<string, string>,
  describeTool: (tool: ToolModel) => ToolFields,
  render: RenderTemplate,
): string {
  const tools = listedTools(model);
  const declarations = tools.flatMap((tool) => clientArguments.get(nameTypes(tool.names.typeName).input) ?? []);
  const sections = [
    { name: 'tools', methods: tools.map((tool) => toolView(tool, clientArguments)) },
    { name: 'prompts', methods: model.prompts.map((prompt) => methodView(prompt, prompt.name, promptType(prompt))) },
    { name: 'resources', methods: model.resources.map((each) => methodView(each, each.uri, 'ResourceMethod')) },
    {
      name: 'resourceTemplates',
      methods: model.resourceTemplates.map((template) => {
        return methodView(template, template.uriTemplate, `ResourceTemplateMethod<${variablesType(template)}>`);
      }),
    },
  ];
  const completions = [
    { name: 'prompts', owners: model.prompts.flatMap((prompt) => completedView(prompt.name, prompt.arguments)) },
    {
      name: 'resourceTemplates',
      owners: model.resourceTemplates.flatMap(({ uriTemplate, variables }) => completedView(uriTemplate, variables)),
    },
  ];
  const used = [
    ...sections.flatMap(({ methods }) => methods.map(({ type }) => type)),
    ...completions.flatMap(({ owners }) => (owners.length > 0 ? ['CompletionMethod'] : [])),
  ];
  const methodTypes = used.map((type) => type.replace(/<.*/su, ''));
  return render('generated/client.ts', {
    runtimeTypes: [...new Set(methodTypes)].toSorted(),
    usesTypes: [...used, ...declarations].some((text) => text.includes(scope)),
    errorTypes: listErrorTypes(tools),
    declarations,
    sections,
    completions,
    wrapped: tools
      .filter((tool) => describeTool(tool).wrapsLegacyOutput)
      .map(({ name }) => stringLiteral(name))
      .join(', '),
  });
}

function toolView(tool: ToolModel, clientArguments: ReadonlyMap<string, string>) {
  const types = nameTypes(tool.names.typeName);
  // No types are generated for discovery tools.
  const input =
    tool.handler.kind === 'discovery'
      ? '{ readonly [name: string]: unknown }'
      : clientArguments.has(types.input)
        ? types.arguments
        : `${scope}${types.input}`;
  const output = tool.output && tool.handler.kind !== 'discovery' ? `${scope}${types.output}` : 'unknown';
  const errors = findErrorsType(tool);
  return methodView(
    tool,
    tool.name,
    errors ? `FailingToolMethod<${input}, ${output}, ${errors.name}>` : `ToolMethod<${input}, ${output}>`,
  );
}

function findErrorsType(tool: ToolModel): GeneratedType | undefined {
  return features.map(({ errorsType }) => errorsType?.(tool)).find((type) => type !== undefined);
}

/** Lists the types of errors that methods refer to, by module. */
function listErrorTypes(tools: readonly ToolModel[]) {
  const types = tools.flatMap((tool) => findErrorsType(tool) ?? []);
  const modules = [...new Set(types.map(({ module }) => module))];
  return modules.map((module) => {
    const names = types.filter((type) => type.module === module).map(({ name }) => name);
    return { module: stringLiteral(module), names: [...new Set(names)] };
  });
}

function promptType(prompt: PromptModel): string {
  const values = prompt.arguments.map(
    ({ name, required }) => `readonly ${typePropertyName(name)}${required ? '' : '?'}: string`,
  );
  return `PromptMethod<{${values.length > 0 ? ` ${values.join('; ')} ` : ''}}>`;
}

/** Returns the type of the variables that are part of the URI. */
function variablesType({ names, matcher, supplied }: ResourceTemplateModel): string {
  if (!supplied) return `${scope}${nameTypes(names.typeName).variables}`;
  const all = [...matcher.path, ...matcher.query.map((variable) => ({ ...variable, optional: true }))];
  const members = all.map(
    ({ name, optional, separator }) =>
      `readonly ${typePropertyName(name)}${optional ? '?' : ''}: ${separator === undefined ? 'string' : 'readonly string[]'}`,
  );
  return `{${members.length > 0 ? ` ${members.join('; ')} ` : ''}}`;
}

function methodView({ description }: { readonly description?: string }, key: string, type: string) {
  return { doc: docComment(description, '    '), key: typePropertyName(key), type };
}

/** Returns a prompt or template with only the arguments or variables that have completions. */
function completedView(key: string, parts: readonly (PromptArgumentModel | VariableModel)[]) {
  const members = parts.filter(({ completion }) => completion !== undefined);
  return members.length === 0
    ? []
    : [{ key: typePropertyName(key), members: members.map(({ name }) => typePropertyName(name)) }];
}
