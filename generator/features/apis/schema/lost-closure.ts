import { booleanAt } from '../../../core/source/read-values.js';
import { entryOf, stringAt, type SourceNode } from '../../../core/source/source-node.js';
import type { ApiDocument } from '../api-document.js';

/** Keywords that forbid or describe undeclared properties. */
export const closingKeywords = ['additionalProperties', 'unevaluatedProperties'] as const;

/**
 * Warns of keywords next to a `$ref` that forbid other properties. Versions before 3.1 ignore siblings of `$ref`, so
 * objects with other properties are valid.
 *
 * @see https://spec.openapis.org/oas/v3.0.4.html#reference-object
 */
export function warnOfLostClosure(schema: SourceNode, document: ApiDocument): void {
  if (document.version === '3.1' || stringAt(schema, '$ref') === undefined) return;
  for (const keyword of closingKeywords) {
    const entry = entryOf(schema, keyword);
    if (!entry || booleanAt(schema, keyword) !== false) continue;
    const text = `\`${keyword}: false\` next to a \`$ref\` has no effect before OpenAPI 3.1: other properties are allowed.`;
    const help = 'Write the reference as an item of `allOf`, with `unevaluatedProperties: false` next to it.';
    document.warn('invalid-api', entry.keyLocation, text, { help });
  }
}
