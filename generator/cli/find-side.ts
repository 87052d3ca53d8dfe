import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDefinition } from '../feature-kit/load/file-formats.js';
import { UsageError } from './command.js';
import { extractFolder, findRevision, GitError, type Revision } from './extract-revision.js';

/** Location of the definitions of one version. */
export interface FoundSide {
  /** Version as typed by the user. */
  readonly label: string;
  /** Absolute path of the project. */
  readonly root: string;
  /** Root relative to the working directory, with forward slashes. */
  readonly shownRoot: string;
  /** Definitions folder, relative to the root. */
  readonly folder: string;
  /** Path of the only definition, relative to the folder. */
  readonly only?: string;
  /** Deletes temporary files. */
  readonly release: () => Promise<void>;
}

/** Folders in which versions are looked up. */
interface SideContext {
  /** Absolute path of the working directory. */
  readonly cwd: string;
  /** Name of the definitions folder in a project. */
  readonly definitions: string;
}

/**
 * Finds a version: a project, a definitions folder, a definition or a Git revision. A revision has the prefix `git:`,
 * which is optional if no file has the same name; `:path` at the end selects a path in the revision.
 * @throws {UsageError} if the version does not exist.
 */
export async function findSide(typed: string, context: SideContext): Promise<FoundSide> {
  if (typed.startsWith('git:')) return findInGit(typed, typed.slice('git:'.length), context);
  const absolute = path.resolve(context.cwd, typed);
  if (await statOf(absolute)) return findOnDisk(absolute, typed, context);
  return findInGit(typed, typed, context);
}

/** Returns the path in the working tree that a version is compared with by default. */
export function workingTreeOf(typed: string, { definitions }: SideContext): string {
  const [, inside] = splitRevision(typed.replace(/^git:/u, ''));
  return inside ?? definitions;
}

const keep = (): Promise<void> => Promise.resolve();

async function findOnDisk(absolute: string, typed: string, { cwd, definitions }: SideContext): Promise<FoundSide> {
  const stats = await statOf(absolute);
  if (!stats) throw new UsageError(`${typed} does not exist.`);
  const sideAt = (root: string, folder: string) => {
    const shownRoot = path.relative(cwd, root).replaceAll('\\', '/');
    return { label: typed, root, shownRoot, folder, release: keep };
  };
  if (!stats.isDirectory()) {
    if (!isDefinition(absolute)) {
      const patterns = '*.mcp.yaml, *.mcp.json, *.tools.json, *.bas, *.botserver.json';
      throw new UsageError(`${typed} is not a definition file (${patterns}).`);
    }
    const folder = path.dirname(absolute);
    return { ...sideAt(path.dirname(folder), path.basename(folder)), only: path.basename(absolute) };
  }
  const inside = await statOf(path.join(absolute, definitions));
  if (inside?.isDirectory()) return sideAt(absolute, definitions.replaceAll('\\', '/'));
  if (path.dirname(absolute) === absolute) throw new UsageError(`${typed} contains no definitions.`);
  return sideAt(path.dirname(absolute), path.basename(absolute));
}

async function findInGit(label: string, name: string, context: SideContext): Promise<FoundSide> {
  const [revisionName, inside] = splitRevision(name);
  const target = await realpath(await mkdtemp(path.join(tmpdir(), 'create-mcp-diff-')));
  const release = (): Promise<void> => rm(target, { recursive: true, force: true });
  try {
    const revision = await findRevision(context.cwd, revisionName);
    const wanted = pathInRepository(revision, inside ?? context.definitions);
    await extract(revision, wanted, context.definitions, target);
    const absolute = path.join(target, wanted);
    if (!(await statOf(absolute))) throw new UsageError(`${wanted || 'The file'} does not exist in ${revisionName}.`);
    const cwd = path.join(target, revision.prefix);
    return { ...(await findOnDisk(absolute, label, { ...context, cwd })), release };
  } catch (error) {
    await release();
    if (!(error instanceof GitError)) throw error;
    const isExplicit = label.startsWith('git:');
    throw new UsageError(
      `${label} is ${isExplicit ? 'not a revision' : 'not a file, folder or revision'}: ${error.message}`,
    );
  }
}

/** Extracts the folder of a definition, the definitions folder of a project, or else the whole project. */
async function extract(revision: Revision, wanted: string, definitions: string, target: string): Promise<void> {
  const folder = (isDefinition(wanted) ? path.posix.dirname(wanted) : wanted).replace(/^\.$/u, '');
  const inner = path.posix.join(folder, definitions.replaceAll('\\', '/')).replace(/\/$/u, '');
  // Facts that definitions depend on are in the generated folder next to them.
  for (const project of new Set([folder, path.posix.dirname(folder)])) {
    await extractFolder(revision, path.posix.join(project, 'generated'), target);
  }
  if (!isDefinition(wanted) && (await extractFolder(revision, inner, target))) return;
  await extractFolder(revision, folder, target);
}

/** Splits `v1.0.0:services/shop` into revision and path. */
function splitRevision(name: string): readonly [revision: string, inside: string | undefined] {
  const colon = name.indexOf(':');
  return colon < 0 ? [name, undefined] : [name.slice(0, colon), name.slice(colon + 1)];
}

function pathInRepository({ prefix }: Revision, typed: string): string {
  const joined = path.posix.join(prefix, typed.replaceAll('\\', '/')).replace(/\/$/u, '');
  if (joined === '..' || joined.startsWith('../') || path.isAbsolute(typed)) {
    throw new UsageError(`${typed} is not in the repository. Use a path relative to this folder.`);
  }
  return joined === '.' ? '' : joined;
}

function statOf(file: string) {
  return stat(file).catch(() => undefined);
}
