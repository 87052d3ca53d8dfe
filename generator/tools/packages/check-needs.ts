import { findStdioObstacle } from '../../features/bind/bind-part.js';
import { printInstall } from '../../feature-kit/load/package-manager.js';
import { checkDescription, checkVersion, missingKey } from '../../features/package/check-facts.js';
import { checkDatabaseFiles } from './check-databases.js';
import type { PackageProblem } from '../../features/package/problem.js';
import type { PackagedProject } from './target.js';

/** Reports packages that are not installed, and packages outside the bundle whose version is unknown. */
export function checkOutside({
  build,
  manager,
}: Pick<PackagedProject, 'build' | 'manager'>): readonly PackageProblem[] {
  const unknown = build.outside.filter(({ version }) => version === undefined);
  return [
    ...checkMissing({ build, manager }),
    ...unknown.map(({ name }): PackageProblem => ({
      kind: 'invalid',
      path: [],
      message: `The package ${name} is not in the bundle, and its version is unknown.`,
      help: `Install it: \`${printInstall(manager, [name])}\`.`,
    })),
  ];
}

/** Reports packages that the server imports and that are not installed. */
function checkMissing({ build, manager }: Pick<PackagedProject, 'build' | 'manager'>): readonly PackageProblem[] {
  return build.missing.map((name) => ({
    kind: 'invalid',
    path: [],
    message: `The server imports the package ${name}, which is not installed.`,
    help: `Run \`${printInstall(manager, [name])}\`.`,
  }));
}

/** Reports a server that clients would start on stdio, where it cannot be used. */
export function checkStdio({ model }: Pick<PackagedProject, 'model'>): readonly PackageProblem[] {
  const obstacle = findStdioObstacle(model);
  if (!obstacle) return [];
  const message = `Clients would start the server on stdio, where it cannot be used: ${obstacle.reason}.`;
  const help = 'Add `stdio` with a value to `bind` of the argument, or publish the URL of the server only.';
  return [{ kind: 'invalid', path: [], location: obstacle.location, message, help }];
}

/** Oldest Node version that runs a built server. */
const oldestNode = '20.19.0';

/** Returns the oldest Node version that runs a server: later ones include packages that the server needs on older ones. */
export function findOldestNode({ model, build }: Pick<PackagedProject, 'model' | 'build'>): string {
  const listed = new Set(build.outside.map(({ name }) => name));
  return model.packages
    .flatMap(({ name, before }) => (before === undefined || listed.has(name) ? [] : [before]))
    .reduce(
      (oldest, before) => (oldest.localeCompare(before, 'en', { numeric: true }) < 0 ? before : oldest),
      oldestNode,
    );
}

/**
 * Reports problems that prevent one-click installation of a package.
 *
 * @param kind Term for the package in messages.
 */
export function checkInstalled(project: PackagedProject, kind: 'bundle' | 'plugin'): readonly PackageProblem[] {
  const { facts, build, manager } = project;
  const problems = [
    ...checkVersion(project),
    ...checkDescription(project),
    ...checkMissing(project),
    ...checkDatabaseFiles(project),
    ...checkStdio(project),
  ];
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
