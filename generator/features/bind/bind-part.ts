import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { JsonObject } from '../../core/model/json.js';
import type { DescriptorModel, Model, PromptModel, ResourceTemplateModel } from '../../core/model/model.js';
import { PartKey } from '../../core/model/part-key.js';

/** Argument of a tool or prompt, or variable of a template, that callers cannot send. */
export interface BoundArgumentModel {
  readonly name: string;
  /** Source of its value, in the form of the runtime's `ArgumentSource`. */
  readonly source: JsonObject;
  /** Source on stdio. Default: `source`. */
  readonly stdio?: JsonObject;
  /** Place of `bind` in the definitions. */
  readonly location: SourceLocation;
}

/** Arguments of an entry that are bound to the caller, the environment or a constant. */
const boundPart = new PartKey<readonly BoundArgumentModel[]>('bind');

/** Returns the bound arguments of a tool, prompt or template. */
export function boundArgumentsOf(entry: DescriptorModel): readonly BoundArgumentModel[] {
  return boundPart.of(entry) ?? [];
}

/** Copies an entry and adds bound arguments. */
export function withBoundArguments<Entry extends DescriptorModel>(
  entry: Entry,
  bound: readonly BoundArgumentModel[],
): Entry {
  return bound.length === 0 ? entry : boundPart.on(entry, bound);
}

/** Whether an entry is a prompt or a template, whose bound arguments are texts. */
export function takesTexts(entry: DescriptorModel): entry is PromptModel | ResourceTemplateModel {
  return !('input' in entry) && ('arguments' in entry || 'variables' in entry);
}

/** Bound argument with its tool, prompt or template. */
export interface OwnedArgument {
  readonly bound: BoundArgumentModel;
  readonly kind: 'tool' | 'prompt' | 'resource template';
  /** Name of the tool or prompt, or the URI template. */
  readonly owner: string;
}

/** Lists the bound arguments of a model. */
export function listBound({ tools, prompts, resourceTemplates }: Model): readonly OwnedArgument[] {
  const list = (kind: OwnedArgument['kind'], owner: string, entry: DescriptorModel): readonly OwnedArgument[] =>
    boundArgumentsOf(entry).map((bound) => ({ bound, kind, owner }));
  return [
    ...tools.flatMap((tool) => list('tool', tool.name, tool)),
    ...prompts.flatMap((prompt) => list('prompt', prompt.name, prompt)),
    ...resourceTemplates.flatMap((template) => list('resource template', template.uriTemplate, template)),
  ];
}

/** Why a server cannot be used over stdio. */
export interface StdioObstacle {
  /** Place of `bind` in the definitions. */
  readonly location: SourceLocation;
  /** Reason, without a final period. */
  readonly reason: string;
}

/** Finds an argument that has no value on stdio; `undefined` if there is none. */
export function findStdioObstacle(model: Model): StdioObstacle | undefined {
  const found = listBound(model).find(({ bound }) => needsRequest(bound.source) && bound.stdio === undefined);
  if (!found) return undefined;
  const { bound, kind, owner } = found;
  const origin = bound.source.get('kind') === 'header' ? `the ${showSource(bound.source)}` : 'the caller';
  return {
    location: bound.location,
    reason: `the argument "${bound.name}" of the ${kind} "${owner}" comes from ${origin}, and stdio has none`,
  };
}

/** Whether a value comes from the request, which stdio does not have. */
export function needsRequest(source: JsonObject): boolean {
  return source.get('kind') === 'caller' || source.get('kind') === 'header';
}

/** Returns a source as text, such as `auth.claims.tenant`. */
export function showSource(source: JsonObject): string {
  switch (source.get('kind')) {
    case 'caller':
      return showCallerPath(source.get('path') as readonly string[]);
    case 'header':
      return `header ${String(source.get('name'))}`;
    case 'env':
      return `environment variable ${String(source.get('name'))}`;
    default:
      return 'constant';
  }
}

function showCallerPath(path: readonly string[]): string {
  return `auth${path.map((key) => (/^[\w$-]+$/u.test(key) ? `.${key}` : `['${key}']`)).join('')}`;
}
