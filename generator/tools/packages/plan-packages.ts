import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { reportOthers, reportProblems, type LocateKey } from '../../features/package/report-problems.js';
import { isProjectPath } from '../../pipeline/write/project-path.js';
import type { PackageProblem } from '../../features/package/problem.js';
import type { PackagedProject, PackageFile, PackagePlan, PackageTarget } from './target.js';

/** Combined plans of several targets. */
export interface PlannedPackages {
  /** Files of all targets, sorted. Each path begins with the target name. */
  readonly files: readonly PackageFile[];
  /** Plans by target. */
  readonly plans: ReadonlyMap<string, PackagePlan>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Project with the data that all its packages share. */
export interface PlannableProject {
  readonly project: Omit<PackagedProject, 'planOf' | 'targets'>;
  /** Problems with files that the definition names, which affect all targets. */
  readonly problems: readonly PackageProblem[];
  readonly locate: LocateKey;
}

/**
 * Plans the packages of the given targets, without duplicates.
 *
 * @param allTargets All targets. A target can request the plan of any of these targets.
 */
export function planPackages(
  { project, problems, locate }: PlannableProject,
  targets: readonly PackageTarget[],
  allTargets: readonly PackageTarget[],
): PlannedPackages {
  const plans = new Map<string, PackagePlan>();
  const whole: PackagedProject = {
    ...project,
    targets: new Set(targets.map(({ name }) => name)),
    planOf(name) {
      const found = plans.get(name);
      if (found) return found;
      const target = allTargets.find((each) => each.name === name);
      const plan = target?.plan(whole) ?? { files: [], problems: [] };
      plans.set(name, plan);
      return plan;
    },
  };
  const chosen = new Map(targets.map(({ name }) => [name, whole.planOf(name)]));
  const files = [...chosen].flatMap(([name, plan]) =>
    plan.files.map(({ path, content }) => ({ path: `${name}/${path}`, content })),
  );
  refuseBadPaths(files);
  return {
    files: files.toSorted((left, right) => (left.path < right.path ? -1 : 1)),
    plans: chosen,
    diagnostics: [
      ...reportOthers(
        problems.map((problem) => ({ problem, targets: [] })),
        locate,
      ),
      ...reportProblems(chosen, locate),
    ],
  };
}

/** @throws {Error} for a path that points outside the package or is duplicated, which is a bug in the target */
function refuseBadPaths(files: readonly PackageFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    // File systems that ignore case would keep only one of these files.
    const key = path.toLowerCase();
    if (!isProjectPath(path) || seen.has(key)) throw new Error(`A package cannot contain the file ${path}.`);
    seen.add(key);
  }
}
