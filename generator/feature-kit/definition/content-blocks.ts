import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, Fix, FixingHelp, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { suggest } from '../../core/diagnostics/suggest.js';
import { isJsonObject, type JsonObject } from '../../core/model/json.js';
import { toJson, type SourceNode } from '../../core/source/source-node.js';
import { findBrokenPlaceholders, parseTemplate, type BrokenPlaceholder } from '../../core/uri/parse-template.js';

/** Reads a content block. A string becomes a text block. */
export function readContentBlock(node: SourceNode | undefined): JsonObject {
  const value = node ? toJson(node) : '';
  return isJsonObject(value) ? value : new Map(Object.entries({ type: 'text', text: String(value) }));
}

/** Arguments that placeholders can name. */
export interface PlaceholderValues {
  readonly names: readonly string[];
  /** Kind of the entry, for messages. */
  readonly owner: 'prompt' | 'tool';
  /** Key that declares the arguments, for messages. */
  readonly key: string;
  /** Explains an unknown name that cannot be that of an argument; `undefined` for other names. */
  readonly explain?: (name: string) => { readonly message: string; readonly help: string } | undefined;
}

/**
 * Reports placeholders in content that lack a brace or do not name an argument.
 *
 * @param values Arguments that placeholders can name.
 */
export function checkPlaceholders(node: SourceNode, values: PlaceholderValues): readonly Diagnostic[] {
  if (node.kind === 'sequence') return node.items.flatMap((item) => checkPlaceholders(item, values));
  if (node.kind === 'map') return node.entries.flatMap(({ value }) => checkPlaceholders(value, values));
  if (typeof node.value !== 'string') return [];
  const { names, owner, key, explain } = values;
  const broken = findBrokenPlaceholders(node.value, names).map((placeholder) =>
    reportBroken(placeholder, node.location, names),
  );
  const unknown = parseTemplate(node.value).flatMap((part) => {
    if (!('argument' in part) || names.includes(part.argument)) return [];
    const {
      message = `\`{{${part.argument}}}\` is not an argument of this ${owner}.`,
      help: advice = `Declare it under \`${key}\`, or write \`\\{{\` for literal braces.`,
    } = explain?.(part.argument) ?? {};
    const help = correctPlaceholder(part.argument, names) ?? advice;
    return [createDiagnostic('unknown-placeholder', node.location, message, { help })];
  });
  return [...broken, ...unknown];
}

/** Returns help for a misspelled placeholder in a text of any length. */
function correctPlaceholder(written: string, names: readonly string[]): FixingHelp | undefined {
  const name = suggest(written, names);
  if (name === undefined) return undefined;
  return { text: `did you mean \`${name}\`?`, fix: { kind: 'part', part: `{{${written}}}`, by: `{{${name}}}` } };
}

/**
 * Reports a placeholder with a missing brace.
 *
 * @param names Arguments that the placeholder can name.
 */
export function reportBroken(
  { text, name }: BrokenPlaceholder,
  location: SourceLocation,
  names: readonly string[] = [],
): Diagnostic {
  const message = `\`${text}\` is read as text instead of a placeholder, because a brace is missing.`;
  const prefix = name === '' ? '' : `Write \`{{${name}}}\`, or `;
  const help = `${prefix}${prefix === '' ? 'Write' : 'write'} \`\\{{\` for literal braces.`;
  const fix: Fix | undefined = names.includes(name) ? { kind: 'part', part: text, by: `{{${name}}}` } : undefined;
  return createDiagnostic('broken-placeholder', location, message, { help: fix ? { text: help, fix } : help });
}
