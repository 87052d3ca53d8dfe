import { statSync } from 'node:fs';
import path from 'node:path';

/** Tracks modification times of files to detect changes. */
export class FileChanges {
  readonly #root: string;
  #last: ReadonlyMap<string, string> | undefined;

  /** @param root Absolute path of the folder with the files. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the files that are new or changed since the previous call; none on the first call. */
  note(files: readonly string[]): readonly string[] {
    const before = this.#last;
    this.#last = new Map(files.map((file) => [file, this.#stateOf(file)]));
    return before === undefined
      ? []
      : [...this.#last].filter(([file, state]) => before.get(file) !== state).map(([file]) => file);
  }

  #stateOf(file: string): string {
    const stats = statSync(path.join(this.#root, file), { throwIfNoEntry: false });
    return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
  }
}
