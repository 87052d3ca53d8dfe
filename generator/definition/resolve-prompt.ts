import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { didYouMean } from '../diagnostics/suggest.js';
import {
  childOf,
  entriesOf,
  itemsOf,
  stringAt,
  toJson,
  type MapEntry,
  type SourceNode,
} from '../source/source-node.js';
import { defined } from '../model/defined.js';
import { isJsonObject } from '../model/json.js';
import type { Names, PromptArgumentModel, PromptMessageModel, PromptModel } from '../model/model.js';
import { parseTemplate } from '../template-syntax/parse-template.js';
import type { DefinitionEntry } from '../resolve/definition-entry.js';
import { booleanAt } from '../source/read-values.js';
import { readDescriptor } from './read-descriptor.js';
import { resolveCompletion, resolveHandler } from './resolve-handler.js';
import { report, type Resolution } from './resolution.js';

/** Resolves a prompt: static when it has `messages`, else answered by a handler. */
export function resolvePrompt(resolution: Resolution, entry: DefinitionEntry, names: Names): PromptModel {
  const { node } = entry;
  const owner = { ...entry, name: entry.key, typeName: names.typeName };
  const promptArguments = entriesOf(childOf(node, 'arguments')).map((argument): PromptArgumentModel => {
    const completion = resolveCompletion(resolution, owner, argument);
    return { ...readArgument(argument), ...defined({ completion }) };
  });
  const messages = childOf(node, 'messages');
  const handler = resolveHandler(resolution, entry);
  if (messages) {
    if (handler.kind === 'bound') {
      report(resolution, 'conflicting-keys', messages.location, 'A prompt has `messages` or a `handler`, not both.');
    }
    const known = promptArguments.map(({ name }) => name);
    resolution.diagnostics.push(...checkPlaceholders(messages, known));
  }
  return {
    ...readDescriptor(node, names),
    name: entry.key,
    arguments: promptArguments,
    ...(messages && { messages: itemsOf(messages).map(readMessage) }),
    handler,
  };
}

function readArgument({ key: name, value: node }: MapEntry): PromptArgumentModel {
  return {
    name,
    ...defined({ title: stringAt(node, 'title'), description: stringAt(node, 'description') }),
    required: booleanAt(node, 'required') === true,
  };
}

/** Reads a message. A string as `content` becomes text content. */
function readMessage(node: SourceNode): PromptMessageModel {
  const content = childOf(node, 'content');
  const value = content ? toJson(content) : '';
  const textContent = new Map(Object.entries({ type: 'text', text: String(value) }));
  const role = stringAt(node, 'role') === 'assistant' ? 'assistant' : 'user';
  return { role, content: isJsonObject(value) ? value : textContent };
}

function checkPlaceholders(node: SourceNode, known: readonly string[]): readonly Diagnostic[] {
  if (node.kind === 'sequence') return node.items.flatMap((item) => checkPlaceholders(item, known));
  if (node.kind === 'map') return node.entries.flatMap(({ value }) => checkPlaceholders(value, known));
  if (typeof node.value !== 'string') return [];
  return parseTemplate(node.value).flatMap((part) => {
    if (!('argument' in part) || known.includes(part.argument)) return [];
    const message = `\`{{${part.argument}}}\` is no argument of this prompt.`;
    const help = didYouMean(part.argument, known) ?? 'Declare it under `arguments`, or write `\\{{` for the braces.';
    return [createDiagnostic('unknown-placeholder', node.location, message, { help })];
  });
}
