import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import { isProjectPath } from '../write/project-path.js';
import type { PackagedProject, PackageFile, PackagePlan, PackageProblem, PackageTarget } from './target.js';

/** Finds the place of a key of the definition, by its path from the root; of the nearest key above it when there is none. */
export type LocateKey = (path: readonly string[]) => SourceLocation | undefined;

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
 * @param known All targets, whose plans a target may ask for.
 */
export function planPackages(
  { project, problems, locate }: PlannableProject,
  targets: readonly PackageTarget[],
  known: readonly PackageTarget[],
): PlannedPackages {
  const plans = new Map<string, PackagePlan>();
  const whole: PackagedProject = {
    ...project,
    targets: new Set(targets.map(({ name }) => name)),
    planOf(name) {
      const found = plans.get(name);
      if (found) return found;
      const target = known.find((each) => each.name === name);
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

/** @throws {Error} for a path that leads out of the package or occurs twice: a fault of the target, not of the user */
function refuseBadPaths(files: readonly PackageFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    // Disks that ignore case would keep one of two such files.
    const key = path.toLowerCase();
    if (!isProjectPath(path) || seen.has(key)) throw new Error(`A package cannot have the file ${path}.`);
    seen.add(key);
  }
}

/** Problem of several targets. */
interface SharedProblem {
  readonly problem: PackageProblem;
  readonly targets: string[];
}

/** Turns problems into diagnostics: one for each missing key, whatever the number of targets that need it. */
function reportProblems(plans: ReadonlyMap<string, PackagePlan>, locate: LocateKey): readonly Diagnostic[] {
  const missing = new Map<string, SharedProblem>();
  const others = new Map<string, SharedProblem>();
  for (const [target, { problems }] of plans) {
    for (const problem of problems) {
      const key = JSON.stringify([problem.path, problem.kind === 'missing' ? '' : problem.message]);
      const group = problem.kind === 'missing' ? missing : others;
      const entry = group.get(key);
      if (entry) entry.targets.push(target);
      else group.set(key, { problem, targets: [target] });
    }
  }
  return [
    ...[...missing.values()].map(({ problem, targets }) => {
      const { path, message, help = '…' } = problem;
      const text = `\`${path.join('.')}\` is missing: ${joinNames(targets)} ${targets.length === 1 ? 'needs' : 'need'} it. ${message}`;
      return createDiagnostic('missing-package-key', locate(path), text, { help: `Add \`${exampleOf(path, help)}\`.` });
    }),
    ...reportOthers([...others.values()], locate),
  ];
}

function reportOthers(problems: readonly SharedProblem[], locate: LocateKey): readonly Diagnostic[] {
  return problems.map(({ problem: { kind, path, message, help }, targets }) => {
    const code = kind === 'advice' ? 'package-advice' : 'invalid-package';
    const text = targets.length === 0 ? message : `${targets.join(', ')}: ${message}`;
    return createDiagnostic(code, path.length > 0 ? locate(path) : undefined, text, { help });
  });
}

/** `package: { author: { name: Jane } }` */
function exampleOf(path: readonly string[], value: string): string {
  const [first = '', ...rest] = path;
  return rest.length === 0 ? `${first}: ${value}` : `${first}: { ${exampleOf(rest, value)} }`;
}

function joinNames(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length === 1 ? (quoted[0] ?? '') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
