import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { reportOthers, reportProblems, type LocateKey } from '../../features/package/report-problems.js';
import { isProjectPath } from '../../pipeline/write/project-path.js';
import type { PackageProblem } from '../../features/package/problem.js';
import type { PackagedProject, PackageFile, PackagePlan, PackageTarget } from './target.js';

/** Plans of several targets together. */
export interface PlannedPackages {
  /** Files of all targets, sorted; paths begin with the name of the target. */
  readonly files: readonly PackageFile[];
  /** By target. */
  readonly plans: ReadonlyMap<string, PackagePlan>;
  readonly diagnostics: readonly Diagnostic[];
}

/** A project, and what its packages have in common. */
export interface PlannableProject {
  readonly project: Omit<PackagedProject, 'planOf' | 'targets'>;
  /** Problems of files that the definition names; they concern all targets. */
  readonly problems: readonly PackageProblem[];
  readonly locate: LocateKey;
}

/**
 * Plans the packages of these targets, each once.
 *
 * @param allTargets All targets, whose plans a target may request.
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

/** @throws {Error} for a path that leads out of the package or occurs twice: a bug of the target, not an error of the user */
function refuseBadPaths(files: readonly PackageFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    // Disks that ignore case would keep one of two such files.
    const key = path.toLowerCase();
    if (!isProjectPath(path) || seen.has(key)) throw new Error(`A package cannot have the file ${path}.`);
    seen.add(key);
  }
}
