import type { FunctionModel, Model, PromptArgumentModel, VariableModel } from '../../../core/model/model.js';
import { propertyName, typePropertyName } from '../../../core/code/escape.js';
import { handlerImport, type ProjectPaths } from '../../../feature-kit/emit/handler-module.js';

/** A prompt or resource template with completion functions. */
export interface CompletedOwner {
  /** Prompt name or URI template. */
  readonly key: string;
  readonly members: readonly HandledCompletion[];
}

/** Argument or variable with a completion function. */
export interface HandledCompletion extends FunctionModel {
  readonly name: string;
  readonly description?: string;
}

/** Lists the completion functions of a model, including those of static prompts. */
export function listCompletionHandlers(model: Model) {
  return {
    prompts: model.prompts.flatMap((prompt) => listOwner(prompt.name, prompt.arguments)),
    resourceTemplates: model.resourceTemplates.flatMap((template) =>
      listOwner(template.uriTemplate, template.variables),
    ),
  };
}

function listOwner(key: string, parts: readonly (PromptArgumentModel | VariableModel)[]): readonly CompletedOwner[] {
  const members = parts.flatMap(({ name, description, completion }): readonly HandledCompletion[] => {
    if (completion?.kind !== 'handler') return [];
    const { names, handler } = completion;
    return [{ name, names, handler, ...(description !== undefined && { description }) }];
  });
  return members.length > 0 ? [{ key, members }] : [];
}

/** Returns the imports and tables of completion functions for the `handlers.ts` template; empty if there are none. */
export function completionsView(model: Model, paths: ProjectPaths) {
  const { prompts, resourceTemplates } = listCompletionHandlers(model);
  const members = [...prompts, ...resourceTemplates].flatMap((owner) => owner.members);
  const sections = [
    { name: 'prompts', owners: prompts.map(ownerView) },
    { name: 'resourceTemplates', owners: resourceTemplates.map(ownerView) },
  ];
  return {
    imports: members.map((member) => handlerImport(paths, 'completions', member)),
    sections: members.length > 0 ? sections : [],
  };
}

/** Resource template with a list function. */
export interface HandledList extends FunctionModel {
  readonly uriTemplate: string;
  readonly name: string;
}

/** Returns the list functions of a model. */
export function listListHandlers({ resourceTemplates }: Model): readonly HandledList[] {
  return resourceTemplates.flatMap(({ uriTemplate, name, list }) => (list ? [{ uriTemplate, name, ...list }] : []));
}

/** Returns the imports and the table of list functions for the `handlers.ts` template; empty if there are none. */
export function listsView(model: Model, paths: ProjectPaths) {
  const all = listListHandlers(model);
  return {
    imports: all.map((list) => handlerImport(paths, 'lists', list)),
    members: all.map(({ uriTemplate, names }) => ({ ...keyView(uriTemplate), value: names.identifier })),
  };
}

function ownerView({ key, members }: CompletedOwner) {
  return {
    ...keyView(key),
    members: members.map(({ name, names }) => ({ ...keyView(name), value: names.identifier })),
  };
}

function keyView(key: string) {
  return { key: propertyName(key), typeKey: typePropertyName(key) };
}
