import { git } from './git.ts';
import { readLog, readTags } from './history.ts';
import { readRemotes } from './tools/git-remote.ts';
import { readStatus } from './status.ts';

/** State of a repository: its status, the latest two commits and tags, and its remotes. */
export async function readSnapshot(path: string) {
  const status = await readStatus(path);
  const { currentBranch, stagedChanges, unstagedChanges, untrackedFiles, conflictedFiles } = status;
  const hasCommits = (await git(path, 'for-each-ref', '--count=1')) !== '';
  const commits = hasCommits ? await readLog(path, ['-n2']) : [];
  const isoDate = (seconds = 0) => new Date(seconds * 1000).toISOString();
  return {
    status: {
      branch: currentBranch,
      isClean: status.isClean,
      staged: Object.values(stagedChanges).flat(),
      unstaged: Object.values(unstagedChanges).flat(),
      untracked: untrackedFiles,
      conflicts: conflictedFiles,
      ...(status.upstream !== undefined && { upstream: status.upstream }),
      ...(status.ahead !== undefined && { ahead: status.ahead }),
      ...(status.behind !== undefined && { behind: status.behind }),
    },
    recentCommits: commits.map(({ shortHash, author = '', timestamp, subject }) => ({
      hash: shortHash,
      author,
      date: isoDate(timestamp),
      subject,
    })),
    recentTags: (await readTags(path, 2)).map(({ name, timestamp, tagger, message, annotationBody }) => ({
      name,
      date: isoDate(timestamp),
      ...(tagger !== undefined && { tagger }),
      ...(message !== undefined && { annotationSubject: message }),
      ...(annotationBody !== undefined && { annotationBody }),
    })),
    remotes: await readRemotes(path),
  };
}
