import { statSync } from 'node:fs';
import path from 'node:path';

/** Remembers when files were written, to tell which have changed. */
export class FileChanges {
  readonly #root: string;
  #last: ReadonlyMap<string, string> | undefined;

  /** @param root Absolute path of the folder that the files are in. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the files that are new or were written since the last call; none at the first call. */
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
