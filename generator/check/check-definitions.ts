import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { rootOf, type Workspace } from '../load/load-definitions.js';
import { entryOf, nodeAt } from '../source/source-node.js';
import type { ResolvedSchema, ResolvedSchemas, SchemaRoot } from '../resolve/resolved-schemas.js';
import { checkArguments } from './check-arguments.js';
import { checkContents } from './check-contents.js';
import { checkDefaults } from './check-defaults.js';
import { checkDescriptions } from './check-descriptions.js';
import { checkElicitations } from './check-elicitations.js';
import { checkFormat } from './check-format.js';
import { checkHeaders, checkReferredHeaders } from './check-headers.js';
import { checkSchema } from './check-schema.js';
import { ValueChecker } from './check-values.js';
import { followRoot } from './root-chain.js';

/** Finds everything that is wrong with the definitions beyond what loading and resolving them found. */
export async function checkDefinitions(
  workspace: Workspace,
  resolved: ResolvedSchemas,
): Promise<readonly Diagnostic[]> {
  const { schemas, resolver } = resolved;
  const referred = listReferred(workspace, resolved);
  const elsewhere = referred.filter(({ scope }) => !workspace.definitions.includes(scope.file));
  const values = new ValueChecker(resolver);
  const ofSchemas: Diagnostic[] = [];
  for (const { node, scope } of [...schemas, ...resolved.shared, ...elsewhere]) {
    ofSchemas.push(...checkSchema(node, scope.dialect), ...(await values.check(node, scope)));
  }
  const diagnostics = [
    ...checkFormat(workspace),
    ...checkContents(workspace),
    ...checkDescriptions(workspace, schemas, resolver),
    ...checkArguments(workspace, schemas, resolver),
    ...ofSchemas,
    ...schemas.filter(({ role }) => role === 'input').flatMap((schema) => checkInput(schema, resolved)),
    ...checkReferred(resolved, referred),
    ...(await checkElicitations(workspace, resolver, values)),
  ];
  return withoutRepeats(diagnostics);
}

/** Everything that a `$ref` points at, where it stands. */
function listReferred(workspace: Workspace, { resolver }: ResolvedSchemas): readonly (SchemaRoot & { key: string })[] {
  return [...resolver.referred.values()].flatMap(({ key, file, path, rootPath }) => {
    const root = rootOf(workspace, file);
    const node = root && nodeAt(root, path);
    const base = root && nodeAt(root, rootPath);
    return node && base ? [{ key, node, scope: resolver.scopeOf(file, rootPath, base) }] : [];
  });
}

function checkInput({ node, schema }: ResolvedSchema, { resolver }: ResolvedSchemas): readonly Diagnostic[] {
  const chain = followRoot(schema.schema, resolver);
  // A reference that leads nowhere is complained about already.
  const isBroken = entryOf(node, '$ref') !== undefined && chain.referred.length === 0;
  const isObject = chain.schemas.some((part) => part.get('type') === 'object');
  const help = 'Arguments are always an object: write `type: object` at the root.';
  const message = 'An input schema must have `type: object` at its root.';
  const wrong = isObject || isBroken ? [] : [createDiagnostic('input-not-object', node.location, message, { help })];
  return [...wrong, ...checkHeaders(node), ...checkDefaults(node)];
}

/** What an input schema refers to at its root becomes its root; whatever else is referred to is out of reach. */
function checkReferred(
  { schemas, resolver }: ResolvedSchemas,
  referred: readonly (SchemaRoot & { key: string })[],
): readonly Diagnostic[] {
  const inputs = schemas.filter(({ role }) => role === 'input');
  const roots = new Set(
    inputs.flatMap(({ schema }) => followRoot(schema.schema, resolver).referred.map(({ key }) => key)),
  );
  return referred.flatMap(({ key, node }) => (roots.has(key) ? checkHeaders(node) : checkReferredHeaders(node)));
}

/** A schema that is looked at twice (a file that is referred to in two ways) is complained about once. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, message, location }) => {
    const key = JSON.stringify([code, message, location]);
    return !seen.has(key) && seen.add(key);
  });
}
