import type { SourceLocation } from '../../diagnostics/diagnostic.js';
import type { SourceNode } from '../../source/source-node.js';

/** Versions of OpenAPI as far as their schemas differ; 3.2 is like 3.1. */
export type ApiVersion = '2.0' | '3.0' | '3.1';

/** What a schema is for: of an argument nobody can give what is `readOnly`, of an answer nobody gets what is `writeOnly`. */
export type Direction = 'input' | 'output';

/** What rewriting a schema of a document needs to know. */
export interface ApiDialect {
  readonly version: ApiVersion;
  readonly direction: Direction;
  /** Where the references at the root of a schema lead. */
  readonly follow: (schema: SourceNode, file: string) => SourceNode;
  /** Says that a part of a schema means nothing and is left out. */
  readonly warn: (location: SourceLocation, message: string) => void;
}
