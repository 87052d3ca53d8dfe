import type { GitReflog, GitReflogResult } from '../../generated/handlers.ts';
import { git, linesOf, names } from '../git.ts';

export const gitReflog: GitReflog = async ({ path, ref, maxCount }): Promise<GitReflogResult> => {
  const text = await git(path, 'reflog', `-n${maxCount}`, '--format=%H%x1f%gd%x1f%gs%x1f%ct', ...names(ref));
  const entries = linesOf(text).map((line) => {
    const [hash = '', refName = '', message = '', time] = line.split('\x1f');
    return { hash, refName, action: message.split(':', 1)[0] ?? '', message, timestamp: Number(time) };
  });
  return { success: true, ref, entries, totalEntries: entries.length };
};
