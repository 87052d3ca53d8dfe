import type { GitRemote, GitRemoteResult } from '../../generated/handlers.ts';
import { git, linesOf, names, needed } from '../git.ts';

export const gitRemote: GitRemote = async ({ path, mode, name, url, newName, push }): Promise<GitRemoteResult> => {
  if (mode === 'list') return { success: true, mode, remotes: await readRemotes(path) };
  const remote = needed(name, 'Remote name', mode);
  const target = () => names(remote, needed(url, 'URL', mode));
  const pushing = push ? ['--push'] : [];
  switch (mode) {
    case 'add':
      await git(path, 'remote', 'add', ...target());
      return { success: true, mode, added: { name: remote, url: url ?? '' } };
    case 'remove':
      await git(path, 'remote', 'remove', ...names(remote));
      return { success: true, mode, removed: remote };
    case 'rename':
      await git(path, 'remote', 'rename', ...names(remote, needed(newName, 'New name', mode)));
      return { success: true, mode, renamed: { from: remote, to: newName ?? '' } };
    case 'get-url':
      return { success: true, mode, url: (await git(path, 'remote', 'get-url', ...pushing, ...names(remote))).trim() };
    case 'set-url':
      await git(path, 'remote', 'set-url', ...pushing, ...target());
      return { success: true, mode };
  }
};

export async function readRemotes(path: string) {
  const remotes = new Map<string, { name: string; fetchUrl: string; pushUrl: string }>();
  for (const line of linesOf(await git(path, 'remote', '-v'))) {
    const [name = '', url = '', kind] = line.split(/\s+/u);
    const remote = remotes.get(name) ?? { name, fetchUrl: url, pushUrl: url };
    remotes.set(name, kind === '(push)' ? { ...remote, pushUrl: url } : remote);
  }
  return [...remotes.values()];
}
