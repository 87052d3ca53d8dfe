import type { PartKey } from '../../core/model/part-key.js';
import type { SourceNode } from '../../core/source/source-node.js';

/** Absolute paths of a project, and of the folders that its definitions may refer to. */
export interface ProjectFolders {
  readonly root: string;
  readonly folders: readonly string[];
}

/** Search of a feature for files or folders in definitions. Paths are relative to the root of the project. */
export interface FileSearch<Found = unknown> {
  /** Key of the results in a workspace, by path. */
  readonly part: PartKey<ReadonlyMap<string, Found>>;
  /**
   * Lists the paths that a definition names.
   *
   * @param root Tree of the definition.
   * @param file Its path.
   */
  list(root: SourceNode, file: string): readonly string[];
  /** Searches the disk. Returns plain data that is equal as long as nothing has changed. */
  find(project: ProjectFolders, path: string): Promise<Found>;
  /** Files to load. */
  readonly contents?: {
    list(path: string, found: Found): readonly string[];
    /** Total size of the files of a path in bytes, after which no more are loaded. */
    readonly maxBytes: number;
  };
}
