import type { CodeHost } from '../../core/api/definition.js';
import type { CodeFunction } from './name-functions.js';

/** Maximum number of names in a result. */
const maxSimilar = 5;

/**
 * Lists functions with names similar to an unknown name: names that differ in case, dots, underscores or leading parts
 * (`octokit.rest.issues.list_for_repo`), otherwise search results.
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

/** Finds functions whose name is a suffix of an unknown name, ignoring case, dots and underscores. */
export function findAlike(functions: readonly CodeFunction[], wrong: string): readonly string[] {
  const wanted = simplify(wrong);
  const alike = functions.filter(({ name }) => wanted.endsWith(simplify(name.slice(name.indexOf('.')))));
  return alike.slice(0, maxSimilar).map(({ name }) => name);
}

function simplify(name: string): string {
  return name.replaceAll(/[._-]/gu, '').toLowerCase();
}
