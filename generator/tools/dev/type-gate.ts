import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkTypes } from '../build/check-types.js';

/** Type check result of one version. */
export interface TypeVerdict {
  /** Compiler output; empty without errors or without a compiler. */
  readonly text: string;
  /** First error that prevents the version from starting; absent if there is none. */
  readonly obstacle?: string;
}

/** Type-checks each version of a project, reusing the compiler's incremental state. */
export class TypeGate {
  readonly #root: string;
  readonly #out: string;
  #folder: Promise<string | undefined> | undefined;

  /**
   * @param root Absolute path of the project.
   * @param out Generated folder, relative to the root.
   */
  constructor(root: string, out: string) {
    this.#root = root;
    this.#out = out;
  }

  /** Type-checks the current files. Resolves with `undefined` after an abort. */
  async check(signal: AbortSignal): Promise<TypeVerdict | undefined> {
    // Without a temporary folder, each check starts from scratch.
    this.#folder ??= mkdtemp(path.join(tmpdir(), 'create-mcp-from-schema-dev-')).catch(() => undefined);
    const folder = await this.#folder;
    const memory = folder && path.join(folder, 'types.tsbuildinfo');
    const text = await checkTypes(this.#root, this.#out, signal, memory);
    if (signal.aborted) return undefined;
    const obstacle = findObstacle(text ?? '');
    return { text: text ?? '', ...(obstacle !== undefined && { obstacle }) };
  }

  /** Removes the incremental state. */
  async close(): Promise<void> {
    const folder = await this.#folder;
    if (folder !== undefined) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Finds the first error outside tests. Output that does not name a file counts as one error. */
function findObstacle(text: string): string | undefined {
  const errors = text.split('\n').filter((line) => /^\S.*\(\d+,\d+\).*: error /u.test(line));
  if (errors.length === 0) return text.trim().split('\n', 1)[0] || undefined;
  return errors.find((line) => !line.startsWith('test/'));
}
