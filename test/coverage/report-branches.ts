// oxlint-disable eslint/no-console -- the report of a command
import path from 'node:path';
import type { Reporter } from 'vitest/node';
import { processesFolder } from './coverage-folder.js';
import { addCounts } from './measured-arms.js';
import { compareWithList, type Unreached } from './not-reached.js';
import { readProcessCoverage, type FilesBranches } from './process-coverage.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Least percentage of the branches that the tests must reach. */
const goal = 95;

/** Number of branches, and of those that a test reached. */
interface Tally {
  readonly all: number;
  readonly reached: number;
}

/**
 * Prints the part of the runtime's branches that the tests reached, by folder, and those that they did not. The process
 * fails below the goal, and when a branch that is left is not in the list.
 */
export class BranchReporter implements Reporter {
  async onCoverage(coverage: unknown): Promise<void> {
    const inTests = (coverage as { toJSON(): FilesBranches }).toJSON();
    const inProcesses = await readProcessCoverage(processesFolder, path.join(root, 'runtime'));
    const tallies = new Map<string, Tally>();
    const unreached: Unreached[] = [];
    for (const [source, arms] of addCounts(inTests, inProcesses)) {
      const file = path.relative(root, source);
      for (const { line, text, count } of arms) {
        if (count === 0) unreached.push({ file, line, text });
        for (const name of [path.dirname(file), 'all']) {
          const { all, reached } = tallies.get(name) ?? { all: 0, reached: 0 };
          tallies.set(name, { all: all + 1, reached: count > 0 ? reached + 1 : reached });
        }
      }
    }
    const { lines, faults, notes } = compareWithList(root, unreached);
    const { all, reached } = tallies.get('all') ?? { all: 0, reached: 0 };
    const missing = Math.ceil((all * goal) / 100) - reached;
    const shortfall = missing > 0 ? [`Tests must reach ${missing} more branches: ${goal} % of all.`] : [];
    const problems = [...faults, ...shortfall];
    console.log(['', ...formatTable(tallies), '', 'Not reached:', ...lines, '', ...notes, ...problems].join('\n'));
    if (problems.length > 0) process.exitCode = 1;
  }
}

/** Formats a table of the folders, with the sum as its last line. */
function formatTable(tallies: ReadonlyMap<string, Tally>): readonly string[] {
  const names = [...tallies.keys()].filter((name) => name !== 'all').toSorted();
  const lines = [...names, 'all'].map((name) => {
    const { all, reached } = tallies.get(name) ?? { all: 0, reached: 0 };
    const percent = ((100 * reached) / all).toFixed(1);
    return `${name.padEnd(24)}${String(all).padStart(8)}${String(reached).padStart(9)}${percent.padStart(7)} %`;
  });
  return [`${'folder'.padEnd(24)}branches  reached`, ...lines];
}
