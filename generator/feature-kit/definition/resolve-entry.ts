import path from 'node:path';
import { createDiagnostic, type DiagnosticDetails } from '../../core/diagnostics/create-diagnostic.js';
import type { DiagnosticCode, DiagnosticRule } from '../../core/diagnostics/diagnostic-table.js';
import { didYouMean } from '../../core/diagnostics/suggest.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { Workspace } from '../load/workspace.js';
import { defined } from '../../core/model/json.js';
import type {
  BoundFunctionModel,
  CacheModel,
  CompletionModel,
  DeclaredHandlerModel,
  DescriptorModel,
  ElicitationModel,
  FunctionModel,
  FunctionNames,
  HandlerModel,
  Names,
  SchemaModel,
} from '../../core/model/model.js';
import { createCompletionNames, createListNames, splitWords, toPascalCase } from '../resolve/create-names.js';
import type { SchemaResolver, SchemaRoot } from '../resolve/schema-resolver.js';
import { numberAt, objectAt, textsAt } from '../../core/source/read-values.js';
import {
  childOf,
  entriesOf,
  entryOf,
  itemsOf,
  stringAt,
  toJson,
  type MapEntry,
} from '../../core/source/source-node.js';
import type { SourceNode } from '../../core/source/source-node.js';
import type { DefinitionEntry } from './definition-set.js';

/**
 * Shared state of the functions that resolve definitions to the model: inputs, and lists that these functions append
 * to.
 */
export interface Resolution {
  readonly workspace: Workspace;
  readonly resolver: SchemaResolver;
  readonly diagnostics: Diagnostic[];
  /** Tool schemas, to be checked. */
  readonly schemas: ResolvedSchema[];
  /** Values in tool examples, to be checked. */
  readonly examples: ExampleValue[];
  /** Completion and list functions, for the name collision check. */
  readonly functions: NamedFunction[];
  /** Feature entries, by the URI of the resource that the entry adds. */
  readonly added: Map<string, DefinitionEntry>;
  /** Returns the implementation that a key of a resource, template or completion declares, if there is one. */
  readonly findDeclared: (node: SourceNode) => DeclaredHandlerModel | undefined;
}

/** Arguments or result in a tool example. */
interface ExampleValue {
  readonly role: 'input' | 'output';
  readonly tool: string;
  readonly value: SourceNode;
}

/** A tool schema with its source. References in the schema are still resolver keys. */
export interface ResolvedSchema extends SchemaRoot {
  readonly role: 'input' | 'supplied' | 'output' | 'returns' | 'example' | 'added';
  readonly tool: string;
  readonly schema: SchemaModel;
}

/** Schemas of the definition files, to be checked. */
export interface ResolvedSchemas {
  readonly schemas: readonly ResolvedSchema[];
  /** Schemas under `$defs`, including unused ones. */
  readonly shared: readonly SchemaRoot[];
  readonly examples: readonly ExampleValue[];
  readonly resolver: SchemaResolver;
}

/** A completion function of an argument or variable, or a function that lists the resources of a template. */
export interface NamedFunction {
  /** Name of the owner and of the argument or variable. */
  readonly name: string;
  /** Folder that contains the function's stub. */
  readonly folder: 'completions' | 'lists';
  readonly location: SourceLocation;
  readonly names: FunctionNames;
}

export function report(
  resolution: Resolution,
  code: DiagnosticCode | DiagnosticRule,
  location: SourceLocation,
  message: string,
  details?: DiagnosticDetails,
): void {
  resolution.diagnostics.push(createDiagnostic(code, location, message, details));
}

/** Resolves the schema at a path of an entry and records it to be checked later. */
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

/** Reads the descriptor fields shared by all kinds of entries. */
export function readDescriptor(node: SourceNode, names: Names): DescriptorModel {
  const icons = childOf(node, 'icons');
  const extensions = entriesOf(node).filter(({ key }) => key.startsWith('x-'));
  return {
    names,
    ...defined({
      title: stringAt(node, 'title'),
      description: stringAt(node, 'description'),
      icons: icons && toJson(icons),
      meta: objectAt(node, '_meta'),
    }),
    extensions: new Map(extensions.map(({ key, value }) => [key, toJson(value)])),
    elicitations: readElicitations(node, names),
  };
}

/** Reads the elicitations of a tool, prompt, resource or template without checking them. */
export function readElicitations(node: SourceNode, names: Names): readonly ElicitationModel[] {
  return entriesOf(childOf(node, 'elicitations')).map(({ key, value }) => ({
    name: key,
    typeName: `${names.typeName}${toPascalCase(splitWords(key))}Content`,
    message: stringAt(value, 'message') ?? '',
    ...defined({ requestedSchema: objectAt(value, 'requestedSchema'), url: stringAt(value, 'url') }),
    ...(stringAt(value, 'unavailable') === 'cancel' && { unavailable: 'cancel' }),
  }));
}

/**
 * Reads the cache hints of a server or resource. Returns `undefined` if the definition contains none.
 * @param defaultScope Scope to use if the definition does not set one.
 */
export function readCache(node: SourceNode | undefined, defaultScope: CacheModel['scope']): CacheModel | undefined {
  return readCacheHints(childOf(node, 'cache'), { ttlMs: 0, scope: defaultScope });
}

/** Reads cache hints; `undefined` if there are none. */
export function readCacheHints(cache: SourceNode | undefined, defaults: CacheModel): CacheModel | undefined {
  if (cache?.kind !== 'map') return undefined;
  const scope = stringAt(cache, 'scope');
  return {
    ttlMs: numberAt(cache, 'ttlMs') ?? defaults.ttlMs,
    scope: scope === 'public' || scope === 'private' ? scope : defaults.scope,
  };
}

/**
 * Resolves the handler of an entry: a stub, unless a key declares the implementation, or `handler: ./module.ts#exportName`
 * binds an existing function.
 */
export function resolveHandler(resolution: Resolution, node: SourceNode): HandlerModel {
  const bound = resolveFunction(resolution, node, 'handler');
  const declared = bound ? undefined : resolution.findDeclared(node);
  if (declared) return declared;
  const args = childOf(node, 'args') && itemsOf(childOf(node, 'args')).flatMap(readArgumentName);
  return bound ? { kind: 'bound', ...bound, ...(args && { args }) } : { kind: 'stub' };
}

const stubHelp =
  'Write it, or let `generate` write a stub: omit `handler`, or use `complete: handler` for a completion.';

/**
 * Resolves a reference to a user function at a key, such as `./math.ts#factorial`.
 * @returns `undefined` if there is no reference, or if it is invalid, which is reported.
 */
export function resolveFunction(
  { workspace, diagnostics }: Pick<Resolution, 'workspace' | 'diagnostics'>,
  node: SourceNode | undefined,
  key: string,
): BoundFunctionModel | undefined {
  const bound = childOf(node, key);
  const binding = stringAt(node, key);
  if (!bound || binding === undefined) return undefined;
  const parts = /^(\.{1,2}\/[^#]+\.(?:ts|mts|js|mjs))#([A-Za-z_$][\w$]*)$/u.exec(binding);
  const [, reference, exportName] = parts ?? [];
  if (reference === undefined || exportName === undefined) {
    const help = 'Write it like `../handlers/math.ts#factorial`. The path is relative to this file.';
    const message = `\`${binding}\` does not name a function.`;
    diagnostics.push(createDiagnostic('invalid-handler', bound.location, message, { help }));
    return undefined;
  }
  const module = path.posix.join(path.posix.dirname(bound.location.file), reference);
  const state = workspace.functions.get(`${module}#${exportName}`);
  if (state?.status === 'no-export') {
    const message = `The module \`${module}\` does not export \`${exportName}\`.`;
    const help = didYouMean(exportName, state.exports) ?? 'Export it, or name another function after `#`.';
    diagnostics.push(createDiagnostic('invalid-handler', bound.location, message, { help }));
  } else if (state?.status !== 'found') {
    const message = `The module \`${module}\` does not exist in the project.`;
    const options = key === 'handler' ? { help: stubHelp } : {};
    diagnostics.push(createDiagnostic('missing-file', bound.location, message, options));
  }
  return { module, exportName };
}

/** Reads the name of a positional parameter: the item itself, or {@link positionalName} if the item is a schema. */
function readArgumentName(node: SourceNode, index: number): readonly string[] {
  if (node.kind === 'map') return [positionalName(index)];
  return node.kind === 'scalar' && typeof node.value === 'string' ? [node.value] : [];
}

/** Returns the input property for an unnamed positional parameter: `arg<n>`. `index` is zero-based. */
export function positionalName(index: number): string {
  return `arg${index + 1}`;
}

/**
 * Resolves `complete` of an argument or variable. Returns `undefined` if it is not set.
 * @param owner Name and type name of the prompt or resource template.
 */
export function resolveCompletion(
  resolution: Resolution,
  owner: { readonly name: string; readonly typeName: string },
  { key, keyLocation, value }: MapEntry,
): CompletionModel | undefined {
  const complete = childOf(value, 'complete');
  if (!complete) return undefined;
  if (complete.kind === 'sequence') return { kind: 'list', values: textsAt(value, 'complete') };
  const handler = resolveHandler(resolution, complete);
  // Other functions have no stub file. If they are named after the type, they cannot collide with a stub of another kind.
  const names = createCompletionNames(handler.kind === 'stub' ? owner.name : owner.typeName, key);
  resolution.functions.push({ name: `${owner.name}: ${key}`, folder: 'completions', location: keyLocation, names });
  return { kind: 'handler', names, handler };
}

/**
 * Resolves `list` of a resource template. Returns `undefined` if it is not set.
 * @param name Unique name of the template.
 */
export function resolveList(
  resolution: Resolution,
  { node }: DefinitionEntry,
  name: string,
  { typeName }: Names,
): FunctionModel | undefined {
  const list = entryOf(node, 'list');
  if (!list) return undefined;
  const handler = resolveHandler(resolution, list.value);
  // A bound function has no stub file. If it is named after the type, it cannot collide with a stub of another kind.
  const names = createListNames(handler.kind === 'bound' ? typeName : name);
  resolution.functions.push({ name: `${name}: list`, folder: 'lists', location: list.keyLocation, names });
  return { names, handler };
}
