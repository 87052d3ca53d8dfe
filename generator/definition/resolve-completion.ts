import { childOf, itemsOf, type MapEntry } from '../source/source-node.js';
import type { CompletionModel } from '../model/model.js';
import { claimCompletionNames } from './check-name-collisions.js';
import { formCompletionNames } from '../resolve/form-names.js';
import type { DefinitionEntry } from './merge-definitions.js';
import type { Resolution } from '../resolve/resolution.js';
import { resolveHandler } from './resolve-handler.js';

/** The prompt or template that an argument or a variable belongs to. */
export interface CompletionOwner extends Pick<DefinitionEntry, 'file'> {
  readonly name: string;
  readonly typeName: string;
}

/** Where suggestions for an argument or a variable come from; `undefined` when it has no `complete`. */
export function resolveCompletion(
  resolution: Resolution,
  owner: CompletionOwner,
  { key, keyLocation, value }: MapEntry,
): CompletionModel | undefined {
  const complete = childOf(value, 'complete');
  if (!complete) return undefined;
  if (complete.kind === 'sequence') {
    const values = itemsOf(complete).flatMap((item) =>
      item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : [],
    );
    return { kind: 'list', values };
  }
  const handler = resolveHandler(resolution, { node: complete, file: owner.file });
  // A bound function has no file here: under the name of the type it cannot collide with a stub of another kind.
  const names = formCompletionNames(handler.kind === 'bound' ? owner.typeName : owner.name, key);
  resolution.completions.push(claimCompletionNames(`${owner.name}: ${key}`, keyLocation, names));
  return { kind: 'handler', names, handler };
}
