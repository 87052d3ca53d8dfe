import { createDiagnostic, type DiagnosticDetails } from '../diagnostics/create-diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-table.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { Workspace } from '../load/load-definitions.js';
import type { SchemaModel } from '../model/model.js';
import type { DefinitionEntry } from '../resolve/definition-entry.js';
import type { ResolvedSchema } from '../resolve/resolved-schemas.js';
import type { SchemaResolver } from '../resolve/schema-resolver.js';
import { childOf, type SourceNode } from '../source/source-node.js';
import type { NameOwner } from './check-name-collisions.js';

/** Shared state of the functions that turn definition files into the model: inputs, and lists that these functions fill. */
export interface Resolution {
  readonly workspace: Workspace;
  readonly resolver: SchemaResolver;
  readonly diagnostics: Diagnostic[];
  /** Every schema of a tool, for the checks of schemas. */
  readonly schemas: ResolvedSchema[];
  /** Every completion function, for the check of names. */
  readonly completions: NameOwner[];
}

/** Adds a diagnostic. */
export function report(
  resolution: Resolution,
  code: DiagnosticCode,
  location: SourceLocation,
  message: string,
  details?: DiagnosticDetails,
): void {
  resolution.diagnostics.push(createDiagnostic(code, location, message, details));
}

/**
 * Resolves a schema of a tool and records it for the checks.
 *
 * @param steps Path from the entry to the schema.
 * @param tool Name of the tool.
 */
export function resolveSchema(
  resolution: Resolution,
  entry: DefinitionEntry,
  role: ResolvedSchema['role'],
  node: SourceNode,
  steps: readonly string[],
  tool = entry.key,
): SchemaModel {
  const scope = resolution.resolver.scopeOf(entry.file, [...entry.path, ...steps], node);
  const schema: SchemaModel = {
    dialect: scope.dialect,
    ...(childOf(node, '$schema') !== undefined && { declaresDialect: true }),
    schema: resolution.resolver.resolve(node, scope),
  };
  resolution.schemas.push({ role, tool, node, scope, schema });
  return schema;
}
