import { stringifyJson } from '../model/json.js';
import type { PromptArgumentModel, PromptModel } from '../model/model.js';
import { diffAnswer, diffCompletion, diffDescriptor } from './diff-descriptor.js';
import type { EntityDiff } from './entity-diff.js';

/** Tells how two versions of a prompt differ. */
export function diffPrompt(diff: EntityDiff, old: PromptModel, recent: PromptModel): void {
  const [wasStatic, isStatic] = [old.messages !== undefined, recent.messages !== undefined];
  diffDescriptor(diff, old, recent);
  diffAnswer(diff, { model: old, isStatic: wasStatic }, { model: recent, isStatic });
  if (wasStatic && isStatic && showMessages(old) !== showMessages(recent)) {
    diff.tell('messages-changed', 'the messages changed', { path: ['messages'] });
  }
  const hasHandler = !wasStatic;
  const before = new Map(old.arguments.map((argument) => [argument.name, argument]));
  const after = new Map(recent.arguments.map((argument) => [argument.name, argument]));
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const place = { part: `argument ${name}`, path: ['arguments', name], hasHandler };
    const [one, other] = [before.get(name), after.get(name)];
    if (one && other) diffArgument(diff, one, other, place);
    else if (one) diff.tell('argument-removed', 'the argument is gone', { ...place, side: 'old' });
    else if (other?.required) diff.tell('required-argument-added', 'the required argument is new', place);
    else diff.tell('argument-added', 'the argument is new', place);
  }
}

function diffArgument(
  diff: EntityDiff,
  old: PromptArgumentModel,
  recent: PromptArgumentModel,
  place: { readonly part: string; readonly path: readonly string[]; readonly hasHandler: boolean },
): void {
  const texts = { title: [old.title, recent.title], description: [old.description, recent.description] } as const;
  diff.tellKeys('documentation-changed', texts, place);
  const at = { ...place, path: [...place.path, 'required'] };
  if (!old.required && recent.required) diff.tell('argument-now-required', 'the argument is required now', at);
  if (old.required && !recent.required) diff.tell('argument-now-optional', 'the argument is optional now', at);
  diffCompletion(diff, old.completion, recent.completion, place);
}

function showMessages({ messages = [] }: PromptModel): string {
  return JSON.stringify(messages.map(({ role, content }) => [role, stringifyJson(content)]));
}
