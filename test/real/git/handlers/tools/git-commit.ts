import type { GitCommit, GitCommitResult } from '../../generated/handlers.ts';
import { git, linesOf, names, options } from '../git.ts';
import { summarizeStatus } from '../status.ts';

export const gitCommit: GitCommit = async ({
  path,
  message,
  author,
  amend,
  allowEmpty,
  noVerify,
  filesToStage = [],
}): Promise<GitCommitResult> => {
  if (filesToStage.length > 0) await git(path, 'add', '--', ...names(...filesToStage));
  const flags = options({
    '--message': message,
    '--author': author && `${author.name} <${author.email}>`,
    '--amend': amend,
    '--allow-empty': allowEmpty,
    '--no-verify': noVerify,
    '--no-gpg-sign': true,
  });
  await git(path, 'commit', ...flags);
  const text = await git(path, 'show', '--format=%H%n%an%n%at', '--name-only', 'HEAD');
  const [commitHash = '', name = '', time, ...committedFiles] = linesOf(text);
  return {
    success: true,
    commitHash,
    message,
    author: name,
    timestamp: Number(time),
    filesChanged: committedFiles.length,
    committedFiles,
    signed: false,
    status: await summarizeStatus(path),
  };
};
