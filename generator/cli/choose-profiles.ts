import { didYouMean } from '../diagnostics/suggest.js';
import { clientProfiles } from '../profiles/client-profiles.js';
import { UsageError } from './usage-error.js';

/**
 * The names of client profiles that a command line chooses: `undefined` when it says nothing of them, none for `none`.
 *
 * @param given Values of `--profile`.
 * @throws {UsageError} for a profile that does not exist, and for `none` with others
 */
export function chooseProfiles(given: readonly string[]): readonly string[] | undefined {
  if (given.length === 0) return undefined;
  const names = clientProfiles.map(({ name }) => name);
  for (const name of given) {
    if (name === 'none' || names.includes(name)) continue;
    const known = `Profiles: ${names.join(', ')}.`;
    throw new UsageError(`There is no profile "${name}". ${didYouMean(name, names)?.replace('did', 'Did') ?? known}`);
  }
  if (!given.includes('none')) return given;
  if (given.some((name) => name !== 'none')) throw new UsageError('--profile none excludes other profiles.');
  return [];
}
