import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { JsonObject } from '../../core/model/json.js';
import { PartKey } from '../../core/model/part-key.js';

/** Operation of a document, ready to become a tool. References in its schemas are names of `types`. */
export interface CompiledOperation {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly location: SourceLocation;
  readonly description: string;
  /** Names of the root fields in the schema. */
  readonly rootFields: readonly string[];
  /** Schema of the variables. */
  readonly input: JsonObject;
  /** Schema of the data. */
  readonly output: JsonObject;
  /** Text that is sent, with the fragments that the operation uses. */
  readonly text: string;
}

/** Enum or input object that schemas refer to. */
export interface CompiledType {
  readonly name: string;
  readonly schema: JsonObject;
}

/** Operations of an endpoint. Plain data. */
export interface CompiledApi {
  readonly operations: readonly CompiledOperation[];
  readonly types: readonly CompiledType[];
  readonly diagnostics: readonly Diagnostic[];
  /** Path of the schema. */
  readonly schemaFile: string;
  /** Fetched schema, which is stored in the generated folder. */
  readonly fetched?: string;
}

/** Compiled endpoints of a workspace, by name. */
export const compiledPart = new PartKey<ReadonlyMap<string, CompiledApi>>('graphql endpoints');

/** Generated file of an endpoint: its fetched schema, or the texts to register with it. */
export interface GraphqlFile {
  /** Path in the generated folder. */
  readonly path: string;
  readonly content: string;
}

/** Generated files of a model that are not code. */
export const graphqlFilesPart = new PartKey<readonly GraphqlFile[]>('graphql files');
