import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Workspace } from '../load/load-definitions.js';
import { childOf, entriesOf, nodeAt, type SourceNode } from '../load/source-node.js';
import { isJsonObject } from '../model/json.js';
import type { ResolvedSchema } from '../resolve/resolution.js';
import type { ResolvedModel } from '../resolve/resolve-model.js';
import type { SchemaScope } from '../resolve/schema-resolver.js';
import { referredName } from '../schema/map-schema.js';
import { checkDescriptions } from './check-descriptions.js';
import { checkFormat, type FormatValidator } from './check-format.js';
import { checkHeaders, checkReferredHeaders } from './check-headers.js';
import { checkSchema } from './check-schema.js';
import { ValueChecker } from './check-values.js';

/** Everything that is wrong with the definitions beyond what loading and resolving them found. */
export function checkDefinitions(
  workspace: Workspace,
  resolved: ResolvedModel,
  format: FormatValidator,
): readonly Diagnostic[] {
  const roots = listSchemas(workspace, resolved);
  const values = new ValueChecker(resolved.resolver);
  const diagnostics = [
    ...checkFormat(workspace, format),
    ...checkDescriptions(workspace),
    ...roots.flatMap(({ node, scope }) => [...checkSchema(node, scope.dialect), ...values.check(node, scope)]),
    ...resolved.schemas.flatMap((schema) => checkInput(schema, resolved)),
    ...listReferred(workspace, resolved).flatMap(({ node }) => checkReferredHeaders(node)),
  ];
  return withoutRepeats(diagnostics);
}

interface SchemaRoot {
  readonly node: SourceNode;
  readonly scope: SchemaScope;
}

/** Every schema that stands somewhere on its own: those of tools, those in `$defs`, and files that are referred to. */
function listSchemas(workspace: Workspace, resolved: ResolvedModel): readonly SchemaRoot[] {
  const shared = workspace.definitions.flatMap((file) => {
    const loaded = workspace.files.get(file);
    const root = loaded?.status === 'read' ? loaded.root : undefined;
    return entriesOf(childOf(root, '$defs')).map(({ value }) => {
      const scope = { ...resolved.resolver.scopeOf(file, [], value) };
      resolved.resolver.resolve(value, scope);
      return { node: value, scope };
    });
  });
  const elsewhere = listReferred(workspace, resolved).filter(
    ({ scope }) => !workspace.definitions.includes(scope.file),
  );
  return [...resolved.schemas.map(({ node, scope }) => ({ node, scope })), ...shared, ...elsewhere];
}

function listReferred(workspace: Workspace, { resolver }: ResolvedModel): readonly SchemaRoot[] {
  return [...resolver.referred.values()].flatMap(({ file, path, rootPath }) => {
    const loaded = workspace.files.get(file);
    const root = loaded?.status === 'read' ? loaded.root : undefined;
    const node = root && nodeAt(root, path);
    const base = root && nodeAt(root, rootPath);
    return node && base ? [{ node, scope: resolver.scopeOf(file, rootPath, base) }] : [];
  });
}

function checkInput({ role, node, schema }: ResolvedSchema, { resolver }: ResolvedModel): readonly Diagnostic[] {
  if (role !== 'input') return [];
  let root = schema.schema;
  for (let hops = 0; isJsonObject(root) && !root.has('type') && hops < 100; hops++) {
    const name = referredName(root);
    if (name === undefined) break;
    root = resolver.referred.get(name)?.schema ?? true;
  }
  const isObject = isJsonObject(root) && root.get('type') === 'object';
  const help = 'Arguments are always an object: write `type: object` at the root.';
  const message = 'An input schema must have `type: object` at its root.';
  const wrong = isObject ? [] : [createDiagnostic('input-not-object', node.location, message, { help })];
  return [...wrong, ...checkHeaders(node)];
}

/** A schema that is looked at twice (a file that is referred to in two ways) is complained about once. */
function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, message, location }) => {
    const key = JSON.stringify([code, message, location]);
    return !seen.has(key) && seen.add(key);
  });
}
