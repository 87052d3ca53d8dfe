import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { convertDescriptor } from '../botserver/convert-descriptor.js';
import { defineScript } from '../botserver/script-definition.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { parseSource } from './parse-source.js';
import { referencedContents, referencedDocuments, referencedModules, referencedSchemas } from './referenced-files.js';
import type { SourceNode } from './source-node.js';

/** Everything that was read: nothing after this stage touches the disk until files are written. */
export interface Workspace {
  /** Folder that references must stay in, relative to the project root. */
  readonly folder: string;
  /** Paths of the definition files, sorted. */
  readonly definitions: readonly string[];
  /** Paths of the OpenAPI documents that stand on their own (`*.openapi.yaml`, `*.openapi.json`), sorted. */
  readonly documents: readonly string[];
  /** Every file that was read or asked for, by its path relative to the project root, with forward slashes. */
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** Modules that definitions bind handlers to and that exist, relative to the project root. */
  readonly modules: ReadonlySet<string>;
}

/** A file, or why there is none. */
export type LoadedFile = ReadFile | { readonly status: 'missing' | 'outside' | 'unreadable' };

/**
 * A file as it was read; `root` is its tree if it is YAML or JSON and was read as such, and for a tool of BotServer the tree
 * of the definition that it stands for.
 */
export interface ReadFile {
  readonly status: 'read';
  readonly bytes: Buffer;
  /** Without a byte order mark. */
  readonly text: string;
  readonly root?: SourceNode;
  /** What a script does beyond what it declares. */
  readonly body?: string;
}

/** The tree of a file; `undefined` when it was not read or has none. */
export function rootOf(workspace: Workspace, file: string): SourceNode | undefined {
  const loaded = workspace.files.get(file);
  return loaded?.status === 'read' ? loaded.root : undefined;
}

/** What was read and what is wrong with it. */
export interface LoadResult {
  readonly workspace: Workspace;
  readonly diagnostics: readonly Diagnostic[];
}

/** Files larger than this, in bytes, are not read. */
const maximalFileSize = 16 * 1024 * 1024;

const definitionSuffix = /\.mcp\.(ya?ml|json)$/u;
const documentSuffix = /\.openapi\.(ya?ml|json)$/u;
const scriptSuffix = /\.bas$/iu;
const descriptorSuffix = /\.botserver\.json$/u;
const structuredSuffix = /\.(ya?ml|json|bas)$/iu;

/** Whether a definition is a script of BotServer. */
export function isScript(file: string): boolean {
  return scriptSuffix.test(file);
}

/** Whether a definition is one tool of BotServer: a script, or a descriptor in its MCP format. */
export function isBotserverTool(file: string): boolean {
  return isScript(file) || descriptorSuffix.test(file);
}

/**
 * Reads every definition below a folder, and every file that these refer to, directly or not.
 *
 * @param root Absolute path of the project.
 * @param folder The definitions folder, relative to the root.
 */
export async function loadDefinitions(root: string, folder: string): Promise<LoadResult> {
  const loader = new Loader(root, folder);
  const found = await findDefinitions(path.join(root, folder));
  loader.diagnostics.push(...found.diagnostics);
  if (found.files.length === 0 && found.diagnostics.length === 0) {
    const suffixes = '*.mcp.yaml, *.mcp.json, *.openapi.yaml, *.openapi.json, *.bas, *.botserver.json';
    const message = `There is no definition (${suffixes}) in ${folder}/.`;
    const help = 'Write one, or name the folder that holds them with `--definitions`.';
    loader.diagnostics.push(createDiagnostic('no-definitions', undefined, message, { help }));
  }
  const all = found.files.map((file) => path.posix.join(toPosix(folder), file));
  const definitions = all.filter((file) => definitionSuffix.test(file) || isBotserverTool(file));
  const candidates = all.filter((file) => documentSuffix.test(file));
  for (const file of definitions) await loader.loadDefinition(file, 'strict');
  for (const file of candidates) await loader.loadDefinition(file, 'lenient');
  for (const file of definitions) await loader.loadContents(file);
  const { files, modules, referred } = loader;
  const documents = candidates.filter((file) => !referred.has(file));
  return { workspace: { folder, definitions, documents, files, modules }, diagnostics: loader.diagnostics };
}

/** An OpenAPI document is somebody else's: what can be read of it all the same is read. */
type ParseManner = 'strict' | 'lenient';

class Loader {
  readonly files = new Map<string, LoadedFile>();
  readonly modules = new Set<string>();
  /** Files that another file names: they are parts of it. */
  readonly referred = new Set<string>();
  readonly diagnostics: Diagnostic[] = [];
  private readonly root: string;
  private readonly folder: string;

  constructor(root: string, folder: string) {
    this.root = root;
    this.folder = folder;
  }

  /** Loads a definition and the schemas that it refers to. */
  async loadDefinition(file: string, manner: ParseManner): Promise<void> {
    await this.loadSchema(file, manner);
    const status = this.files.get(file)?.status;
    if (status !== 'outside' && status !== 'missing') return;
    const message = `${file} is a link that leads ${status === 'outside' ? `out of ${this.folder}/` : 'nowhere'}.`;
    this.diagnostics.push(createDiagnostic('unreadable-file', undefined, message));
  }

  /** Loads what the resources of a definition contain, and looks for the modules that it names. */
  async loadContents(file: string): Promise<void> {
    const loaded = this.files.get(file);
    if (loaded?.status !== 'read' || !loaded.root) return;
    for (const reference of referencedDocuments(loaded.root)) {
      const document = path.posix.join(path.posix.dirname(file), reference);
      this.referred.add(document);
      await this.loadSchema(document, 'lenient');
    }
    for (const reference of referencedContents(loaded.root)) {
      const content = path.posix.join(path.posix.dirname(file), reference);
      if (!this.files.has(content)) this.files.set(content, await this.read(content));
    }
    for (const reference of referencedModules(loaded.root)) {
      const module = path.posix.join(path.posix.dirname(file), reference);
      if (!module.startsWith('../') && (await isFile(path.join(this.root, module)))) this.modules.add(module);
    }
  }

  private async loadSchema(file: string, manner: ParseManner): Promise<void> {
    if (this.files.has(file)) return;
    this.files.set(file, { status: 'missing' });
    const loaded = await this.read(file);
    const parsed = loaded.status === 'read' && structuredSuffix.test(file) ? this.parse(file, loaded, manner) : loaded;
    this.files.set(file, parsed);
    if (parsed.status !== 'read' || !parsed.root) return;
    for (const reference of referencedSchemas(parsed.root)) {
      const target = path.posix.join(path.posix.dirname(file), reference);
      if (target !== file) this.referred.add(target);
      await this.loadSchema(target, manner);
    }
  }

  private async read(file: string): Promise<LoadedFile> {
    const absolute = path.join(this.root, file);
    try {
      const inside = await realpath(path.join(this.root, this.folder));
      if (!isInside(await realpath(absolute), inside)) return { status: 'outside' };
      const { size } = await stat(absolute);
      if (size > maximalFileSize) return this.refuse(file, 'is larger than 16 MiB');
      const bytes = await readFile(absolute);
      return { status: 'read', bytes, text: bytes.toString('utf8').replace(/^\ufeff/u, '') };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return this.refuse(file, `cannot be read (${code})`);
      return { status: isInside(absolute, path.join(this.root, this.folder)) ? 'missing' : 'outside' };
    }
  }

  private refuse(file: string, reason: string): LoadedFile {
    this.diagnostics.push(createDiagnostic('unreadable-file', undefined, `${file} ${reason}.`));
    return { status: 'unreadable' };
  }

  private parse(file: string, loaded: ReadFile, manner: ParseManner): LoadedFile {
    const damaged = checkEncoding(file, loaded);
    if (damaged) this.diagnostics.push(damaged);
    if (isScript(file)) {
      const { diagnostics, ...script } = defineScript(file, loaded.text);
      this.diagnostics.push(...diagnostics);
      return { ...loaded, ...script };
    }
    const { root, diagnostics } = parseSource(file, loaded.text);
    this.diagnostics.push(...(manner === 'strict' ? diagnostics : diagnostics.map(excuseDuplicate)));
    if (!root || !descriptorSuffix.test(file)) return { ...loaded, ...(root && { root }) };
    const converted = convertDescriptor(file, root);
    this.diagnostics.push(...converted.diagnostics);
    return { ...loaded, root: converted.root };
  }
}

/** A key that stands twice in an OpenAPI document costs its second value. */
function excuseDuplicate(diagnostic: Diagnostic): Diagnostic {
  const { code, location, message, related } = diagnostic;
  if (code !== 'duplicate-key') return diagnostic;
  return createDiagnostic('invalid-api', location, message, { ...(related && { related }) });
}

/** Bytes that are not UTF-8 would silently become other text. */
function checkEncoding(file: string, { bytes, text }: ReadFile): Diagnostic | undefined {
  const decoded = Buffer.from(text, 'utf8');
  if (decoded.equals(bytes) || bytes.subarray(3).equals(decoded)) return undefined;
  const before = text.slice(0, Math.max(0, text.indexOf('\ufffd'))).split('\n');
  const location = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: 1 };
  return createDiagnostic('syntax', location, 'This is not UTF-8.', { help: 'Save the file as UTF-8.' });
}

interface FoundFiles {
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Definition files and OpenAPI documents below a folder, sorted, relative to it. Links to folders are not followed. */
async function findDefinitions(folder: string, below = ''): Promise<FoundFiles> {
  let entries: Dirent[];
  try {
    entries = await readdir(path.join(folder, below), { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && below === '') return { files: [], diagnostics: [] };
    const message = `The folder ${path.posix.join(path.basename(folder), below)} cannot be read (${code}).`;
    return { files: [], diagnostics: [createDiagnostic('unreadable-file', undefined, message)] };
  }
  const found = await Promise.all(
    entries.map(async (entry): Promise<FoundFiles> => {
      const name = path.posix.join(below, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return { files: [], diagnostics: [] };
      if (entry.isDirectory()) return findDefinitions(folder, name);
      return { files: isDefinition(name) ? [name] : [], diagnostics: [] };
    }),
  );
  return {
    files: found.flatMap(({ files }) => files).toSorted(),
    diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
  };
}

function isDefinition(file: string): boolean {
  return definitionSuffix.test(file) || documentSuffix.test(file) || isBotserverTool(file);
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
