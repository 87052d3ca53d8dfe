import type { GeneratedFile, StubFile } from '../../core/code/generated-file.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { ToolIndex } from '../emit/list-tool-index.js';
import type { RenamedTool } from './find-renames.js';
import type { Bundling } from './manifest.js';

/** All files of a run. Paths are relative with forward slashes, except {@link root}. */
export interface FilePlan {
  /** Absolute path of the project. */
  readonly root: string;
  /** Generated folder, relative to the root; never the root itself. */
  readonly out: string;
  /** Handlers folder, relative to the root. */
  readonly handlers: string;
  /** Files of the generated folder, paths relative to it. The writer adds `manifest.json`. */
  readonly generated: readonly GeneratedFile[];
  /** Initial versions of handler files, paths relative to the root. Written only if nothing exists there. */
  readonly stubs: readonly StubFile[];
  /** Input files (path relative to the root) with their content hashes. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Generated names by key. The manifest keeps them stable across runs. */
  readonly names: ReadonlyMap<string, string>;
  readonly tools: ToolIndex;
  /** Names of client profiles, kept for the next run. Default: none. */
  readonly profiles?: readonly string[];
  /** Generated files also have the names of earlier versions; kept for the next run. Default: they do not. */
  readonly deprecatedNames?: true;
  /** Bundling of the server in a folder of packages, kept for the next run. Default: the folder has no packages. */
  readonly bundling?: Bundling;
  readonly generatorVersion: string;
  /** Command that writes the plan, for messages. Default: `generate`. */
  readonly command?: string;
}

/** A handler file, relative to the root, with names that generated code no longer uses and their replacements. */
export interface MisnamedHandler {
  readonly path: string;
  readonly renames: readonly (readonly [before: string, after: string])[];
}

/** Options of writing. */
export interface WriteOptions {
  /** Whether to report changes instead of writing. */
  readonly check: boolean;
  /** Whether to overwrite edited generated files. User files are never overwritten. */
  readonly force: boolean;
  /**
   * Whether user files have changed since they were read, in which case nothing is written. Called right before writing. Default: never.
   */
  readonly isOutdated?: () => Promise<boolean>;
}

/** One change to the project. */
export interface Change {
  /**
   * `replace` and `remove` change a generated file, `create` writes a new user file, `edit` changes a user file with the user's
   * confirmation.
   */
  readonly kind: 'replace' | 'remove' | 'create' | 'edit';
  /** Relative to the root. */
  readonly path: string;
  /** Present text; absent if there is no file. */
  readonly before?: string;
  /** Text after the change; absent if the file is removed. */
  readonly after?: string;
}

/**
 * Result of writing a file plan. All paths are relative to the root, with forward slashes. With `check`, the report lists the files that a
 * run would write, remove and create.
 */
export interface WriteReport {
  /** Generated files that were written, including the manifest. */
  readonly written: readonly string[];
  /** Generated files that were removed. */
  readonly removed: readonly string[];
  /** Number of generated files that were already up to date. */
  readonly unchanged: number;
  /** Stubs that were written. */
  readonly created: readonly string[];
  /** Unmodified stubs. */
  readonly unimplemented: readonly string[];
  /** Handler files of removed definitions, which only the user deletes. */
  readonly orphans: readonly string[];
  /** Modified handlers whose scripts have changed since the last run. Default: none. */
  readonly outdated?: readonly string[];
  /** Handlers with names of an earlier version. Default: none. */
  readonly misnamed?: readonly MisnamedHandler[];
  /** Renamed tools whose handlers can be moved. Default: none. */
  readonly renamed?: readonly RenamedTool[];
  /** With `check`: pending changes, in the order of a run. */
  readonly pending?: readonly Change[];
  /** After an error, nothing was written, or the next run finishes writing, according to the message. */
  readonly diagnostics: readonly Diagnostic[];
}
