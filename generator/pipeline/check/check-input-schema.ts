import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, Fix } from '../../core/diagnostics/diagnostic.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import type { ResolvedSchema } from '../../feature-kit/definition/resolve-entry.js';
import type { SchemaResolver } from '../../feature-kit/resolve/schema-resolver.js';
import { triedKeywords } from '../../core/schema/keywords.js';
import { childOf, entriesOf, entryOf, itemsOf, type SourceNode } from '../../core/source/source-node.js';
import { checkHeaders } from './check-headers.js';
import { followRoot, listProperties } from './root-chain.js';
import { visitSchemas } from '../../core/schema/visit-schemas.js';

/**
 * Checks an input schema: the root must be an object, header annotations must be valid, and defaults must be in places
 * where they are filled in.
 */
export function checkInputSchema({ node, schema }: ResolvedSchema, resolver: SchemaResolver): readonly Diagnostic[] {
  const chain = followRoot(schema.schema, resolver);
  // A dangling reference is reported separately.
  const isBroken = entryOf(node, '$ref') !== undefined && chain.referred.length === 0;
  const isObject = chain.schemas.some((part) => part.get('type') === 'object');
  const text = 'Arguments are always an object. Write `type: object` at the root.';
  const fix: Fix = { kind: 'entry', key: 'type', value: 'object' };
  const help = node.kind === 'map' && !entryOf(node, 'type') && !entryOf(node, '$ref') ? { text, fix } : text;
  const message = 'An input schema must have `type: object` at its root.';
  const wrong = isObject || isBroken ? [] : [createDiagnostic('input-not-object', node.location, message, { help })];
  return [...wrong, ...checkHeaders(node, true), ...checkDefaults(node)];
}

/** Keywords whose subschemas are alternatives or conditions. Defaults inside these keywords are not filled in. */
const conditional: ReadonlySet<string> = new Set([...triedKeywords, 'then', 'else']);

/** Reports defaults that are advertised but not filled in. */
function checkDefaults(inputSchema: SourceNode): readonly Diagnostic[] {
  return visitSchemas(inputSchema).flatMap(({ node, keywords }) => {
    const entry = entryOf(node, 'default');
    const keyword = keywords.find((step) => conditional.has(step));
    if (!entry || keyword === undefined) return [];
    const message = `This default is ignored, because it is inside \`${keyword}\`.`;
    const help = 'Move it out of the alternative, or mention it in the description instead.';
    return [createDiagnostic('unfilled-default', entry.keyLocation, message, { help })];
  });
}

/** Checks that the positional arguments of bound functions (`args`) are input properties. */
export function checkArguments(
  workspace: Workspace,
  schemas: readonly ResolvedSchema[],
  resolver: SchemaResolver,
): readonly Diagnostic[] {
  const inputs = schemas.filter(({ role }) => role === 'input' || role === 'supplied');
  const tools = workspace.definitions.flatMap((file) => entriesOf(childOf(rootOf(workspace, file), 'tools')));
  return tools.flatMap(({ key, value }) => {
    const propertyNames = inputs
      .filter(({ tool }) => tool === key)
      .flatMap(({ schema }) => [...listProperties(followRoot(schema.schema, resolver)).keys()]);
    return itemsOf(childOf(value, 'args')).flatMap((item) => {
      if (item.kind !== 'scalar' || typeof item.value !== 'string' || propertyNames.includes(item.value)) return [];
      const help = didYouMean(item.value, propertyNames) ?? `Input properties: ${propertyNames.join(', ') || 'none'}.`;
      const message = `\`${item.value}\` is not an input property.`;
      return [createDiagnostic('invalid-value', item.location, message, { help })];
    });
  });
}
