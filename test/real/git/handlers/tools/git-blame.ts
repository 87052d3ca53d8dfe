import type { GitBlame, GitBlameResult } from '../../generated/handlers.ts';
import { git, names } from '../git.ts';

export const gitBlame: GitBlame = async ({
  path,
  filePath,
  startLine,
  endLine,
  ignoreWhitespace,
}): Promise<GitBlameResult> => {
  const range = startLine === undefined ? [] : [`-L${startLine},${endLine ?? ''}`];
  const text = await git(
    path,
    'blame',
    '--line-porcelain',
    ...(ignoreWhitespace ? ['-w'] : []),
    ...range,
    '--',
    ...names(filePath),
  );
  const lines = text.split(/^(?=[0-9a-f]{40} )/mu).map((block) => ({
    commitHash: block.slice(0, 40),
    lineNumber: Number(block.split(/[ \n]/u, 3)[2]),
    author: /^author (.*)$/mu.exec(block)?.[1] ?? '',
    timestamp: Number(/^author-time (.*)$/mu.exec(block)?.[1]),
    content: /^\t(.*)$/mu.exec(block)?.[1] ?? '',
  }));
  return { success: true, filePath, lines, totalLines: lines.length };
};
