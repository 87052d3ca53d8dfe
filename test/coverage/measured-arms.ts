import { readFileSync } from 'node:fs';
import { listArms, type Arm } from './branch-arms.js';
import type { FilesBranches } from './process-coverage.js';

/**
 * Adds the counts of processes to those of the tests' own processes, which say what branches there are: of a bundle,
 * branches may be missing.
 */
export function addCounts(
  inTests: FilesBranches,
  inProcesses: readonly FilesBranches[],
): ReadonlyMap<string, readonly Arm[]> {
  const counts = new Map<string, number>();
  const sources = new Map<string, string>();
  const list = (files: FilesBranches): readonly (readonly [string, readonly Arm[]])[] =>
    Object.entries(files)
      .filter(([file]) => file in inTests)
      .map(([file, branches]) => {
        const source = sources.get(file) ?? readFileSync(file, 'utf8');
        sources.set(file, source);
        return [file, listArms(branches, source)];
      });
  for (const [file, arms] of inProcesses.flatMap(list)) {
    for (const { key, count } of arms) counts.set(`${file} ${key}`, (counts.get(`${file} ${key}`) ?? 0) + count);
  }
  return new Map(
    list(inTests).map(([file, arms]) => [
      file,
      arms.map((arm) => ({ ...arm, count: arm.count + (counts.get(`${file} ${arm.key}`) ?? 0) })),
    ]),
  );
}
