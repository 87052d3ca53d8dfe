import { spawn } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** File of a git revision. */
export interface TreeEntry {
  /** `120000` is a symbolic link. */
  readonly mode: string;
  readonly id: string;
  /** Relative to the root of the repository, forward slashes. */
  readonly path: string;
}

/** Commit, and a folder of the working tree in its repository. */
export interface Revision {
  readonly cwd: string;
  readonly commit: string;
  /** The folder, relative to the root of the repository: `''` or with a slash at the end. */
  readonly prefix: string;
}

/** Failure of a git command. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/**
 * Looks a revision up.
 *
 * @throws {GitError} when there is no such commit, no repository, or no git
 */
export async function findRevision(cwd: string, name: string): Promise<Revision> {
  if (name === '' || name.startsWith('-')) throw new GitError('that is no name of a commit.');
  const prefix = await runGit(cwd, ['rev-parse', '--show-prefix']);
  const commit = await runGit(cwd, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).catch(() => {
    throw new GitError(`there is no commit ${name}.`);
  });
  return { cwd, commit: commit.toString().trim(), prefix: prefix.toString().replace(/\r?\n$/u, '') };
}

/**
 * The files of a revision below a folder of it.
 *
 * @param folder relative to the root of the repository, without a slash at the end; `''` is all of it
 */
export async function listTree({ cwd, commit }: Revision, folder: string): Promise<readonly TreeEntry[]> {
  const scope = folder === '' ? [] : ['--', folder];
  const listed = await runGit(cwd, ['ls-tree', '-r', '-z', '--full-tree', commit, ...scope]);
  return listed
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, mode, id, file] = /^(\d+) blob ([0-9a-f]+)\t([\s\S]+)$/u.exec(line) ?? [];
      return mode === undefined || id === undefined || file === undefined ? [] : [{ mode, id, path: file }];
    });
}

/** Writes files of a revision below a folder. Links come last, so that nothing is written through them. */
export async function extractFiles(revision: Revision, entries: readonly TreeEntry[], target: string): Promise<void> {
  const contents = await readBlobs(revision, entries);
  const isLink = ({ mode }: TreeEntry): boolean => mode === '120000';
  const ordered = [...entries.entries()].toSorted(
    ([, left], [, right]) => Number(isLink(left)) - Number(isLink(right)),
  );
  for (const [position, entry] of ordered) {
    const file = path.join(target, entry.path);
    if (path.relative(target, file).startsWith('..')) continue;
    const content = contents[position] ?? Buffer.alloc(0);
    await mkdir(path.dirname(file), { recursive: true });
    await (isLink(entry) ? symlink(content.toString(), file) : writeFile(file, content, { flag: 'wx' }));
  }
}

async function readBlobs({ cwd }: Revision, entries: readonly TreeEntry[]): Promise<readonly Buffer[]> {
  if (entries.length === 0) return [];
  const input = entries.map(({ id }) => `${id}\n`).join('');
  const output = await runGit(cwd, ['cat-file', '--batch'], input);
  let offset = 0;
  return entries.map(({ path: file }) => {
    const end = output.indexOf('\n', offset);
    const [, size] = /^[0-9a-f]+ blob (\d+)$/u.exec(output.toString('utf8', offset, end)) ?? [];
    if (size === undefined) throw new GitError(`git does not have ${file}.`);
    const start = end + 1;
    offset = start + Number(size) + 1;
    return output.subarray(start, start + Number(size));
  });
}

function runGit(cwd: string, argv: readonly string[], input = ''): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['--literal-pathspecs', ...argv], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const error: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => error.push(chunk));
    // Git may close its input before it has read all of it.
    child.stdin.on('error', () => undefined);
    child.on('error', () => reject(new GitError('git cannot be run.')));
    child.on('close', (status) => {
      if (status === 0) resolve(Buffer.concat(out));
      else reject(new GitError(Buffer.concat(error).toString().trim().split('\n')[0] || `git ${argv[0]} failed.`));
    });
    child.stdin.end(input);
  });
}
