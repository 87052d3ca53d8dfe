import type { CodeHost } from '../../core/api/definition.js';
import type { CodeFunction } from './name-functions.js';

/** Maximum number of names in an answer. */
const maxSimilar = 5;

/**
 * Names of functions that a wrong name may mean: those that differ in case, dots and underscores, or in what stands before the
 * last parts (`octokit.rest.issues.list_for_repo`); none of them: those that a search finds.
 */
export function findSimilar(
  host: Pick<CodeHost, 'search'>,
  functions: readonly CodeFunction[],
  wrong: string,
): readonly string[] {
  const alike = findAlike(functions, wrong);
  if (alike.length > 0) return alike;
  const byTool = new Map(functions.map(({ name, operation }) => [operation.name, name]));
  const found = host.search(wrong.replaceAll('.', ' ')).slice(0, maxSimilar);
  return found.flatMap(({ operation }) => byTool.get(operation.name) ?? []);
}

/** The functions whose name a wrong name ends with, but for case, dots and underscores. */
export function findAlike(functions: readonly CodeFunction[], wrong: string): readonly string[] {
  const wanted = simplify(wrong);
  const alike = functions.filter(({ name }) => wanted.endsWith(simplify(name.slice(name.indexOf('.')))));
  return alike.slice(0, maxSimilar).map(({ name }) => name);
}

function simplify(name: string): string {
  return name.replaceAll(/[._-]/gu, '').toLowerCase();
}
