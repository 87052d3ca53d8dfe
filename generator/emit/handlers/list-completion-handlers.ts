import type { Model, PromptArgumentModel, VariableModel } from '../../model/model.js';
import type { HandlerFunction } from './handler-module.js';

/** A prompt or resource template of which something is completed by functions. */
export interface CompletedOwner {
  /** Prompt name or URI template. */
  readonly key: string;
  readonly members: readonly HandledCompletion[];
}

/** An argument or a variable that a function completes. */
export interface HandledCompletion extends HandlerFunction {
  readonly name: string;
  readonly description?: string;
}

/** What a model leaves to functions that complete; static prompts are among the owners, too. */
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
