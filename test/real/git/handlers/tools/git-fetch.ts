import type { GitFetch, GitFetchResult } from '../../generated/handlers.ts';
import { gitLoud, names, options } from '../git.ts';

export const gitFetch: GitFetch = async ({ path, remote = 'origin', prune, tags, depth }): Promise<GitFetchResult> => {
  const chosen = options({ '--prune': prune, '--tags': tags, '--depth': depth });
  const { stderr } = await gitLoud(path, 'fetch', ...chosen, ...names(remote));
  const refs = (pattern: RegExp) => [...stderr.matchAll(pattern)].map(([, ref = '']) => ref);
  return {
    success: true,
    remote,
    fetchedRefs: refs(/(?:\[new (?:branch|tag|ref)\]|[0-9a-f]+\.{2,3}[0-9a-f]+)\s+\S+\s+->\s+(\S+)/gu),
    prunedRefs: refs(/\[deleted\].*->\s+(\S+)/gu),
  };
};
