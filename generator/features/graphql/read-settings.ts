import type { DefinitionEntry } from '../../feature-kit/definition/definition-set.js';
import type { JsonObject } from '../../core/model/json.js';
import { numberAt, objectAt } from '../../core/source/read-values.js';
import { joinPath } from '../../core/source/references.js';
import { childOf, itemsOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';

/** Path in a definition, resolved against the definition's folder. */
export interface NamedPath {
  readonly path: string;
  readonly location: SourceLocation;
}

/** Limits for operations. */
export interface OperationLimits {
  /** Maximum number of nested fields. */
  readonly maxDepth: number;
  /** Maximum estimated number of values in a response. */
  readonly maxCost: number;
}

export interface EndpointSettings extends OperationLimits {
  /** JSON Schemas of custom scalars, by name. */
  readonly scalars: ReadonlyMap<string, JsonObject>;
}

const defaultMaxDepth = 15;
const defaultMaxCost = 100_000;

/** Returns the schema file of an entry under `graphql`; `undefined` if the schema is fetched. */
export function schemaPath({ node, file }: Pick<DefinitionEntry, 'node' | 'file'>): NamedPath | undefined {
  const path = stringAt(node, 'schema');
  return path === undefined ? undefined : { path: joinPath(file, path), location: locate(node, 'schema') };
}

/** Returns the operation files of an entry under `graphql`. The last segment of a path can contain `*`. */
export function operationPaths({ node, file }: Pick<DefinitionEntry, 'node' | 'file'>): readonly NamedPath[] {
  const operations = childOf(node, 'operations');
  const items = operations?.kind === 'sequence' ? itemsOf(operations) : operations ? [operations] : [];
  return items.flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string'
      ? [{ path: joinPath(file, item.value), location: item.location }]
      : [],
  );
}

/** Reads the settings of an entry that determine schemas. */
export function readEndpointSettings(node: SourceNode): EndpointSettings {
  const scalars = objectAt(node, 'scalars') ?? new Map();
  return {
    maxDepth: numberAt(node, 'maxDepth') ?? defaultMaxDepth,
    maxCost: numberAt(node, 'maxCost') ?? defaultMaxCost,
    scalars: new Map([...scalars].flatMap(([name, schema]) => (schema instanceof Map ? [[name, schema]] : []))),
  };
}

/** How an endpoint gets operations: as text, by digest with the text as fallback, or only by digest. */
export function readPersisted(node: SourceNode): 'text' | 'digest' | 'only' {
  const persisted = childOf(node, 'persisted');
  if (persisted?.kind !== 'scalar') return 'text';
  return persisted.value === 'only' ? 'only' : persisted.value === true ? 'digest' : 'text';
}

function locate(node: SourceNode, key: string): SourceLocation {
  return (childOf(node, key) ?? node).location;
}
