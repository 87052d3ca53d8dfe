import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A branch that no test reached. */
export interface Unreached {
  /** Path below the project. */
  readonly file: string;
  readonly line: number;
  /** First line of its code. */
  readonly text: string;
}

/** Result of comparing the branches that no test reached with the list. */
export interface Comparison {
  /** A line for each branch, with its reason. */
  readonly lines: readonly string[];
  /** Branches without a reason. */
  readonly faults: readonly string[];
  /** Rows of the list without a branch: some depend on the moment at which a request is cancelled. */
  readonly notes: readonly string[];
}

const list = 'test/coverage/not-reached.tsv';

/** Compares the branches with the list, whose columns are file, code and reason. */
export function compareWithList(root: string, unreached: readonly Unreached[]): Comparison {
  const [, ...rows] = readFileSync(path.join(root, list), 'utf8').trimEnd().split('\n');
  const unused = rows.map((row) => row.split('\t'));
  const lines: string[] = [];
  const faults: string[] = [];
  for (const { file, line, text } of unreached) {
    const at = unused.findIndex(([listed, code]) => listed === file && code === text);
    const [row] = at === -1 ? [] : unused.splice(at, 1);
    if (!row?.[2]) faults.push(`${list} has no reason why no test reaches ${file}:${line}: ${text}`);
    lines.push(`${file}:${line}\t${text}\t${row?.[2] ?? 'NO REASON'}`);
  }
  return { lines, faults, notes: unused.map((row) => `${list}: reached, or gone: ${row.join(' ')}`) };
}
