import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { SourceNode } from '../../core/source/source-node.js';

/** Entry of a section of a definition file, such as one tool or one API, and where it stands. */
export interface DefinitionEntry {
  readonly key: string;
  readonly keyLocation: SourceLocation;
  readonly node: SourceNode;
  readonly file: string;
  /** Path from the root of the file. */
  readonly path: readonly string[];
}

/** Sections of all definition files together, in file order, then source order. */
export interface DefinitionSet {
  readonly server?: SourceNode;
  readonly tools: readonly DefinitionEntry[];
  readonly prompts: readonly DefinitionEntry[];
  readonly resources: readonly DefinitionEntry[];
  readonly resourceTemplates: readonly DefinitionEntry[];
  readonly openapi: readonly DefinitionEntry[];
  /** Entries of the sections of features. */
  readonly sections: ReadonlyMap<string, readonly DefinitionEntry[]>;
  /** Values of the keys that a feature has at the root of one file. */
  readonly settings: ReadonlyMap<string, SourceNode>;
}
