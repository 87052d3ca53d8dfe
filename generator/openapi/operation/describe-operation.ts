import { stringAt } from '../../load/source-node.js';
import type { Json, JsonObject } from '../../model/json.js';
import type { ApiOperation } from './api-operation.js';

/** What a tool is called for people. */
export function titleOf({ operation }: ApiOperation): string | undefined {
  return textAt(operation, 'summary');
}

/** What a tool does: summary and description, or at least what is called. */
export function descriptionOf({ operation, method, path }: ApiOperation): string {
  const summary = textAt(operation, 'summary');
  const description = textAt(operation, 'description');
  if (summary === undefined || description === undefined) {
    return summary ?? description ?? `${method.toUpperCase()} ${path}`;
  }
  return description.toLowerCase().startsWith(summary.toLowerCase())
    ? description
    : `${endSentence(summary)}\n\n${description}`;
}

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
