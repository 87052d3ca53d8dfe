import { jsonObjectOf, type JsonObject } from '../../core/model/json.js';
import { trimText } from '../../core/schema/trim-text.js';
import { booleanAt } from '../../core/source/read-values.js';
import { stringAt, type SourceNode } from '../../core/source/source-node.js';
import { operationIdOf, type ApiOperation } from './operations.js';

/**
 * Returns the title of a tool: the summary of its operation, else the operationId if the tool name cannot contain its
 * letters.
 */
export function titleOf(operation: ApiOperation): string | undefined {
  return textAt(operation.operation, 'summary') ?? foreignId(operation);
}

/**
 * Returns the description of a tool: the operation's description, and the operationId if the tool name cannot contain its letters.
 */
export function descriptionOf(operation: ApiOperation): string {
  const plain = textOf(operation);
  const text = booleanAt(operation.operation, 'deprecated') === true ? markDeprecated(plain) : plain;
  const id = foreignId(operation);
  return id === undefined || text.includes(id) ? text : `${text}\n\nThe API calls it \`${id}\`.`;
}

/** Puts a deprecation note first in a description, unless the description already mentions deprecation. */
export function markDeprecated(description: string): string {
  return /\bdeprecated\b/iu.test(description) ? description : `Deprecated. ${description}`.trim();
}

/** Returns an operationId whose letters a tool name cannot contain, else `undefined`. */
function foreignId(operation: ApiOperation): string | undefined {
  const id = operationIdOf(operation);
  return id !== undefined && /[^\p{ASCII}]/u.test(id) ? id.trim() : undefined;
}

/** Joins the summary and the description of an operation without repetition; defaults to the method and path. */
function textOf({ operation, sentMethod, path }: ApiOperation): string {
  const summary = textAt(operation, 'summary');
  const description = trimText(textAt(operation, 'description') ?? '') || undefined;
  if (summary === undefined || description === undefined) {
    return summary ?? description ?? `${sentMethod} ${path}`;
  }
  if (isRepeated(summary, description)) return description;
  return `${summary}${/[.!?:]$/u.test(summary) ? '' : '.'}\n\n${description}`;
}

/** Whether the first paragraph of a description contains all words of a summary, ignoring small words and endings. */
function isRepeated(summary: string, description: string): boolean {
  const words = new Set(listStems(description.split(/\n\s*\n/u)[0] ?? ''));
  return listStems(summary).every((stem) => words.has(stem));
}

/** Lists word stems, which are the same for `repositories` and `repository`, and for `lists` and `list`. */
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
 * Returns the annotations of a tool for the HTTP method of its operation. Includes every hint, because some clients
 * require them all.
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
