import type { SchemaModel } from '../model/model.js';
import type { SourceNode } from '../source/source-node.js';
import type { SchemaResolver, SchemaScope } from './schema-resolver.js';

/** Source of a schema and its scope. */
export interface SchemaRoot {
  readonly node: SourceNode;
  readonly scope: SchemaScope;
}

/** A schema of a tool: its source and the resolved schema, whose references are still keys of the resolver. */
export interface ResolvedSchema extends SchemaRoot {
  readonly role: 'input' | 'output' | 'returns';
  readonly tool: string;
  readonly schema: SchemaModel;
}

/** Schemas of the definition files, as the checks need them. */
export interface ResolvedSchemas {
  /** Schemas of tools. */
  readonly schemas: readonly ResolvedSchema[];
  /** Schemas under `$defs`, whether something refers to them or not. */
  readonly shared: readonly SchemaRoot[];
  readonly resolver: SchemaResolver;
}
