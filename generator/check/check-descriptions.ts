import { createDiagnostic, promoteWarnings } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { findFormat } from '../load/file-formats.js';
import { rootOf, type Workspace } from '../load/load-definitions.js';
import { childOf, entriesOf, entryOf, stringAt, type MapEntry, type SourceNode } from '../source/source-node.js';
import { isJsonObject, type Json } from '../model/json.js';
import type { ResolvedSchema } from '../resolve/resolved-schemas.js';
import type { SchemaResolver } from '../resolve/schema-resolver.js';
import { followRoot, listProperties } from './root-chain.js';

/** Checks that tools, prompts and their parameters say what they are for: it is all that a model has to go by. */
export function checkDescriptions(
  workspace: Workspace,
  schemas: readonly ResolvedSchema[],
  resolver: SchemaResolver,
): readonly Diagnostic[] {
  const described = workspace.definitions.flatMap((file) => {
    const root = rootOf(workspace, file);
    const prompts = entriesOf(childOf(root, 'prompts'));
    return [
      ...[...entriesOf(childOf(root, 'tools')), ...prompts].flatMap(checkOwn),
      ...prompts.flatMap(({ value }) => entriesOf(childOf(value, 'arguments')).flatMap(checkArgument)),
    ];
  });
  return [...described, ...schemas.flatMap((schema) => checkParameters(schema, resolver))];
}

/** A missing description is found by the format; an empty one says as little. */
function checkOwn({ key, value }: MapEntry): readonly Diagnostic[] {
  const description = stringAt(value, 'description');
  if (description === undefined || description.trim() !== '') return [];
  const location = childOf(value, 'description')?.location;
  return [createDiagnostic('missing-description', location, `The description of \`${key}\` is empty.`)];
}

function checkArgument({ key, keyLocation, value }: MapEntry): readonly Diagnostic[] {
  return (stringAt(value, 'description') ?? '').trim() === '' ? [undescribed(key, keyLocation)] : [];
}

/** The parameters of a tool may stand, and be described, behind references. */
function checkParameters({ role, node, schema }: ResolvedSchema, resolver: SchemaResolver): readonly Diagnostic[] {
  if (role !== 'input') return [];
  return [...listProperties(followRoot(schema.schema, resolver))].flatMap(([name, property]) => {
    const own = entryOf(childOf(node, 'properties'), name);
    // A reference that leads nowhere is complained about already.
    const isBroken = entryOf(own?.value, '$ref') !== undefined && isJsonObject(property) && !property.has('$ref');
    if (isBroken || isDescribed(property, resolver)) return [];
    const found = [undescribed(name, own?.keyLocation ?? node.location)];
    return findFormat(node.location.file)?.demandsDescriptions ? promoteWarnings(found) : found;
  });
}

function isDescribed(property: Json, resolver: SchemaResolver): boolean {
  if (!isJsonObject(property)) return typeof property !== 'boolean';
  return followRoot(property, resolver).schemas.some((schema) => {
    const description = schema.get('description');
    return typeof description === 'string' && description.trim() !== '';
  });
}

function undescribed(name: string, location: SourceNode['location']): Diagnostic {
  const message = `The parameter \`${name}\` has no description.`;
  return createDiagnostic('missing-parameter-description', location, message);
}
