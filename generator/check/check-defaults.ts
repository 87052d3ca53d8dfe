import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { entryOf, type SourceNode } from '../source/source-node.js';
import { visitSchemas } from './visit-schemas.js';

/** Keywords below which it depends on the value whether a schema applies: defaults in there are not filled. */
const conditional: ReadonlySet<string> = new Set([
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]);

/** Defaults of an input schema that clients see and that are never filled in. */
export function checkDefaults(inputSchema: SourceNode): readonly Diagnostic[] {
  return [...visitSchemas(inputSchema)].flatMap(({ node, keywords }) => {
    const entry = entryOf(node, 'default');
    const keyword = keywords.find((step) => conditional.has(step));
    if (!entry || keyword === undefined) return [];
    const message = `This default is not filled in: it stands below \`${keyword}\`.`;
    const help = 'Move it out of the alternative, or leave it to the description.';
    return [createDiagnostic('unfilled-default', entry.keyLocation, message, { help })];
  });
}
