import type { PartKey } from '../../core/model/part-key.js';
import type { SourceNode } from '../../core/source/source-node.js';

/** Absolute paths of a project and of the folders that its definitions can refer to. */
export interface ProjectFolders {
  readonly root: string;
  readonly folders: readonly string[];
}

/** A feature's search for files or folders that definitions name. Paths are relative to the project root. */
export interface FileSearch<Found = unknown> {
  /** Workspace part that stores the results by path. */
  readonly part: PartKey<ReadonlyMap<string, Found>>;
  /**
   * Lists the paths that a definition names.
   * @param root Tree of the definition.
   * @param file Path of the definition.
   */
  list(root: SourceNode, file: string): readonly string[];
  /** Searches the disk. Returns plain data that is the same in every run as long as nothing has changed. */
  find(project: ProjectFolders, path: string): Promise<Found>;
  /** Which of the found files to load. */
  readonly contents?: {
    list(path: string, found: Found): readonly string[];
    /** Maximum total size of the files at a path, in bytes. Further files are not loaded. */
    readonly maxBytes: number;
  };
}
