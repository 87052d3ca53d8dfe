import type { GitChangelogAnalyze, GitChangelogAnalyzeResult } from '../../generated/handlers.ts';
import { names } from '../git.ts';
import { readLog, readTags } from '../history.ts';
import { readStatus } from '../status.ts';

const reviewInstructions = {
  security: 'Which commits concern security, and does the changelog say so?',
  features: 'Where do the features lead, and which are unfinished?',
  storyline: 'How did the project develop from release to release?',
  gaps: 'Which commits and tags does the changelog leave out?',
  breaking_changes: 'Are breaking changes marked, and is it said how to migrate?',
  quality: 'How many fixes and reverts are there, and how regular are the releases?',
};

export const gitChangelogAnalyze: GitChangelogAnalyze = async ({
  path,
  reviewTypes,
  maxCommits,
  maxTags,
  sinceTag,
  branch,
}): Promise<GitChangelogAnalyzeResult> => {
  const range = sinceTag === undefined ? branch : `${sinceTag}..HEAD`;
  const commits = await readLog(path, [`-n${maxCommits}`, ...names(range), '--']);
  const tags = await readTags(path, maxTags);
  const { currentBranch } = await readStatus(path, false);
  const reviews = reviewTypes.map((type) => `- ${reviewInstructions[type]}`);
  return {
    success: true,
    reviewTypes,
    gitContext: {
      currentBranch,
      totalCommitsFetched: commits.length,
      commits: commits.map(({ shortHash, subject, author = '', timestamp = 0 }) => ({
        hash: shortHash,
        subject,
        author,
        timestamp,
      })),
      tags: tags.map(({ annotationBody: _body, tagger: _tagger, ...tag }) => tag),
    },
    reviewInstructions: ['Compare the changelog with the commits and tags below:', ...reviews].join('\n'),
  };
};
