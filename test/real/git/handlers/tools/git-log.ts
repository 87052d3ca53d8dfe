import type { GitLog, GitLogResult } from '../../generated/handlers.ts';
import { names, options } from '../git.ts';
import { readLog } from '../history.ts';

export const gitLog: GitLog = async ({
  path,
  maxCount,
  skip,
  since,
  until,
  author,
  grep,
  branch,
  filePath,
  oneline,
  stat,
  patch,
}): Promise<GitLogResult> => {
  const filters = { author, grep, since, until, filePath, branch };
  const chosen = options({
    '--max-count': maxCount,
    '--skip': skip,
    '--since': since,
    '--until': until,
    '--author': author,
    '--grep': grep,
    '--stat': stat,
    '--patch': patch,
  });
  const found = await readLog(path, [...chosen, ...names(branch), '--', ...names(filePath)]);
  const commits = oneline ? found.map(({ hash, shortHash, subject }) => ({ hash, shortHash, subject })) : found;
  const applied = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`));
  const note = `No commits matched the applied filters (${applied.join(', ')}). Try removing filters or broadening the date/author/path criteria.`;
  const isFiltered = commits.length === 0 && applied.length > 0;
  return { success: true, commits, totalCount: commits.length, ...(isFiltered && { note }) };
};
