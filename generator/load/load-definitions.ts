import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { parseSource } from './parse-source.js';
import { referencedFiles, referencedModules } from './referenced-files.js';
import type { SourceNode } from './source-node.js';

/** Everything that was read: nothing after this stage touches the disk until files are written. */
export interface Workspace {
  /** Folder that references must stay in, relative to the project root. */
  readonly folder: string;
  /** Paths of the definition files, sorted. */
  readonly definitions: readonly string[];
  /** Every file that was read or asked for, by its path relative to the project root, with forward slashes. */
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** Modules that definitions bind handlers to and that exist, relative to the project root. */
  readonly modules: ReadonlySet<string>;
}

/** A file, or why there is none. */
export type LoadedFile =
  | { readonly status: 'read'; readonly bytes: Uint8Array; readonly text: string; readonly root?: SourceNode }
  | { readonly status: 'missing' | 'outside' | 'unreadable' };

/** What was read and what is wrong with it. */
export interface LoadResult {
  readonly workspace: Workspace;
  readonly diagnostics: readonly Diagnostic[];
}

/** Files larger than this, in bytes, are not read. */
const maximalFileSize = 16 * 1024 * 1024;

const definitionSuffix = /\.mcp\.(ya?ml|json)$/u;
const structuredSuffix = /\.(ya?ml|json)$/u;

/**
 * Reads every definition below a folder, and every file that these refer to, directly or not.
 *
 * @param root Absolute path of the project.
 * @param folder The definitions folder, relative to the root.
 */
export async function loadDefinitions(root: string, folder: string): Promise<LoadResult> {
  const loader = new Loader(root, folder);
  const definitions = await findDefinitions(path.join(root, folder));
  if (definitions.length === 0) {
    const message = `There is no definition (*.mcp.yaml, *.mcp.json) in ${folder}/.`;
    const help = 'Write one, or name the folder that holds them with `--definitions`.';
    loader.diagnostics.push(createDiagnostic('no-definitions', undefined, message, { help }));
  }
  const paths = definitions.map((file) => path.posix.join(toPosix(folder), file));
  for (const file of paths) await loader.load(file);
  const { files, modules } = loader;
  return { workspace: { folder, definitions: paths, files, modules }, diagnostics: loader.diagnostics };
}

class Loader {
  readonly files = new Map<string, LoadedFile>();
  readonly modules = new Set<string>();
  readonly diagnostics: Diagnostic[] = [];
  private readonly root: string;
  private readonly folder: string;

  constructor(root: string, folder: string) {
    this.root = root;
    this.folder = folder;
  }

  async load(file: string): Promise<void> {
    if (this.files.has(file)) return;
    this.files.set(file, { status: 'missing' });
    const loaded = await this.read(file);
    this.files.set(file, loaded);
    if (loaded.status === 'unreadable') {
      const message = `${file} cannot be read, or it is larger than 16 MiB.`;
      this.diagnostics.push(createDiagnostic('unreadable-file', undefined, message));
    }
    if (loaded.status !== 'read' || !loaded.root) return;
    for (const reference of referencedFiles(loaded.root)) {
      await this.load(path.posix.join(path.posix.dirname(file), reference));
    }
    for (const reference of referencedModules(loaded.root)) {
      const module = path.posix.join(path.posix.dirname(file), reference);
      if (!module.startsWith('../') && (await isFile(path.join(this.root, module)))) this.modules.add(module);
    }
  }

  private async read(file: string): Promise<LoadedFile> {
    const absolute = path.join(this.root, file);
    try {
      const inside = await realpath(path.join(this.root, this.folder));
      if (!isInside(await realpath(absolute), inside)) return { status: 'outside' };
      const { size } = await stat(absolute);
      if (size > maximalFileSize) return { status: 'unreadable' };
      return this.parse(file, await readFile(absolute));
    } catch (error) {
      const missing = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (!missing) return { status: 'unreadable' };
      return { status: isInside(absolute, path.join(this.root, this.folder)) ? 'missing' : 'outside' };
    }
  }

  private parse(file: string, bytes: Buffer): LoadedFile {
    const text = bytes.toString('utf8');
    if (!structuredSuffix.test(file)) return { status: 'read', bytes, text };
    const { root, diagnostics } = parseSource(file, text);
    this.diagnostics.push(...diagnostics);
    return { status: 'read', bytes, text, ...(root && { root }) };
  }
}

/** Definition files below a folder, sorted, relative to it; none when there is no such folder. */
async function findDefinitions(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  return entries
    .map(toPosix)
    .filter((entry) => definitionSuffix.test(entry) && !/(^|\/)(\.|node_modules\/)/u.test(entry))
    .toSorted();
}

async function isFile(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() ?? false;
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function toPosix(file: string): string {
  return file.split(path.sep).join('/');
}
