import type { SourceLocation } from '../diagnostics/diagnostic.js';
import type { SourceNode } from '../source/source-node.js';

/** Entry of a section of a definition file, such as one tool or one API, and where it stands. */
export interface DefinitionEntry {
  readonly key: string;
  readonly keyLocation: SourceLocation;
  readonly node: SourceNode;
  readonly file: string;
  /** Path from the root of the file. */
  readonly path: readonly string[];
}
