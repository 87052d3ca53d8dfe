import type { GitLogOutput, GitTagOutput } from '../generated/types.ts';
import { git, options } from './git.ts';

type Commit = GitLogOutput['commits'][number];
type Tag = NonNullable<GitTagOutput['tags']>[number];

/** Reads commits with `git log`. Each begins with a record separator, its fields with a unit separator. */
export async function readLog(path: string, args: readonly string[]): Promise<Commit[]> {
  const format = '--format=%x1e%H%x1f%h%x1f%an%x1f%ae%x1f%at%x1f%P%x1f%s%x1f%b%x1f';
  const records = (await git(path, 'log', format, ...args)).split('\x1e').slice(1);
  return records.map((record) => {
    const [hash = '', shortHash = '', author = '', authorEmail = '', time, parents = '', subject = '', body = ''] =
      record.split('\x1f');
    const [stat = '', patch] = record.slice(record.lastIndexOf('\x1f') + 1).split(/^(?=diff --git)/mu, 2);
    return {
      hash,
      shortHash,
      author,
      authorEmail,
      timestamp: Number(time),
      subject,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      ...(body !== '' && { body }),
      ...(stat.trim() !== '' && { stat: stat.trim() }),
      ...(patch !== undefined && { patch: patch.trim() }),
    };
  });
}

/** Reads tags, newest first. */
export async function readTags(path: string, limit?: number): Promise<Tag[]> {
  const tagger = '%(if)%(taggername)%(then)%(taggername) %(taggeremail)%(end)';
  const commit = '%(if)%(*objectname)%(then)%(*objectname:short)%(else)%(objectname:short)%(end)';
  const fields = ['%(refname:short)', commit, '%(contents:subject)', tagger, '%(creatordate:unix)', '%(contents:body)'];
  const order = ['--sort=-version:refname', '--sort=-creatordate'];
  const format = `--format=${fields.join('%1f')}%1e`;
  const text = await git(path, 'for-each-ref', format, ...order, ...options({ '--count': limit }), 'refs/tags');
  return text
    .split('\x1e')
    .slice(0, -1)
    .map((record) => {
      const [name = '', hash = '', message, author, time, body] = record.trimStart().split('\x1f');
      return {
        name,
        commit: hash,
        ...(message && { message }),
        ...(author && { tagger: author }),
        ...(time && { timestamp: Number(time) }),
        ...(body && { annotationBody: body.trimEnd() }),
      };
    });
}
