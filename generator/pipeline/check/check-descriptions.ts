import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import {
  childOf,
  entriesOf,
  entryOf,
  stringAt,
  type MapEntry,
  type SourceNode,
} from '../../core/source/source-node.js';
import { isJsonObject, type Json } from '../../core/model/json.js';
import type { ResolvedSchema } from '../../feature-kit/definition/resolve-entry.js';
import type { SchemaResolver } from '../../feature-kit/resolve/schema-resolver.js';
import { isSupplied } from '../definition/read-features.js';
import { followRoot, listProperties } from './root-chain.js';

/** Checks that tools, prompts and their parameters have descriptions. */
export function checkDescriptions(
  workspace: Workspace,
  inputs: readonly ResolvedSchema[],
  resolver: SchemaResolver,
): readonly Diagnostic[] {
  const described = workspace.definitions.flatMap((file) => {
    const root = rootOf(workspace, file);
    const prompts = entriesOf(childOf(root, 'prompts'));
    return [
      ...[...entriesOf(childOf(root, 'tools')), ...prompts].flatMap(checkOwn),
      ...prompts
        .flatMap(({ value }) => entriesOf(childOf(value, 'arguments')))
        .filter((argument) => !isSupplied(argument))
        .flatMap(checkArgument),
    ];
  });
  return [...described, ...inputs.flatMap((schema) => checkParameters(schema, resolver))];
}

/** Reports an empty description. The format check reports a missing description. */
function checkOwn({ key, value }: MapEntry): readonly Diagnostic[] {
  const description = stringAt(value, 'description');
  if (description === undefined || description.trim() !== '') return [];
  const location = childOf(value, 'description')?.location;
  return [createDiagnostic('missing-description', location, `The description of \`${key}\` is empty.`)];
}

function checkArgument({ key, keyLocation, value }: MapEntry): readonly Diagnostic[] {
  return (stringAt(value, 'description') ?? '').trim() === '' ? [undescribed(key, keyLocation)] : [];
}

/** Checks the parameters of a tool, including those in referenced schemas. */
function checkParameters({ node, schema }: ResolvedSchema, resolver: SchemaResolver): readonly Diagnostic[] {
  return [...listProperties(followRoot(schema.schema, resolver))].flatMap(([name, property]) => {
    const entry = entryOf(childOf(node, 'properties'), name);
    // A dangling reference is reported separately.
    const isBroken = entryOf(entry?.value, '$ref') !== undefined && isJsonObject(property) && !property.has('$ref');
    if (isBroken || isDescribed(property, resolver)) return [];
    return [undescribed(name, entry?.keyLocation ?? node.location)];
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
