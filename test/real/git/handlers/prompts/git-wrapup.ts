import type { GitWrapupPrompt } from '../../generated/handlers.ts';
import { listCriteria } from '../wrapup.ts';

export const gitWrapupPrompt: GitWrapupPrompt = ({ changelogPath = 'CHANGELOG.md', createTag }) =>
  [
    'Finish the work on this repository: read the changes with git_diff, then tick off every point of this list.',
    `The changelog is ${changelogPath}, unless the project says otherwise.`,
    '',
    listCriteria(createTag !== 'false'),
  ].join('\n');
