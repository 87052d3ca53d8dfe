import { features } from '../../../features.js';
import { defaultToolsets, toolsetsOf } from '../../../features/toolsets/toolsets-part.js';
import { jsonObjectOf, type Json } from '../../../core/model/json.js';
import { listedTools } from '../../../core/model/listed-tools.js';
import type {
  ServerCacheModel,
  Model,
  PromptArgumentModel,
  PromptModel,
  ResourceModel,
  ResourceTemplateModel,
  ServerModel,
  ToolModel,
  UriVariableModel,
  VariableModel,
} from '../../../core/model/model.js';
import { propertyName, stringLiteral } from '../../../core/code/escape.js';
import { jsonExpression, memberViews, objectExpression, type MemberView } from '../../../core/code/json-expression.js';
import type { RenderTemplate } from '../../../core/code/templates.js';
import type { Emitted } from '../../../feature-kit/feature.js';
import type { StaticContents } from '../../../feature-kit/emit/emit-static-content.js';
import { elicitationsExpression } from '../../../feature-kit/emit/elicitations-view.js';
import { hasDurableTasks } from '../../../features/tasks/has-durable-tasks.js';

/**
 * Emits `definition.ts`, which contains the server, its capabilities, and its prompts and resources.
 * @param parts Output of features.
 */
export function emitDefinition(
  model: Model,
  contents: StaticContents,
  parts: readonly Emitted[],
  render: RenderTemplate,
): string {
  const { server } = model;
  const tools = listedTools(model);
  const discovering = tools.filter(({ handler }) => handler.kind === 'discovery').map(({ name }) => name);
  return render('generated/definition.ts', {
    server: serverMembers(server),
    members: memberViews({
      capabilities: capabilitiesOf(model, parts),
      cache: cacheOf(server.cache),
      negotiation: server.negotiation,
      selection: selectionOf(model),
      hasDurableTasks: hasDurableTasks(model) || undefined,
      listsResources: model.resourceTemplates.some(({ list }) => list) || undefined,
    }),
    toolNames: tools.map(({ name }) => stringLiteral(name)),
    discovering: discovering.length > 0 ? jsonExpression(discovering) : '',
    prompts: model.prompts.map((prompt) => promptMembers(prompt, contents)),
    resources: model.resources.map((resource) => resourceMembers(resource, contents)),
    resourceTemplates: model.resourceTemplates.map(templateMembers),
    parts: [...parts.flatMap(({ members = [] }) => members), ...partsOf(parts)],
  });
}

/** Returns the `parts` member with loaders of optional code; none if there is no such code. */
function partsOf(parts: readonly Emitted[]): readonly MemberView[] {
  const members = parts
    .flatMap((each) => each.parts ?? [])
    .map(({ name, value }) => ({ name: propertyName(name), value }));
  return memberViews({}, { parts: objectExpression(members) });
}

function serverMembers(server: ServerModel): readonly MemberView[] {
  const { name, version, title, description, websiteUrl, instructions, icons } = server;
  return memberViews({ name, version, title, description, websiteUrl, instructions, icons });
}

function capabilitiesOf(model: Model, parts: readonly Emitted[]): Json {
  const { listChanged = [], subscribe = false } = model.server.capabilities ?? {};
  const resources = model.resources.length > 0 || model.resourceTemplates.length > 0 || model.tools.some(readsFile);
  return jsonObjectOf({
    prompts: model.prompts.length > 0 || listChanged.includes('prompts'),
    resources: resources || listChanged.includes('resources') || subscribe,
    ...Object.fromEntries(parts.flatMap(({ capabilities = [] }) => capabilities.map((name) => [name, true]))),
    listChanged: listChanged.length > 0 ? listChanged : undefined,
    subscribe: subscribe || undefined,
  });
}

/** Matches media types that become JSON, text, image or audio content. */
const noFile =
  /^(?:text|image|audio)\/|^application\/(?:.*(?:json|xml|yaml|javascript)|x-www-form-urlencoded|sql|graphql|toml)\b|\*/u;

/** Whether a tool can return a file from an API. Clients read large files as resources. */
function readsFile({ handler }: ToolModel): boolean {
  if (handler.kind !== 'forward' || handler.isImplemented || handler.operation.get('method') !== 'GET') return false;
  const accepted = handler.operation.get('accept');
  return Array.isArray(accepted) && accepted.some((type) => typeof type === 'string' && !noFile.test(type));
}

function cacheOf(cache: ServerCacheModel | undefined): Json | undefined {
  if (!cache) return undefined;
  const { kinds, ...hints } = cache;
  const kindMembers = Object.entries(kinds ?? {}).map(([kind, each]) => [kind, jsonObjectOf({ ...each })] as const);
  return jsonObjectOf({ ...hints, kinds: kinds && new Map<string, Json>(kindMembers) });
}

/** Returns the toolsets that can be selected at startup; `undefined` if all tools are always enabled. */
function selectionOf(model: Model): Json | undefined {
  const { tools } = model;
  const toolsets = [...new Set(tools.flatMap(toolsetsOf))];
  if (toolsets.length === 0 && !tools.some(({ isInactive }) => isInactive)) return undefined;
  const hasInactive = listedTools({ tools }).some(({ isInactive }) => isInactive);
  return jsonObjectOf({ toolsets, defaults: defaultToolsets.of(model), hasInactive: hasInactive || undefined });
}

/** Returns the completions of arguments or variables; `undefined` if there are none. */
function completionsExpression(members: readonly (PromptArgumentModel | VariableModel)[]): string | undefined {
  const completions = members.flatMap(({ name, completion }) => {
    if (!completion) return [];
    // Uses `as const`, because the compiler does not expect a literal type for a property that all objects have.
    const value = completion.kind === 'list' ? jsonExpression(completion.values) : `'handler' as const`;
    return [{ name: propertyName(name), value }];
  });
  return objectExpression(completions);
}

function contentsExpression({ file }: StaticContents, exportName: string | undefined): string | undefined {
  return exportName && loadMember(file, exportName);
}

/** Returns an expression for a function that loads a member of a generated module. */
function loadMember(path: string, member: string): string {
  return `async () => (await import(${stringLiteral(`./${path}`)})).${member}`;
}

function promptMembers(prompt: PromptModel, contents: StaticContents): readonly MemberView[] {
  const { name, description } = prompt;
  const members = memberViews(
    {
      name,
      description,
      arguments: prompt.arguments.map((argument) =>
        jsonObjectOf({
          name: argument.name,
          title: argument.title,
          description: argument.description,
          required: argument.required,
        }),
      ),
    },
    {
      messages: contentsExpression(contents, contents.prompts.get(name)),
      elicitations: elicitationsExpression(prompt),
      completions: completionsExpression(prompt.arguments),
    },
  );
  return [...members, ...addMembers(prompt)];
}

/** Returns the members that features add to a prompt or template. */
function addMembers(entry: PromptModel | ResourceTemplateModel): readonly MemberView[] {
  return features.flatMap(({ entryMembers }) => entryMembers?.(entry) ?? []);
}

function resourceMembers(resource: ResourceModel, contents: StaticContents): readonly MemberView[] {
  const { uri, mimeType, cache, content } = resource;
  return memberViews(
    { uri, mimeType, cache: cacheOf(cache) },
    {
      content:
        content?.kind === 'module'
          ? loadMember(content.path, content.member)
          : contentsExpression(contents, contents.resources.get(uri)),
      elicitations: elicitationsExpression(resource),
    },
  );
}

function templateMembers(template: ResourceTemplateModel): readonly MemberView[] {
  const { uriTemplate, mimeType, matcher, cache } = template;
  const pattern = `new RegExp(${stringLiteral(matcher.pattern)}, 'u')`;
  const variables = { path: variablesOf(matcher.path), query: variablesOf(matcher.query) };
  const members = memberViews(
    { uriTemplate, mimeType, cache: cacheOf(cache) },
    {
      matcher: objectExpression([{ name: 'pattern', value: pattern }, ...memberViews(variables)]),
      elicitations: elicitationsExpression(template),
      completions: completionsExpression(template.variables),
    },
  );
  return [...members, ...addMembers(template)];
}

function variablesOf(variables: readonly UriVariableModel[]): Json {
  return variables.map(({ name, separator }) => jsonObjectOf({ name, separator }));
}
