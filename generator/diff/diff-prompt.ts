import { stringifyJson } from '../model/json.js';
import type { PromptArgumentModel, PromptModel } from '../model/model.js';
import { diffAnswer, diffCompletion, diffDescriptor } from './diff-descriptor.js';
import { pairByKey, type EntryChanges } from './change.js';

/** Reports the differences between two versions of a prompt. */
export function diffPrompt(changes: EntryChanges, old: PromptModel, recent: PromptModel): void {
  const [wasStatic, isStatic] = [old.messages !== undefined, recent.messages !== undefined];
  diffDescriptor(changes, old, recent);
  diffAnswer(changes, { model: old, isStatic: wasStatic }, { model: recent, isStatic });
  if (wasStatic && isStatic && showMessages(old) !== showMessages(recent)) {
    changes.add('messages-changed', 'the messages changed', { path: ['messages'] });
  }
  const hasHandler = !wasStatic;
  for (const [name, one, other] of pairByKey(old.arguments, recent.arguments, (argument) => argument.name)) {
    const place = { part: `argument ${name}`, path: ['arguments', name], hasHandler };
    if (one && other) diffArgument(changes, one, other, place);
    else if (one) changes.add('argument-removed', 'the argument is gone', { ...place, side: 'old' });
    else if (other?.required) changes.add('required-argument-added', 'the required argument is new', place);
    else changes.add('argument-added', 'the argument is new', place);
  }
}

function diffArgument(
  changes: EntryChanges,
  old: PromptArgumentModel,
  recent: PromptArgumentModel,
  place: { readonly part: string; readonly path: readonly string[]; readonly hasHandler: boolean },
): void {
  const texts = { title: [old.title, recent.title], description: [old.description, recent.description] } as const;
  changes.addKeys('documentation-changed', texts, place);
  const at = { ...place, path: [...place.path, 'required'] };
  if (!old.required && recent.required) changes.add('argument-now-required', 'the argument is required now', at);
  if (old.required && !recent.required) changes.add('argument-now-optional', 'the argument is optional now', at);
  diffCompletion(changes, old.completion, recent.completion, place);
}

function showMessages({ messages = [] }: PromptModel): string {
  return JSON.stringify(messages.map(({ role, content }) => [role, stringifyJson(content)]));
}
