import { trimText } from '../schema/trim-text.js';
import { stringAt } from '../source/source-node.js';
import type { Json, JsonObject } from '../model/json.js';
import type { ApiOperation } from './api-operation.js';

/** What a tool is called for people. */
export function titleOf({ operation }: ApiOperation): string | undefined {
  return textAt(operation, 'summary');
}

/** What a tool does: the description, after the summary unless it says the same; or at least what is called. */
export function descriptionOf({ operation, method, path }: ApiOperation): string {
  const summary = textAt(operation, 'summary');
  const description = trimText(textAt(operation, 'description') ?? '') || undefined;
  if (summary === undefined || description === undefined) {
    return summary ?? description ?? `${method.toUpperCase()} ${path}`;
  }
  return isSaid(summary, description) ? description : `${endSentence(summary)}\n\n${description}`;
}

/** Whether all words of a summary that carry meaning, endings apart, stand in the first paragraph of a description. */
function isSaid(summary: string, description: string): boolean {
  const words = new Set(listStems(description.split(/\n\s*\n/u)[0] ?? ''));
  return listStems(summary).every((stem) => words.has(stem));
}

/** The beginnings of the words of a text: `repositories` and `repository`, `lists` and `list` are the same. */
function listStems(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !smallWords.has(word))
    .map((word) => word.replace(/(?:ies|es|s|y|e)$/u, '').slice(0, 7));
}

const smallWords: ReadonlySet<string> = new Set([
  'a',
  'an',
  'the',
  'of',
  'for',
  'in',
  'on',
  'to',
  'from',
  'by',
  'with',
  'and',
  'or',
]);

function textAt({ node }: ApiOperation['operation'], key: string): string | undefined {
  const text = stringAt(node, key)?.trim();
  return text === '' ? undefined : text;
}

function endSentence(text: string): string {
  return /[.!?:]$/u.test(text) ? text : `${text}.`;
}

const safeMethods: ReadonlySet<string> = new Set(['get', 'head', 'options', 'query']);

/**
 * What the method of an operation promises; each hint is spelt out, as some clients want it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
export function annotationsOf({ method }: ApiOperation): JsonObject {
  const isReadOnly = safeMethods.has(method);
  return new Map<string, Json>([
    ['readOnlyHint', isReadOnly],
    ['destructiveHint', method === 'delete' || method === 'put' || method === 'patch'],
    ['idempotentHint', isReadOnly || method === 'put' || method === 'delete'],
    ['openWorldHint', true],
  ]);
}
