import { defined } from '../../core/model/json.js';
import type { Names, PromptArgumentModel, PromptMessageModel, PromptModel } from '../../core/model/model.js';
import { booleanAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { checkPlaceholders, readContentBlock } from '../../feature-kit/definition/content-blocks.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import {
  readDescriptor,
  report,
  resolveCompletion,
  resolveHandler,
  type Resolution,
} from '../../feature-kit/definition/resolve-entry.js';
import { isSupplied, readEntryFeatures, readSupplied } from './read-features.js';

/** Resolves a prompt, which is static if it has `messages` and has a handler otherwise. */
export function resolvePrompt(resolution: Resolution, entry: DefinitionEntry, names: Names): PromptModel {
  const { node } = entry;
  const owner = { name: entry.key, typeName: names.typeName };
  const written = entriesOf(childOf(node, 'arguments'));
  const sent = written.filter((argument) => !isSupplied(argument));
  const promptArguments = sent.map((argument): PromptArgumentModel => {
    const { key, value } = argument;
    const completion = resolveCompletion(resolution, owner, argument);
    const texts = { title: stringAt(value, 'title'), description: stringAt(value, 'description') };
    return { name: key, ...defined({ ...texts, completion }), required: booleanAt(value, 'required') === true };
  });
  const handler = resolveHandler(resolution, node);
  // A key that declares the handler also reads its messages.
  const messages = handler.kind === 'declared' ? undefined : childOf(node, 'messages');
  if (messages) {
    if (handler.kind === 'bound') {
      report(
        resolution,
        'conflicting-keys',
        messages.location,
        'A prompt can have `messages` or a `handler`, not both.',
      );
    }
    const names = written.map(({ key }) => key);
    resolution.diagnostics.push(...checkPlaceholders(messages, { names, owner: 'prompt', key: 'arguments' }));
  }
  const prompt: PromptModel = {
    ...readDescriptor(node, names),
    name: entry.key,
    arguments: promptArguments,
    ...readSupplied(written.filter(isSupplied)),
    ...(messages && { messages: itemsOf(messages).map(readMessage) }),
    handler,
  };
  return readEntryFeatures(resolution, prompt, node);
}

/** Reads a message. A string in `content` becomes a text block. */
function readMessage(node: SourceNode): PromptMessageModel {
  const role = stringAt(node, 'role') === 'assistant' ? 'assistant' : 'user';
  return { role, content: readContentBlock(childOf(node, 'content')) };
}
