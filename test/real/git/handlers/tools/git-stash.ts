import type { GitStash, GitStashResult } from '../../generated/handlers.ts';
import { git, gitMerging, linesOf, names, needed, options } from '../git.ts';

export const gitStash: GitStash = async ({
  path,
  mode,
  message,
  stashRef,
  includeUntracked,
  keepIndex,
  limit,
}): Promise<GitStashResult> => {
  switch (mode) {
    case 'list': {
      const text = await git(path, 'stash', 'list', '--format=%gd%x09%ct%x09%gs', ...options({ '--max-count': limit }));
      return { success: true, mode, stashes: linesOf(text).map(readStash) };
    }
    case 'push': {
      const chosen = { '--message': message, '--include-untracked': includeUntracked, '--keep-index': keepIndex };
      await git(path, 'stash', 'push', ...options(chosen));
      return { success: true, mode, created: 'stash@{0}' };
    }
    case 'pop':
    case 'apply': {
      const { conflicts } = await gitMerging(path, 'stash', mode, ...names(stashRef));
      return { success: true, mode, applied: stashRef ?? 'stash@{0}', conflicts };
    }
    case 'drop': {
      const dropped = needed(stashRef, 'Stash reference', mode);
      await git(path, 'stash', 'drop', ...names(dropped));
      return { success: true, mode, dropped };
    }
    case 'clear':
      await git(path, 'stash', 'clear');
      return { success: true, mode };
  }
};

function readStash(line: string) {
  const [ref = '', time, ...rest] = line.split('\t');
  const subject = rest.join('\t');
  const [, branch = '', description = subject] = /^(?:WIP on|On)\s+([^:]+):\s+(.*)$/u.exec(subject) ?? [];
  return { ref, index: Number(/\d+/u.exec(ref)?.[0]), branch, description, timestamp: Number(time) };
}
