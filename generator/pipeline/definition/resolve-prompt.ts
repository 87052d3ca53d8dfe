import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { defined, isJsonObject } from '../../core/model/json.js';
import type { Names, PromptArgumentModel, PromptMessageModel, PromptModel } from '../../core/model/model.js';
import { findBrokenPlaceholders, parseTemplate, type BrokenPlaceholder } from '../../core/uri/parse-template.js';
import { booleanAt } from '../../core/source/read-values.js';
import { childOf, entriesOf, itemsOf, stringAt, toJson, type SourceNode } from '../../core/source/source-node.js';
import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import {
  readDescriptor,
  report,
  resolveCompletion,
  resolveHandler,
  type Resolution,
} from '../../feature-kit/definition/resolve-entry.js';
import { readEntryFeatures } from './read-features.js';

/** Resolves a prompt, which is static if it has `messages` and has a handler otherwise. */
export function resolvePrompt(resolution: Resolution, entry: DefinitionEntry, names: Names): PromptModel {
  const { node } = entry;
  const owner = { name: entry.key, typeName: names.typeName };
  const promptArguments = entriesOf(childOf(node, 'arguments')).map((argument): PromptArgumentModel => {
    const { key, value } = argument;
    const completion = resolveCompletion(resolution, owner, argument);
    const texts = { title: stringAt(value, 'title'), description: stringAt(value, 'description') };
    return { name: key, ...defined({ ...texts, completion }), required: booleanAt(value, 'required') === true };
  });
  const messages = childOf(node, 'messages');
  const handler = resolveHandler(resolution, node);
  if (messages) {
    if (handler.kind === 'bound') {
      report(
        resolution,
        'conflicting-keys',
        messages.location,
        'A prompt can have `messages` or a `handler`, not both.',
      );
    }
    const argumentNames = promptArguments.map(({ name }) => name);
    resolution.diagnostics.push(...checkPlaceholders(messages, argumentNames));
  }
  const prompt: PromptModel = {
    ...readDescriptor(node, names),
    name: entry.key,
    arguments: promptArguments,
    ...(messages && { messages: itemsOf(messages).map(readMessage) }),
    handler,
  };
  return readEntryFeatures(prompt, node);
}

/** Reads a message. A string in `content` becomes a text block. */
function readMessage(node: SourceNode): PromptMessageModel {
  const content = childOf(node, 'content');
  const value = content ? toJson(content) : '';
  const textContent = new Map(Object.entries({ type: 'text', text: String(value) }));
  const role = stringAt(node, 'role') === 'assistant' ? 'assistant' : 'user';
  return { role, content: isJsonObject(value) ? value : textContent };
}

function checkPlaceholders(node: SourceNode, argumentNames: readonly string[]): readonly Diagnostic[] {
  if (node.kind === 'sequence') return node.items.flatMap((item) => checkPlaceholders(item, argumentNames));
  if (node.kind === 'map') return node.entries.flatMap(({ value }) => checkPlaceholders(value, argumentNames));
  if (typeof node.value !== 'string') return [];
  const broken = findBrokenPlaceholders(node.value, argumentNames).map((placeholder) =>
    reportBroken(placeholder, node.location),
  );
  const unknown = parseTemplate(node.value).flatMap((part) => {
    if (!('argument' in part) || argumentNames.includes(part.argument)) return [];
    const message = `\`{{${part.argument}}}\` is not an argument of this prompt.`;
    const help =
      didYouMean(part.argument, argumentNames) ?? 'Declare it under `arguments`, or write `\\{{` for literal braces.';
    return [createDiagnostic('unknown-placeholder', node.location, message, { help })];
  });
  return [...broken, ...unknown];
}

/** Reports a placeholder with a missing brace. */
export function reportBroken({ text, name }: BrokenPlaceholder, location: SourceLocation): Diagnostic {
  const message = `\`${text}\` is read as text instead of a placeholder, because a brace is missing.`;
  const fix = name === '' ? '' : `Write \`{{${name}}}\`, or `;
  const help = `${fix}${fix === '' ? 'Write' : 'write'} \`\\{{\` for literal braces.`;
  return createDiagnostic('broken-placeholder', location, message, { help });
}
