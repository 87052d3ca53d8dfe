import type { GitTag, GitTagResult } from '../../generated/handlers.ts';
import { git, names, needed, options, tryGit } from '../git.ts';
import { readTags } from '../history.ts';

export const gitTag: GitTag = async ({
  path,
  mode,
  tagName,
  commit,
  message,
  annotated,
  force,
  limit,
}): Promise<GitTagResult> => {
  if (mode === 'list') return { success: true, mode, tags: await readTags(path, limit) };
  const tag = needed(tagName, 'Tag name', mode);
  if (mode === 'delete') {
    await git(path, 'tag', '--delete', ...names(tag));
    return { success: true, mode, deleted: tag };
  }
  if (mode === 'create') {
    const text = message ?? (annotated ? `Tag ${tag}` : undefined);
    const chosen = options({ '--force': force, '--message': text, '--no-sign': true });
    await git(path, 'tag', ...chosen, ...names(tag, commit));
    return { success: true, mode, created: tag, signed: false };
  }
  const { stderr, exitCode } = await tryGit(path, 'tag', '--verify', ...names(tag));
  if (/^error: tag '.+' not found/mu.test(stderr)) throw new Error(`Tag not found: ${tag}`);
  const verified = exitCode === 0;
  const warning = `The signature of this tag cannot be verified: ${stderr.trim()}`;
  return { success: true, mode, verifiedTag: tag, verified, rawOutput: stderr, ...(!verified && { warning }) };
};
