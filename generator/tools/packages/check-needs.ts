import { printInstall } from '../../feature-kit/load/package-manager.js';
import { checkDescription, checkVersion, missingKey } from '../../features/package/check-facts.js';
import type { PackageProblem } from '../../features/package/problem.js';
import type { PackagedProject } from './target.js';

/** Reports packages outside of the bundle whose version is not known. */
export function checkOutside({
  build,
  manager,
}: Pick<PackagedProject, 'build' | 'manager'>): readonly PackageProblem[] {
  return build.outside
    .filter(({ version }) => version === undefined)
    .map(({ name }) => ({
      kind: 'invalid',
      path: [],
      message: `The package ${name} is not in the bundle, and its version is not known.`,
      help: `Install it: \`${printInstall(manager, [name])}\`.`,
    }));
}

/**
 * Reports obstacles to installing a package with one click.
 *
 * @param kind Word for the package.
 */
export function checkInstalled(project: PackagedProject, kind: 'bundle' | 'plugin'): readonly PackageProblem[] {
  const { facts, build, manager } = project;
  const problems: PackageProblem[] = [...checkVersion(project), ...checkDescription(project)];
  if (facts.author === undefined) {
    problems.push(missingKey(['package', 'author'], 'Clients show the author of the server.', '{ name: Jane Doe }'));
  }
  for (const problem of build.installed.obstacles) {
    const message = `The ${kind} has to contain the packages that the server is not bundled with, but ${problem}.`;
    const help = `Run \`${manager} install\`, with \`node_modules\` folders.`;
    problems.push({ kind: 'invalid', path: [], message, help });
  }
  if (build.installed.platform !== undefined) {
    const message = `The ${kind} contains native code and runs on ${build.installed.platform} only.`;
    const help = `Make a ${kind} on each platform, or use packages without native code.`;
    problems.push({ kind: 'advice', path: [], message, help });
  }
  return problems;
}
