import { printInstall } from '../../feature-kit/load/package-manager.js';
import { checkDescription, checkVersion, missingKey } from '../../features/package/check-facts.js';
import type { PackageProblem } from '../../features/package/problem.js';
import type { PackagedProject } from './target.js';

/** Reports packages outside the bundle whose version is unknown. */
export function checkOutside({
  build,
  manager,
}: Pick<PackagedProject, 'build' | 'manager'>): readonly PackageProblem[] {
  return build.outside
    .filter(({ version }) => version === undefined)
    .map(({ name }) => ({
      kind: 'invalid',
      path: [],
      message: `The package ${name} is not in the bundle, and its version is unknown.`,
      help: `Install it: \`${printInstall(manager, [name])}\`.`,
    }));
}

/**
 * Reports problems that prevent one-click installation of a package.
 *
 * @param kind Term for the package in messages.
 */
export function checkInstalled(project: PackagedProject, kind: 'bundle' | 'plugin'): readonly PackageProblem[] {
  const { facts, build, manager } = project;
  const problems: PackageProblem[] = [...checkVersion(project), ...checkDescription(project)];
  if (facts.author === undefined) {
    problems.push(missingKey(['package', 'author'], 'Clients show the server author.', '{ name: Jane Doe }'));
  }
  for (const problem of build.installed.obstacles) {
    const message = `The ${kind} must contain the packages outside the server bundle, but ${problem}.`;
    const help = `Run \`${manager} install\`, with \`node_modules\` folders.`;
    problems.push({ kind: 'invalid', path: [], message, help });
  }
  if (build.installed.platform !== undefined) {
    const message = `The ${kind} contains native code and runs only on ${build.installed.platform}.`;
    const help = `Make a ${kind} on each platform, or use packages without native code.`;
    problems.push({ kind: 'advice', path: [], message, help });
  }
  return problems;
}
