import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { childOf, entryOf, stringAt, type MapEntry, type SourceNode } from '../../core/source/source-node.js';
import { visitSchemas } from '../../core/schema/visit-schemas.js';

/**
 * Checks the `x-mcp-header` annotations of a schema.
 * @param isRoot Whether the schema is the root of an input schema. Clients do not follow a `$ref` to other schemas.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#x-mcp-header
 */
export function checkHeaders(schema: SourceNode, isRoot: boolean): readonly Diagnostic[] {
  const seen = new Map<string, MapEntry>();
  return visitSchemas(schema).flatMap(({ node, keywords }) => {
    const entry = entryOf(node, 'x-mcp-header');
    if (!entry) return [];
    if (isRoot && keywords.length > 0 && keywords.every((step) => step === 'properties')) {
      return [...checkOne(entry, node), ...checkUnique(entry, seen)];
    }
    const message =
      'A header parameter must be a property of the input schema, or of an object nested in it only through `properties`.';
    const help = 'Move it out of the array, alternative or `$ref`.';
    return [createDiagnostic('invalid-header', entry.keyLocation, message, { help })];
  });
}

function checkOne({ value }: MapEntry, parameter: SourceNode): readonly Diagnostic[] {
  const name = value.kind === 'scalar' ? value.value : undefined;
  const diagnostics: Diagnostic[] = [];
  if (typeof name !== 'string' || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u.test(name)) {
    const help = "Allowed characters: letters, digits and !#$%&'*+-.^_`|~ (RFC 9110, token).";
    diagnostics.push(createDiagnostic('invalid-header', value.location, 'This is not a valid header name.', { help }));
  }
  const type = stringAt(parameter, 'type');
  if (!['string', 'integer', 'boolean'].includes(type ?? '')) {
    const location = childOf(parameter, 'type')?.location ?? value.location;
    const message = 'A header parameter must have the `type` string, integer or boolean.';
    diagnostics.push(createDiagnostic('invalid-header', location, message));
  }
  return diagnostics;
}

function checkUnique(entry: MapEntry, seen: Map<string, MapEntry>): readonly Diagnostic[] {
  const name = entry.value.kind === 'scalar' ? String(entry.value.value).toLowerCase() : '';
  const first = seen.get(name);
  if (!first) {
    seen.set(name, entry);
    return [];
  }
  const related = [{ message: 'first here', location: first.value.location }];
  const message = 'Two parameters have the same header name (case is ignored).';
  return [createDiagnostic('invalid-header', entry.value.location, message, { related })];
}
