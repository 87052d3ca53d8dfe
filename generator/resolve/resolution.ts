import { createDiagnostic, type DiagnosticDetails } from '../diagnostics/create-diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { Workspace } from '../load/load-definitions.js';
import { childOf, entriesOf, itemsOf, stringAt, toJson, type SourceNode } from '../source/source-node.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import type { DescriptorModel, Names, SchemaModel } from '../model/model.js';
import { readElicitations } from '../definition/read-elicitations.js';
import type { NameOwner } from '../definition/check-name-collisions.js';
import type { SchemaResolver, SchemaScope } from './schema-resolver.js';

/** What the front end shares while it turns definitions into the model. */
export interface Resolution {
  readonly workspace: Workspace;
  readonly resolver: SchemaResolver;
  readonly diagnostics: Diagnostic[];
  /** Every schema of a tool, for the checks that look into schemas. */
  readonly schemas: ResolvedSchema[];
  /** Every function that completes something, for the check of names. */
  readonly completions: NameOwner[];
}

/** A schema of a tool where it stands and what it resolves to. References in `schema` are still keys. */
export interface ResolvedSchema {
  readonly role: 'input' | 'output' | 'returns';
  readonly tool: string;
  readonly node: SourceNode;
  readonly scope: SchemaScope;
  readonly schema: SchemaModel;
}

/** A schema that stands on its own. */
export interface SchemaRoot {
  readonly node: SourceNode;
  readonly scope: SchemaScope;
}

/** The schemas of the definitions, as the checks need them. */
export interface ResolvedSchemas {
  /** The schemas of tools. */
  readonly schemas: readonly ResolvedSchema[];
  /** The schemas under `$defs`, whether something refers to them or not. */
  readonly shared: readonly SchemaRoot[];
  readonly resolver: SchemaResolver;
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

/** The descriptor fields that every kind of definition has. */
export function readDescriptor(node: SourceNode, names: Names): DescriptorModel {
  const title = stringAt(node, 'title');
  const description = stringAt(node, 'description');
  const icons = childOf(node, 'icons');
  const meta = objectAt(node, '_meta');
  const extensions = entriesOf(node).filter(({ key }) => key.startsWith('x-'));
  return {
    names,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(icons && { icons: toJson(icons) }),
    ...(meta && { meta }),
    extensions: new Map(extensions.map(({ key, value }) => [key, toJson(value)])),
    elicitations: readElicitations(node, names),
  };
}

/** The value at a key when it is an object. */
export function objectAt(node: SourceNode | undefined, key: string): JsonObject | undefined {
  const child = childOf(node, key);
  const value = child && toJson(child);
  return isJsonObject(value) ? value : undefined;
}

/** The value at a key when it is a number. */
export function numberAt(node: SourceNode | undefined, key: string): number | undefined {
  const child = childOf(node, key);
  return child?.kind === 'scalar' && typeof child.value === 'number' ? child.value : undefined;
}

/** Whether the value at a key is `true`. */
export function isTrueAt(node: SourceNode | undefined, key: string): boolean {
  const child = childOf(node, key);
  return child?.kind === 'scalar' && child.value === true;
}

/** Whether the value at a key is `false`. */
export function isFalseAt(node: SourceNode | undefined, key: string): boolean {
  const child = childOf(node, key);
  return child?.kind === 'scalar' && child.value === false;
}

/** The strings at a key: one by itself, or those of a list; each once. */
export function textsAt(node: SourceNode | undefined, key: string): readonly string[] {
  const child = childOf(node, key);
  const items = child?.kind === 'scalar' ? [child] : itemsOf(child);
  const texts = items.flatMap((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []));
  return [...new Set(texts)];
}
