import type { GeneratedFile, StubFile } from '../../core/code/generated-file.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { ToolIndex } from '../emit/list-tool-index.js';
import type { RenamedTool } from './find-renames.js';
import type { Bundling } from './manifest.js';

/** All files of a run. Paths are relative with forward slashes, except {@link root}. */
export interface FilePlan {
  /** Absolute path of the project. */
  readonly root: string;
  /** Generated folder, relative to the root. Never the root itself. */
  readonly out: string;
  /** Handlers folder, relative to the root. */
  readonly handlers: string;
  /** Files in the generated folder. Paths are relative to the generated folder. The writer adds `manifest.json`. */
  readonly generated: readonly GeneratedFile[];
  /** Initial versions of handler files. Paths are relative to the root. Written only if nothing exists there. */
  readonly stubs: readonly StubFile[];
  /** Content hashes of input files, by path relative to the root. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Generated names by key. The manifest keeps them stable across runs. */
  readonly names: ReadonlyMap<string, string>;
  readonly tools: ToolIndex;
  /** Names of client profiles, stored for the next run. Default: none. */
  readonly profiles?: readonly string[];
  /**
   * Whether generated files also contain the names from earlier versions; stored for the next run. Default: they do not.
   */
  readonly deprecatedNames?: true;
  /**
   * How the server in a package folder is bundled; stored for the next run. Default: the folder contains no packages.
   */
  readonly bundling?: Bundling;
  readonly generatorVersion: string;
  /** Command that writes the plan, for messages. Default: `generate`. */
  readonly command?: string;
}

/** Handler file, relative to the root, with names that generated code no longer uses and their replacements. */
export interface MisnamedHandler {
  readonly path: string;
  readonly renames: readonly (readonly [before: string, after: string])[];
}

/** Options for writing a file plan. */
export interface WriteOptions {
  /** Whether to report changes instead of writing. */
  readonly check: boolean;
  /** Whether to overwrite edited generated files. User files are never overwritten. */
  readonly force: boolean;
  /**
   * Checks whether user files have changed since they were read, in which case nothing is written. Called right before
   * writing. Default: returns `false`.
   */
  readonly isOutdated?: () => Promise<boolean>;
}

/** One change to the project. */
export interface Change {
  /**
   * `replace` and `remove` change a generated file; `create` writes a new user file; `edit` changes a user file with
   * the user's confirmation.
   */
  readonly kind: 'replace' | 'remove' | 'create' | 'edit';
  /** Path relative to the root. */
  readonly path: string;
  /** Current content; absent if the file does not exist. */
  readonly before?: string;
  /** Content after the change; absent if the file is removed. */
  readonly after?: string;
}

/**
 * Result of writing a file plan. All paths are relative to the root, with forward slashes. With `check`, the report
 * lists the files that a run would write, remove and create.
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
  /** Handler files of removed definitions. Only the user deletes them. */
  readonly orphans: readonly string[];
  /** Modified handlers whose scripts have changed since the last run. Default: none. */
  readonly outdated?: readonly string[];
  /** Handlers that use names from an earlier version. Default: none. */
  readonly misnamed?: readonly MisnamedHandler[];
  /** Renamed tools whose handlers can be moved. Default: none. */
  readonly renamed?: readonly RenamedTool[];
  /** Pending changes, in the order in which a run makes them. Set only with `check`. */
  readonly pending?: readonly Change[];
  /**
   * Diagnostics. If there is an error, its message explains whether nothing was written or the next run finishes
   * writing.
   */
  readonly diagnostics: readonly Diagnostic[];
}
