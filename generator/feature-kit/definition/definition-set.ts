import type { SourceLocation } from '../../core/diagnostics/diagnostic.js';
import type { SourceNode } from '../../core/source/source-node.js';

/** Entry in a section of a definition file, such as a tool or an API, with its place. */
export interface DefinitionEntry {
  readonly key: string;
  readonly keyLocation: SourceLocation;
  readonly node: SourceNode;
  readonly file: string;
  /** Path from the root of the file. */
  readonly path: readonly string[];
}

/** Merged sections of all definition files, in file order, then source order. */
export interface DefinitionSet {
  readonly server?: SourceNode;
  readonly tools: readonly DefinitionEntry[];
  readonly prompts: readonly DefinitionEntry[];
  readonly resources: readonly DefinitionEntry[];
  readonly resourceTemplates: readonly DefinitionEntry[];
  readonly openapi: readonly DefinitionEntry[];
  /** Entries in the sections that features add. */
  readonly sections: ReadonlyMap<string, readonly DefinitionEntry[]>;
  /** Values of features' root keys that can appear in only one file. */
  readonly settings: ReadonlyMap<string, SourceNode>;
}
