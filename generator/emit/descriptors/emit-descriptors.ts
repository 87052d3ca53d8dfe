import type { Json, JsonObject } from '../../model/json.js';
import type {
  CacheModel,
  Model,
  PromptArgumentModel,
  PromptModel,
  ResourceModel,
  ResourceTemplateModel,
  ServerModel,
  ToolModel,
  UriVariableModel,
  VariableModel,
} from '../../model/model.js';
import { propertyName, stringLiteral } from '../code/escape.js';
import { jsonExpression } from '../code/json-expression.js';
import type { RenderTemplate } from '../code/templates.js';
import type { ContentNames } from '../contents/emit-contents.js';
import { listCatalogues } from './list-catalogues.js';
import type { ToolFields } from './descriptor-fields.js';
import { elicitationsView } from './elicitations-view.js';
import type { ListModule } from './emit-lists.js';

/** Where the validators of a tool are: a module below `generated/` and what it exports. */
export interface ValidatorLocation {
  readonly module: string;
  readonly input: string;
  readonly output?: string;
}

/** What the descriptors refer to in other generated files. */
export interface DescriptorLinks {
  /** Module specifier of the runtime. */
  readonly runtime: string;
  readonly validators: ReadonlyMap<string, ValidatorLocation>;
  readonly contents: ContentNames;
  readonly lists: readonly ListModule[];
}

/**
 * The text of `generated/descriptors.ts`: all that the server is and offers, as one value.
 *
 * @param describeTool Gives the descriptor of a tool.
 */
export function emitDescriptors(
  model: Model,
  links: DescriptorLinks,
  describeTool: (tool: ToolModel) => ToolFields,
  render: RenderTemplate,
): string {
  const tools = model.tools.filter(({ catalogued }) => !catalogued);
  const modules = [...new Set(tools.map(({ name }) => links.validators.get(name)?.module ?? ''))];
  return render('generated/descriptors.ts', {
    runtime: stringLiteral(links.runtime),
    server: serverView(model.server),
    capabilities: capabilitiesView(model),
    cache: cacheView(model.server.cache),
    isStrict: model.server.negotiation === 'strict',
    selection: selectionView(model),
    catalogues: listCatalogues(model).map(({ api }) => ({
      name: `${api}Operations`,
      module: stringLiteral(`./catalogues/${api}.ts`),
    })),
    validatorModules: modules.map((module, index) => ({ index: index + 1, module: stringLiteral(`./${module}`) })),
    tools: tools.map((tool) => {
      const { module = '', input = '', output } = links.validators.get(tool.name) ?? {};
      const names = output === undefined ? [input] : [input, output];
      return {
        ...toolView(tool, describeTool(tool), links),
        validators: [`validators${modules.indexOf(module) + 1}`, ...names.map(stringLiteral)].join(', '),
      };
    }),
    prompts: model.prompts.map((prompt) => promptView(prompt, links)),
    resources: model.resources.map((resource) => resourceView(resource, links)),
    resourceTemplates: model.resourceTemplates.map(resourceTemplateView),
    lists: links.lists.map(({ kind, path, isShort }) => ({ kind, isShort, module: stringLiteral(`./${path}`) })),
  });
}

interface MemberView {
  readonly name: string;
  readonly value: string;
}

function serverView(server: ServerModel): readonly MemberView[] {
  const texts = ['name', 'version', 'title', 'description', 'websiteUrl', 'instructions'] as const;
  const members = texts.flatMap((name) => {
    const value = server[name];
    return value === undefined ? [] : [{ name, value: stringLiteral(value) }];
  });
  return server.icons === undefined ? members : [...members, { name: 'icons', value: jsonExpression(server.icons) }];
}

function capabilitiesView(model: Model): string {
  const { listChanged = [], subscribe = false } = model.server.capabilities ?? {};
  const resources = model.resources.length > 0 || model.resourceTemplates.length > 0;
  const members: JsonObject = new Map<string, Json>([
    ['prompts', model.prompts.length > 0 || listChanged.includes('prompts')],
    ['resources', resources || listChanged.includes('resources') || subscribe],
    ...(listChanged.length > 0 ? [['listChanged', listChanged] as const] : []),
    ...(subscribe ? [['subscribe', true] as const] : []),
  ]);
  return jsonExpression(members);
}

function cacheView(cache: CacheModel | undefined): string {
  return cache ? jsonExpression(new Map<string, Json>(Object.entries(cache))) : '';
}

/** The toolsets that there are; nothing when all tools are always served. */
function selectionView({ tools, server: { toolsets: defaults } }: Model): string {
  const toolsets = [...new Set(tools.flatMap(({ toolsets: own = [] }) => own))];
  if (toolsets.length === 0 && !tools.some(({ isInactive }) => isInactive)) return '';
  return jsonExpression(new Map([['toolsets', toolsets], ...(defaults ? [['defaults', defaults] as const] : [])]));
}

/** What can be completed, by name; nothing when it is nothing. */
function completionsView(members: readonly (PromptArgumentModel | VariableModel)[]): string {
  const completions = members.flatMap(({ name, completion }) => {
    if (!completion) return [];
    // `as const`: for a property called like one that all objects have, the compiler expects no literal.
    const source = completion.kind === 'list' ? jsonExpression(completion.values) : `'handler' as const`;
    return [`${propertyName(name)}: ${source}`];
  });
  return completions.length > 0 ? `{ ${completions.join(', ')} }` : '';
}

/** A tool as templates show it, without its descriptor. */
export function toolView(
  tool: ToolModel,
  { wrapsLegacyOutput, headers }: ToolFields,
  { validators }: Pick<DescriptorLinks, 'validators'>,
) {
  const location = validators.get(tool.name);
  return {
    name: stringLiteral(tool.name),
    wrapsLegacyOutput,
    passesMisfits: tool.handler.kind === 'forward' && tool.handler.passesMisfits && tool.output !== undefined,
    module: stringLiteral(`./${location?.module ?? ''}`),
    input: location?.input ?? '',
    output: location?.output ?? '',
    returns: tool.returns ? `[${tool.returns.map(({ name }) => stringLiteral(name)).join(', ')}]` : '',
    timeoutMs: tool.timeoutMs ?? '',
    toolsets: tool.toolsets ? jsonExpression(tool.toolsets) : '',
    isInactive: tool.isInactive === true,
    discovery:
      tool.handler.kind === 'discovery'
        ? `{ does: ${stringLiteral(tool.handler.does)}, load: ${tool.handler.api}Operations }`
        : '',
    elicitations: elicitationsView(tool),
    headers: headers.map(({ name, path, type }) =>
      jsonExpression(
        new Map<string, Json>([
          ['name', name],
          ['path', path],
          ['type', type],
        ]),
      ),
    ),
    hasHeaders: headers.length > 0,
    task: tool.task ? jsonExpression(new Map<string, string | number>(Object.entries(tool.task))) : '',
  };
}

function promptView(prompt: PromptModel, { contents }: DescriptorLinks) {
  return {
    name: stringLiteral(prompt.name),
    description: prompt.description === undefined ? '' : stringLiteral(prompt.description),
    arguments: prompt.arguments.map((argument) => {
      const { name, title, description, required } = argument;
      const members: JsonObject = new Map<string, string | boolean>([
        ['name', name],
        ...(title === undefined ? [] : [['title', title] as const]),
        ...(description === undefined ? [] : [['description', description] as const]),
        ['required', required],
      ]);
      return jsonExpression(members);
    }),
    contents: contents.prompts.get(prompt.name) ?? '',
    elicitations: elicitationsView(prompt),
    completions: completionsView(prompt.arguments),
  };
}

function resourceView(resource: ResourceModel, { contents }: DescriptorLinks) {
  return {
    uri: stringLiteral(resource.uri),
    mimeType: resource.mimeType === undefined ? '' : stringLiteral(resource.mimeType),
    contents: contents.resources.get(resource.uri) ?? '',
    elicitations: elicitationsView(resource),
    cache: cacheView(resource.cache),
  };
}

function resourceTemplateView(template: ResourceTemplateModel) {
  const { matcher } = template;
  return {
    uriTemplate: stringLiteral(template.uriTemplate),
    mimeType: template.mimeType === undefined ? '' : stringLiteral(template.mimeType),
    pattern: `new RegExp(${stringLiteral(matcher.pattern)}, 'u')`,
    path: variablesExpression(matcher.path),
    query: variablesExpression(matcher.query),
    elicitations: elicitationsView(template),
    cache: cacheView(template.cache),
    completions: completionsView(template.variables),
  };
}

function variablesExpression(variables: readonly UriVariableModel[]): string {
  const items = variables.map(({ name, separator }) => {
    const list = separator === undefined ? '' : `, separator: ${stringLiteral(separator)}`;
    return `{ name: ${stringLiteral(name)}${list} }`;
  });
  return `[${items.join(', ')}]`;
}
