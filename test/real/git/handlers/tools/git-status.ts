import type { GitStatus } from '../../generated/handlers.ts';
import { readStatus } from '../status.ts';

export const gitStatus: GitStatus = ({ path, includeUntracked }) => readStatus(path, includeUntracked);
