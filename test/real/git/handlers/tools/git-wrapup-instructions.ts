import type { GitWrapupInstructions, GitWrapupInstructionsResult } from '../../generated/handlers.ts';
import { session } from '../git.ts';
import { readSnapshot } from '../snapshot.ts';
import { listCriteria } from '../wrapup.ts';

const notSet =
  'No session working directory set. Call git_set_working_dir first to include a repository snapshot (status, recent commits, recent tags) in this response.';

export const gitWrapupInstructions: GitWrapupInstructions = async ({
  createTag = true,
}): Promise<GitWrapupInstructionsResult> => {
  const instructions = listCriteria(createTag);
  if (session.folder === undefined) return { instructions, enrichmentWarnings: [notSet] };
  const { status, recentCommits, recentTags } = await readSnapshot(session.folder);
  return { instructions, repository: { status, recentCommits, recentTags } };
};
