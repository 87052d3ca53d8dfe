import type { GeneratedFile, StubFile } from '../../core/code/generated-file.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { ToolIndex } from '../emit/list-tool-index.js';
import type { RenamedTool } from './find-renames.js';
import type { Bundling } from './manifest.js';

/** All files that one run wants to see on disk. Paths are relative with forward slashes, except {@link root}. */
export interface FilePlan {
  /** Absolute path of the project. */
  readonly root: string;
  /** Generated folder, relative to the root; never the root itself. */
  readonly out: string;
  /** Handlers folder, relative to the root. */
  readonly handlers: string;
  /** Files of the generated folder, paths relative to it. The writer adds `manifest.json`. */
  readonly generated: readonly GeneratedFile[];
  /** Handler files as first written, paths relative to the root; written only where nothing exists. */
  readonly stubs: readonly StubFile[];
  /** Input files (path relative to the root) with their content hashes. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Generated names by what they name. The manifest keeps them stable from run to run. */
  readonly names: ReadonlyMap<string, string>;
  readonly tools: ToolIndex;
  /** Names of client profiles, kept for the next run. Default: none. */
  readonly profiles?: readonly string[];
  /** Generated files have the names of earlier versions, too; kept for the next run. Absent: they do not. */
  readonly deprecatedNames?: true;
  /** How the server in a folder of packages is bundled, kept for the next run. Default: the folder has no packages. */
  readonly bundling?: Bundling;
  readonly generatorVersion: string;
  /** Command that writes the plan, for messages. Default: `generate`. */
  readonly command?: string;
}

/** A handler file, relative to the root, with names that generated code no longer uses, each with the present one. */
export interface MisnamedHandler {
  readonly path: string;
  readonly renames: readonly (readonly [before: string, after: string])[];
}

/** How to write. */
export interface WriteOptions {
  /** Write nothing, report what would change. */
  readonly check: boolean;
  /** Overwrite generated files that were edited by hand. Files of the user are never overwritten. */
  readonly force: boolean;
  /**
   * Asked right before anything is written: whether files of the user have changed since they were read. Then nothing is
   * written. Default: never.
   */
  readonly isOutdated?: () => Promise<boolean>;
}

/** One change to the project. */
export interface Change {
  /**
   * `replace` and `remove` change a generated file, `create` writes a file of the user where nothing is, `edit` changes a file of the user
   * who has agreed to it.
   */
  readonly kind: 'replace' | 'remove' | 'create' | 'edit';
  /** Relative to the root. */
  readonly path: string;
  /** Present text; absent when there is no file. */
  readonly before?: string;
  /** Text after the change; absent when the file is removed. */
  readonly after?: string;
}

/**
 * Result of writing a file plan. All paths are relative to the root, with forward slashes. With `check` the report names
 * the files that a run would write, remove and create.
 */
export interface WriteReport {
  /** Generated files that were written, the manifest among them. */
  readonly written: readonly string[];
  /** Generated files that were removed. */
  readonly removed: readonly string[];
  /** Number of generated files that were already up to date. */
  readonly unchanged: number;
  /** Stubs that were written. */
  readonly created: readonly string[];
  /** Stubs that are still as first written. */
  readonly unimplemented: readonly string[];
  /** Handler files whose definition is gone; they stay on disk until the user deletes them. */
  readonly orphans: readonly string[];
  /** Handlers of the user whose scripts have changed since the last run. Absent: none. */
  readonly outdated?: readonly string[];
  /** Handlers of the user with names of an earlier version. Absent: none. */
  readonly misnamed?: readonly MisnamedHandler[];
  /** Tools with another name since the last run, whose handlers can be moved. Absent: none. */
  readonly renamed?: readonly RenamedTool[];
  /** With `check`: the changes that are due, in the order in which a run would make them. */
  readonly pending?: readonly Change[];
  /** Errors here mean that nothing was written, or that the next run finishes the work; the message says which. */
  readonly diagnostics: readonly Diagnostic[];
}
