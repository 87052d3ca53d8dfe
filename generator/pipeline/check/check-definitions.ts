import { withoutRepeats } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { rootOf, type Workspace } from '../../feature-kit/load/workspace.js';
import type { ResolvedSchemas } from '../../feature-kit/definition/resolve-entry.js';
import type { SchemaRoot } from '../../feature-kit/resolve/schema-resolver.js';
import { nodeAt } from '../../core/source/source-node.js';
import { checkContents } from './check-contents.js';
import { checkDescriptions } from './check-descriptions.js';
import { checkDescriptors } from './check-descriptors.js';
import { checkElicitations } from './check-elicitations.js';
import { checkFormat } from './check-format.js';
import { checkHeaders } from './check-headers.js';
import { checkArguments, checkInputSchema } from './check-input-schema.js';
import { checkSchema } from './check-schema.js';
import { ValueChecker } from './check-values.js';
import { followRoot } from './root-chain.js';

/** Checks resolved definitions for problems that loading and resolving do not find. */
export function checkDefinitions(workspace: Workspace, resolved: ResolvedSchemas): readonly Diagnostic[] {
  const { schemas, shared, resolver } = resolved;
  const inputs = schemas.filter(({ role }) => role === 'input');
  const referred = listReferred(workspace, resolved);
  const elsewhere = referred.filter(({ scope }) => !workspace.definitions.includes(scope.file));
  const values = new ValueChecker(resolver);
  const inputRoots = new Set(
    inputs.flatMap(({ schema }) => followRoot(schema.schema, resolver).referred.map(({ key }) => key)),
  );
  return withoutRepeats([
    ...checkFormat(workspace),
    ...checkContents(workspace),
    ...checkDescriptors(workspace),
    ...checkDescriptions(workspace, inputs, resolver),
    ...checkArguments(workspace, schemas, resolver),
    ...[...schemas, ...shared, ...elsewhere].flatMap(({ node, scope }) => [
      ...checkSchema(node, scope.dialect),
      ...values.check(node, scope),
    ]),
    ...inputs.flatMap((schema) => checkInputSchema(schema, resolver)),
    // The target of a `$ref` at the root of an input schema is part of that root. Clients do not follow other references.
    ...referred.flatMap(({ key, node }) => checkHeaders(node, inputRoots.has(key))),
    ...resolved.examples.flatMap(({ role, tool, value }) => {
      const schema = schemas.find((each) => each.role === role && each.tool === tool);
      return schema ? values.checkExample(value, schema, role === 'input') : [];
    }),
    ...checkElicitations(workspace, resolver, values),
  ]);
}

/** Lists the sources of the schemas that a `$ref` refers to. */
function listReferred(workspace: Workspace, { resolver }: ResolvedSchemas): readonly (SchemaRoot & { key: string })[] {
  return [...resolver.referred.values()].flatMap(({ key, file, path, rootPath }) => {
    const root = rootOf(workspace, file);
    const node = root && nodeAt(root, path);
    const base = root && nodeAt(root, rootPath);
    return node && base ? [{ key, node, scope: resolver.scopeOf(file, rootPath, base) }] : [];
  });
}
