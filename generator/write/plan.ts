import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Catalogue } from './catalogue.js';
import type { GeneratedFile, StubFile } from '../code/generated-file.js';

/** Everything that one run wants to see on disk. Paths are relative with forward slashes, except {@link root}. */
export interface WritePlan {
  /** Absolute path of the project. */
  readonly root: string;
  /** Generated folder, relative to the root; never the root itself. */
  readonly out: string;
  /** Files of the generated folder, paths relative to it. `manifest.json` is added by the writer. */
  readonly generated: readonly GeneratedFile[];
  /** Handler files as they would be first written, paths relative to the root; only written where nothing exists. */
  readonly stubs: readonly StubFile[];
  /** Input files (path relative to the root) with their content hashes. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Names given, kept stable from run to run. What keys and values say is up to the caller. */
  readonly names: ReadonlyMap<string, string>;
  readonly catalogue: Catalogue;
  /** Names of client profiles, to be kept for the next run. Default: none. */
  readonly profiles?: readonly string[];
  readonly generatorVersion: string;
}

/** How to write. */
export interface WriteOptions {
  /** Write nothing, report what would change. */
  readonly check: boolean;
  /** Overwrite generated files although they were edited by hand. Files of the user are safe all the same. */
  readonly force: boolean;
}

/** A change that a check found to be due. Paths are relative to the root. */
export interface PendingChange {
  readonly kind: 'write' | 'remove' | 'create';
  readonly path: string;
  /** Text that is there; absent when nothing is. */
  readonly before?: string;
  /** Text that would be there; absent when the file would be removed. */
  readonly after?: string;
}

/**
 * What a run did. All paths are relative to the root, with forward slashes. With `check` nothing is written, removed or
 * created, and `stale` says what would be.
 */
export interface WriteReport {
  /** Generated files that were written, the manifest among them. */
  readonly written: readonly string[];
  /** Generated files that were removed. */
  readonly removed: readonly string[];
  /** How many generated files were already as they should be. */
  readonly unchanged: number;
  /** Stubs that were written. */
  readonly created: readonly string[];
  /** Stubs that are still as first written. */
  readonly unimplemented: readonly string[];
  /** Handler files whose definition is gone; they stay on disk until the user deletes them. */
  readonly orphans: readonly string[];
  /** With `check`: files that a run would write, remove or create. */
  readonly stale: readonly string[];
  /** With `check`: the same changes with their texts. */
  readonly pending?: readonly PendingChange[];
  /** Errors here mean that nothing was written, or that the next run finishes what was begun; the message says which. */
  readonly diagnostics: readonly Diagnostic[];
}
