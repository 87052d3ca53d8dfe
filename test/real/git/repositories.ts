import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { putFiles } from '../../kit/make-folder.js';

/** Settings of git that give commits the same hashes everywhere. */
export const environment = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_AUTHOR_DATE: '2024-02-29T12:00:00Z',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_COMMITTER_DATE: '2024-02-29T12:00:00Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
};

/** Makes the repository `work` with branches of which two do not fit together, its bare clone `remote.git`, and `names`. */
export function makeRepositories(folder: string): void {
  const work = path.join(folder, 'work');
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: work, env: { ...process.env, ...environment }, stdio: 'pipe' });
  };
  putFiles(folder, {
    'work/notes.txt': 'one\ntwo\nthree\n',
    'work/code/main.js': 'export const answer = 42;\n',
    'work/package-lock.json': '{}\n',
  });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Begin\n\nWith a body.');
  git('tag', '-a', 'v1.0.0', '-m', 'First release');
  appendFileSync(path.join(work, 'notes.txt'), 'four\n');
  git('commit', '--quiet', '-am', 'Add four');
  git('checkout', '--quiet', '-b', 'topic');
  putFiles(work, { 'notes.txt': 'ONE\ntwo\nthree\nfour\n' });
  git('commit', '--quiet', '-am', 'Shout');
  git('checkout', '--quiet', '-b', 'clash', 'v1.0.0');
  putFiles(work, { 'notes.txt': 'uno\ntwo\nthree\n' });
  git('commit', '--quiet', '-am', 'Translate');
  git('checkout', '--quiet', 'main');
  putFiles(work, { 'code/more.js': 'export const more = true;\n' });
  git('add', '.');
  git('commit', '--quiet', '-m', 'Add more code');
  git('clone', '--quiet', '--bare', work, path.join(folder, 'remote.git'));
  git('init', '--quiet', '--initial-branch=main', path.join(folder, 'names'));
  putFiles(folder, { 'names/\u00e4 b.txt': 'umlaut\n', 'work/draft.txt': 'draft\n', 'work/rest/of.txt': '' });
  git('remote', 'add', 'origin', path.join(folder, 'remote.git'));
  git('fetch', '--quiet', 'origin');
  git('branch', '--quiet', '--set-upstream-to=origin/main');
}
