/** The file system calls that writing needs. Paths are absolute. A test may let any of them fail. */
export interface FileSystem {
  /** Content of a UTF-8 file, `undefined` when nothing is there. */
  readText(path: string): Promise<string | undefined>;
  /** What is at a path, without following a link; `undefined` when nothing is there. */
  kindOf(path: string): Promise<'file' | 'folder' | 'link' | undefined>;
  /** The path with all links resolved; rejects when nothing is there. */
  realPath(path: string): Promise<string>;
  /** Rejects unless this is a folder in which the current user may create and remove entries. */
  checkWritable(folder: string): Promise<void>;
  /** Milliseconds since the file was last written, `undefined` when nothing is there. */
  ageOf(path: string): Promise<number | undefined>;
  /** Creates a folder and its parents; fine when it exists. */
  createFolder(path: string): Promise<void>;
  /**
   * Writes a new file and flushes it to the disk, or leaves none behind; rejects with `EEXIST` when something is there.
   */
  writeNew(path: string, text: string): Promise<void>;
  /** Moves a file, replacing what is there in one step. */
  rename(from: string, to: string): Promise<void>;
  /** Gives a file a second name; rejects with `EEXIST` when something is there. */
  link(from: string, to: string): Promise<void>;
  /** Copies a file, replacing what is there. */
  copy(from: string, to: string): Promise<void>;
  /** Removes a file; fine when nothing is there. */
  removeFile(path: string): Promise<void>;
  /** Removes a folder if it is empty, and says whether it did. */
  removeEmptyFolder(path: string): Promise<boolean>;
  /** Removes a folder with all it contains; fine when nothing is there. */
  removeTree(path: string): Promise<void>;
}
