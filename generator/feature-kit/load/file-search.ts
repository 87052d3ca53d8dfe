import type { PartKey } from '../../core/model/part-key.js';
import type { SourceNode } from '../../core/source/source-node.js';

/** Absolute paths of a project, and of the folders that its definitions may refer to. */
export interface ProjectFolders {
  readonly root: string;
  readonly folders: readonly string[];
}

/** How a feature looks for files or folders that definitions name. Paths are relative to the root of the project. */
export interface FileSearch<Found = unknown> {
  /** Key of the states in a workspace, by path. */
  readonly part: PartKey<ReadonlyMap<string, Found>>;
  /**
   * Lists the paths that a definition names.
   *
   * @param root Tree of the definition.
   * @param file Its path.
   */
  list(root: SourceNode, file: string): readonly string[];
  /** Looks at the disk. Returns plain data: as long as it is equal, nothing has changed. */
  find(project: ProjectFolders, path: string): Promise<Found>;
  /** Files that are loaded, too. */
  readonly contents?: {
    list(path: string, found: Found): readonly string[];
    /** Once the files of a path are longer together, no more are loaded. */
    readonly maxBytes: number;
  };
}
