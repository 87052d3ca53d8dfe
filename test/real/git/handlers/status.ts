import type { GitStatusOutput } from '../generated/types.ts';
import { git, options } from './git.ts';

const staged = { A: 'added', M: 'modified', D: 'deleted', R: 'renamed', C: 'copied' } as const;
const unstaged = { M: 'modified', D: 'deleted' } as const;

/** Reads `git status`. */
export async function readStatus(path: string, includeUntracked = true): Promise<GitStatusOutput> {
  const untracked = options({ '--untracked-files': includeUntracked ? undefined : 'no' });
  const records = (await git(path, 'status', '--porcelain=v2', '-b', '-z', ...untracked)).split('\0');
  const found: GitStatusOutput = {
    success: true,
    currentBranch: null,
    isClean: true,
    stagedChanges: {},
    unstagedChanges: {},
    untrackedFiles: [],
    conflictedFiles: [],
  };
  while (records.length > 0) {
    const words = records.shift()?.split(' ') ?? [];
    const [kind, key = '', value = ''] = words;
    if (kind === '#') {
      if (key === 'branch.head' && value !== '(detached)') found.currentBranch = value;
      if (key === 'branch.upstream') found.upstream = value;
      if (key === 'branch.ab') Object.assign(found, { ahead: Number(value), behind: -Number(words[3]) });
      continue;
    }
    if (kind === '1' || kind === '2') {
      const file = words.slice(kind === '1' ? 8 : 9).join(' ');
      const name = kind === '1' ? file : `${records.shift()} -> ${file}`;
      const inIndex = staged[key[0] as keyof typeof staged];
      const inFolder = unstaged[key[1] as keyof typeof unstaged];
      if (inIndex) (found.stagedChanges[inIndex] ??= []).push(name);
      if (inFolder) (found.unstagedChanges[inFolder] ??= []).push(file);
    } else if (kind === 'u') found.conflictedFiles.push(words.slice(10).join(' '));
    else if (kind === '?') found.untrackedFiles.push(words.slice(1).join(' '));
    else continue;
    found.isClean = false;
  }
  return found;
}

/** The status that tools return which change something. */
export async function summarizeStatus(path: string) {
  const status = await readStatus(path);
  return {
    current_branch: status.currentBranch,
    staged_changes: status.stagedChanges,
    unstaged_changes: status.unstagedChanges,
    untracked_files: status.untrackedFiles,
    conflicted_files: status.conflictedFiles,
    is_clean: status.isClean,
  };
}
