import { existsSync, type Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Folders of a project that contain no user files. */
export interface SkippedFolders {
  /** Generated folder, relative to the root. */
  readonly out: string;
}

const isScript = /\.[cm]?jsx?$/u;

/** Project files that can contain former names, as sorted paths relative to the root. */
export interface ProjectFiles {
  readonly modules: readonly string[];
  /** Files that contain command lines. */
  readonly commands: readonly string[];
}

const isModule = /(?<!\.d)\.[cm]?[jt]sx?$/u;

/** Matches paths of files with command lines. */
const hasCommands =
  /^(?:\.mcp\.json|\.vscode\/mcp\.json|\.cursor\/mcp\.json|\.gitlab-ci\.yml|\.github\/workflows\/[^/]+\.ya?ml|(?:.*\/)?(?:package\.json|(?!CHANGELOG)[^/]+\.(?:md|sh)|Dockerfile|Makefile|(?:docker-)?compose\.ya?ml))$/iu;

/** Hidden folders that are searched for command lines. */
const openFolders: ReadonlySet<string> = new Set(['.github', '.github/workflows', '.vscode', '.cursor']);

/**
 * Lists the files below a root, except package files, generated files, build output and files in hidden folders. Does
 * not follow symbolic links.
 */
export async function listProjectFiles(root: string, { out }: SkippedFolders): Promise<ProjectFiles> {
  const files: string[] = [];
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const entries: readonly Dirent[] = await readdir(path.join(root, below), { withFileTypes: true });
    for (const entry of entries) {
      const file = path.posix.join(below, entry.name);
      if (entry.isFile()) files.push(file);
      else if (entry.isDirectory() && isRead(root, file, entry.name, out)) waiting.push(file);
    }
  }
  const sorted = files.toSorted();
  return {
    modules: sorted.filter((file) => isModule.test(file) && !openFolders.has(path.posix.dirname(file))),
    commands: sorted.filter((file) => hasCommands.test(file)),
  };
}

function isRead(root: string, folder: string, name: string, out: string): boolean {
  if (openFolders.has(folder)) return true;
  if (name.startsWith('.') || name === 'node_modules' || name === 'dist' || folder === out) return false;
  // Packages and other generated folders have their own manifest.
  return (
    !existsSync(path.join(root, folder, 'manifest.json')) || !existsSync(path.join(root, folder, 'descriptors.ts'))
  );
}

/**
 * Whether a module can have former names: a JavaScript module only if it mentions this package or the generated folder,
 * and is not a bundle.
 */
export async function canHaveFormerNames(root: string, file: string, out: string): Promise<boolean> {
  if (!isScript.test(file)) return true;
  const text = (await readProjectText(root, file)) ?? '';
  return (
    text.length <= maxScriptLength &&
    (text.includes('create-mcp-from-schema/') || text.includes(path.posix.basename(out)))
  );
}

/** Maximum length of a JavaScript module that is read with its types, in UTF-16 code units; longer modules count as bundles. */
const maxScriptLength = 200_000;

/** Reads a project file with its byte order mark; `undefined` if it is not UTF-8 or cannot be read. */
export async function readProjectText(root: string, file: string): Promise<string | undefined> {
  try {
    const bytes = await readFile(path.join(root, file));
    const text = bytes.toString('utf8');
    return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
  } catch {
    return undefined;
  }
}
