import { jsonObjectOf, type JsonObject } from '../../core/model/json.js';
import { trimText } from '../../core/schema/trim-text.js';
import { booleanAt } from '../../core/source/read-values.js';
import { stringAt, type SourceNode } from '../../core/source/source-node.js';
import { operationIdOf, type ApiOperation } from './operations.js';

/** Title of a tool: the summary of its operation, else the operationId when the name of the tool cannot have its letters. */
export function titleOf(operation: ApiOperation): string | undefined {
  return textAt(operation.operation, 'summary') ?? foreignId(operation);
}

/** Description of a tool: what its operation says, and the operationId when the name of the tool cannot have its letters. */
export function descriptionOf(operation: ApiOperation): string {
  const plain = textOf(operation);
  const text = booleanAt(operation.operation, 'deprecated') === true ? markDeprecated(plain) : plain;
  const id = foreignId(operation);
  return id === undefined || text.includes(id) ? text : `${text}\n\nThe API calls it \`${id}\`.`;
}

/** The description of something deprecated: says so first, unless it says so anywhere. */
export function markDeprecated(description: string): string {
  return /\bdeprecated\b/iu.test(description) ? description : `Deprecated. ${description}`.trim();
}

/** An operationId with letters that the name of a tool cannot have. */
function foreignId(operation: ApiOperation): string | undefined {
  const id = operationIdOf(operation);
  return id !== undefined && /[^\p{ASCII}]/u.test(id) ? id.trim() : undefined;
}

/** Summary and description of an operation, without repetition; else method and path. */
function textOf({ operation, sentMethod, path }: ApiOperation): string {
  const summary = textAt(operation, 'summary');
  const description = trimText(textAt(operation, 'description') ?? '') || undefined;
  if (summary === undefined || description === undefined) {
    return summary ?? description ?? `${sentMethod} ${path}`;
  }
  if (isRepeated(summary, description)) return description;
  return `${summary}${/[.!?:]$/u.test(summary) ? '' : '.'}\n\n${description}`;
}

/** Whether the first paragraph of a description has all words of a summary, small words and endings ignored. */
function isRepeated(summary: string, description: string): boolean {
  const words = new Set(listStems(description.split(/\n\s*\n/u)[0] ?? ''));
  return listStems(summary).every((stem) => words.has(stem));
}

/** Beginnings of the words of a text, equal for `repositories` and `repository`, `lists` and `list`. */
function listStems(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !smallWords.has(word))
    .map((word) => word.replace(/(?:ies|es|s|y|e)$/u, '').slice(0, 7));
}

const smallWords: ReadonlySet<string> = new Set('a an the of for in on to from by with and or'.split(' '));

function textAt(node: SourceNode, key: string): string | undefined {
  const text = stringAt(node, key)?.trim();
  return text === '' ? undefined : text;
}

const safeMethods: ReadonlySet<string> = new Set(['get', 'head', 'options', 'query']);

/**
 * Annotations of a tool by the method of its operation. Every hint is present, because some clients want that.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.2
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
export function annotationsOf({ method }: Pick<ApiOperation, 'method'>): JsonObject {
  const isReadOnly = safeMethods.has(method);
  return jsonObjectOf({
    readOnlyHint: isReadOnly,
    destructiveHint: method === 'delete' || method === 'put' || method === 'patch',
    idempotentHint: isReadOnly || method === 'put' || method === 'delete',
    openWorldHint: true,
  });
}
