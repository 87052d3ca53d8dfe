import type { Json, JsonObject } from '../../model/json.js';
import type {
  CacheModel,
  Model,
  PromptArgumentModel,
  PromptModel,
  ResourceModel,
  ResourceTemplateModel,
  ServerModel,
  UriVariableModel,
  VariableModel,
} from '../../model/model.js';
import { propertyName, stringLiteral } from '../../code/escape.js';
import { jsonExpression } from '../../code/json-expression.js';
import type { RenderTemplate } from '../../code/templates.js';
import type { ContentNames } from '../contents/emit-contents.js';
import { elicitationsView } from './elicitations-view.js';

/** The text of `generated/definition.ts`: the server, its capabilities, and the tables of its prompts and resources. */
export function emitDefinition(model: Model, contents: ContentNames, render: RenderTemplate): string {
  const tools = model.tools.filter(({ catalogued }) => !catalogued);
  const discovering = tools.filter(({ handler }) => handler.kind === 'discovery').map(({ name }) => name);
  return render('generated/definition.ts', {
    server: serverView(model.server),
    capabilities: capabilitiesView(model),
    cache: cacheView(model.server.cache),
    isStrict: model.server.negotiation === 'strict',
    selection: selectionView(model),
    toolNames: tools.map(({ name }) => stringLiteral(name)),
    discovering: discovering.length > 0 ? jsonExpression(discovering) : '',
    prompts: model.prompts.map((prompt) => promptView(prompt, contents)),
    resources: model.resources.map((resource) => resourceView(resource, contents)),
    resourceTemplates: model.resourceTemplates.map(resourceTemplateView),
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
    ...(model.tools.some(({ catalogued, task }) => !catalogued && task) ? [['tasks', true] as const] : []),
    ...(listChanged.length > 0 ? [['listChanged', listChanged] as const] : []),
    ...(subscribe ? [['subscribe', true] as const] : []),
  ]);
  return jsonExpression(members);
}

function cacheView(cache: CacheModel | undefined): string {
  return cache ? jsonExpression(new Map<string, Json>(Object.entries(cache))) : '';
}

/** What there is to choose; nothing when all tools are always served. */
function selectionView({ tools, server: { toolsets: defaults } }: Model): string {
  const toolsets = [...new Set(tools.flatMap(({ toolsets: own = [] }) => own))];
  if (toolsets.length === 0 && !tools.some(({ isInactive }) => isInactive)) return '';
  const hasInactive = tools.some(({ catalogued, isInactive }) => !catalogued && isInactive);
  const members: JsonObject = new Map<string, Json>([
    ['toolsets', toolsets],
    ...(defaults ? [['defaults', defaults] as const] : []),
    ...(hasInactive ? [['hasInactive', true] as const] : []),
  ]);
  return jsonExpression(members);
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

function promptView(prompt: PromptModel, contents: ContentNames) {
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

function resourceView(resource: ResourceModel, contents: ContentNames) {
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
