import type { GitShow, GitShowResult } from '../../generated/handlers.ts';
import type { GitShowOutput } from '../../generated/types.ts';
import { git, names, options } from '../git.ts';

export const gitShow: GitShow = async ({ path, object, format, stat, filePath }): Promise<GitShowResult> => {
  const [name = ''] = names(object);
  const type = (await git(path, 'cat-file', '-t', name)).trim() as GitShowOutput['type'];
  const shown = filePath === undefined ? name : `${name}:${filePath}`;
  const content = await git(path, 'show', ...options({ '--stat': stat, '--format': format }), shown);
  return { success: true, object, type, content, metadata: type === 'commit' ? await readMetadata(path, name) : {} };
};

async function readMetadata(path: string, commit: string) {
  const format = '--format=%H%x00%h%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%P%x00%s%x00%b';
  const fields = (await git(path, 'log', '-1', format, commit)).split('\0');
  const [hash, shortHash, an, ae, ad, cn, ce, cd, parents = '', subject, body = ''] = fields;
  return {
    hash,
    shortHash,
    author: { name: an, email: ae, date: ad },
    committer: { name: cn, email: ce, date: cd },
    parents: parents.split(' ').filter((parent) => parent !== ''),
    subject,
    body: body.trimEnd(),
  };
}
