import type { GitDiff, GitDiffResult } from '../../generated/handlers.ts';
import { git, linesOf, names, options, tryGit } from '../git.ts';

const lockFiles = (
  'package-lock.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb poetry.lock Pipfile.lock uv.lock composer.lock ' +
  'Gemfile.lock go.sum Cargo.lock flake.lock pubspec.lock mix.lock Podfile.lock packages.lock.json'
).split(' ');

export const gitDiff: GitDiff = async ({
  path,
  target,
  source,
  paths = [],
  staged,
  includeUntracked,
  nameOnly,
  stat,
  contextLines,
  autoExclude,
}): Promise<GitDiffResult> => {
  const compared = [...options({ '--cached': staged }), ...names(source, target)];
  const excluded = autoExclude ? lockFiles.map((file) => `:(exclude)${file}`) : [];
  const within = [...compared, '--', ...paths, ...excluded];
  const format = nameOnly ? ['--name-only'] : stat ? ['--stat'] : [`--unified=${contextLines}`];
  const excludedFiles = autoExclude
    ? linesOf(await git(path, 'diff', '--name-only', ...compared, '--', ...lockFiles))
    : [];
  const others = includeUntracked ? linesOf(await git(path, 'ls-files', '--others', '--exclude-standard')) : [];
  const untracked = others.filter((file) => !(autoExclude && lockFiles.includes(file)));
  excludedFiles.push(...others.filter((file) => !untracked.includes(file)));
  let diff = await git(path, 'diff', ...format, ...within);
  let numbers = await git(path, 'diff', '--numstat', ...within);
  for (const file of untracked) {
    const added = (...kind: string[]) => tryGit(path, 'diff', '--no-index', ...kind, '--', '/dev/null', file);
    diff += nameOnly ? `${file}\n` : (await added(...format)).stdout;
    numbers += (await added('--numstat')).stdout;
  }
  const counts = linesOf(numbers).map((line) => line.split('\t').map(Number));
  const sum = (column: number) => counts.reduce((total, row) => total + (row[column] || 0), 0);
  return {
    success: true,
    diff,
    filesChanged: counts.length,
    ...(!nameOnly && { insertions: sum(0), deletions: sum(1) }),
    ...(excludedFiles.length > 0 && { excludedFiles }),
  };
};
