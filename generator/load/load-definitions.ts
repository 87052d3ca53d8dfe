import path from 'node:path';
import { convertDescriptor } from '../botserver/convert-descriptor.js';
import { defineScript } from '../botserver/script-definition.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { noAccess, type Access } from './access.js';
import {
  definitionPatterns,
  findDefinitions,
  isDefinition,
  isDescriptor,
  isDocument,
  isScript,
  isToolsList,
} from './find-definitions.js';
import { parseLeniently, parseSource } from '../source/parse-source.js';
import { isFile, readFileInside, readText, type LoadedFile, type ReadFile } from './read-file.js';
import { referencedContents, referencedDocuments, referencedModules, referencedSchemas } from './referenced-files.js';
import type { SourceNode } from '../source/source-node.js';
import { isScheme, joinReference } from '../source/references.js';
import { defineToolsList } from '../listing/tools-list.js';
import { traceFiles, type WorkspaceTrace } from './workspace-trace.js';

/** Everything that was read: nothing after this stage touches the disk until files are written. */
export interface Workspace {
  /** Folder that references must stay in, relative to the project root. */
  readonly folder: string;
  /** Paths of the definition files, sorted. */
  readonly definitions: readonly string[];
  /** Paths of the OpenAPI documents that stand on their own (`*.openapi.yaml`, `*.openapi.json`), sorted. */
  readonly documents: readonly string[];
  /**
   * Every file that was read or asked for, by its path relative to the project root, with forward slashes; what was fetched by
   * its address.
   */
  readonly files: ReadonlyMap<string, LoadedFile>;
  /** Modules that definitions bind handlers to and that exist, relative to the project root. */
  readonly modules: ReadonlySet<string>;
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
  /** What the disk was asked. */
  readonly trace: () => WorkspaceTrace;
}

const structuredSuffix = /\.(ya?ml|json|bas)$/iu;

/** Which definitions to read, and how. */
export interface LoadOptions {
  /** The only definition to read, relative to the definitions folder. */
  readonly only?: string;
  /** Take every module that a definition names for one that exists: there is no project around the definitions. */
  readonly assumeModules?: boolean;
  /** What definitions may refer to beyond their folder. Default: nothing. */
  readonly access?: Access;
}

/**
 * Reads every definition below a folder, and every file that these refer to, directly or not.
 *
 * @param root Absolute path of the project.
 * @param folder The definitions folder, relative to the root.
 */
export async function loadDefinitions(root: string, folder: string, options: LoadOptions = {}): Promise<LoadResult> {
  const { only, assumeModules = false, access = noAccess } = options;
  const loader = new Loader(root, folder, assumeModules, access);
  const found =
    only === undefined ? await findDefinitions(root, folder) : { files: [`${folder}/${only}`], diagnostics: [] };
  loader.diagnostics.push(...found.diagnostics);
  if (found.files.length === 0 && found.diagnostics.length === 0) {
    const message = `There is no definition (${definitionPatterns}) in ${folder}/.`;
    const help = 'Write one, or name the folder that holds them with `--definitions`.';
    loader.diagnostics.push(createDiagnostic('no-definitions', undefined, message, { help }));
  }
  const definitions = found.files.filter(isDefinition);
  const candidates = found.files.filter(isDocument);
  for (const file of definitions) await loader.loadDefinition(file, 'strict');
  for (const file of candidates) await loader.loadDefinition(file, 'lenient');
  for (const file of definitions) await loader.loadContents(file);
  const { files, modules, absentModules, referred, diagnostics } = loader;
  const documents = candidates.filter((file) => !referred.has(file));
  const lookedFor = [...modules].map((file) => [file, true] as const);
  const trace = (): WorkspaceTrace => ({
    found: found.files,
    files: traceFiles(files),
    modules: [...lookedFor, ...[...absentModules].map((file) => [file, false] as const)],
  });
  return { workspace: { folder, definitions, documents, files, modules }, diagnostics, trace };
}

/**
 * Reads one document, whatever it is called, and every file in its folder or below that it refers to, directly or not.
 *
 * @param folder Absolute path; paths in the result are relative to it.
 * @param file Name of the document in the folder.
 */
export async function loadDocument(folder: string, file: string): Promise<LoadResult> {
  const loader = new Loader(folder, '.', false, noAccess);
  await loader.loadDefinition(file, 'lenient');
  const { files, modules, diagnostics } = loader;
  const workspace = { folder: '.', definitions: [], documents: [file], files, modules };
  return { workspace, diagnostics, trace: () => ({ found: [file], files: traceFiles(files), modules: [] }) };
}

/** An OpenAPI document is somebody else's: what can be read of it all the same is read. */
type ParseManner = 'strict' | 'lenient';

class Loader {
  readonly files = new Map<string, LoadedFile>();
  readonly modules = new Set<string>();
  readonly absentModules = new Set<string>();
  /** Files that another file names: they are parts of it. */
  readonly referred = new Set<string>();
  readonly diagnostics: Diagnostic[] = [];
  private readonly root: string;
  private readonly folder: string;
  private readonly assumesModules: boolean;
  private readonly access: Access;

  constructor(root: string, folder: string, assumesModules: boolean, access: Access) {
    this.root = root;
    this.folder = folder;
    this.assumesModules = assumesModules;
    this.access = access;
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
      const document = joinReference(file, reference);
      this.referred.add(document);
      await this.loadSchema(document, 'lenient');
    }
    for (const reference of referencedContents(loaded.root)) {
      const content = path.posix.join(path.posix.dirname(file), reference);
      if (!this.files.has(content)) this.files.set(content, await this.read(content));
    }
    for (const reference of referencedModules(loaded.root)) {
      const module = path.posix.join(path.posix.dirname(file), reference);
      if (this.assumesModules) this.modules.add(module);
      if (this.assumesModules || module.startsWith('../')) continue;
      ((await isFile(path.join(this.root, module))) ? this.modules : this.absentModules).add(module);
    }
  }

  private async loadSchema(file: string, manner: ParseManner): Promise<void> {
    const isRemote = isScheme(file);
    if (this.files.has(file) || (isRemote && this.access.remote?.allows(file) !== true)) return;
    this.files.set(file, { status: 'missing' });
    const loaded = await (isRemote ? this.fetch(file) : this.read(file));
    const isStructured = isRemote || structuredSuffix.test(file);
    const parsed = loaded.status === 'read' && isStructured ? await this.parse(file, loaded, manner) : loaded;
    this.files.set(file, parsed);
    if (parsed.status !== 'read' || !parsed.root) return;
    for (const reference of referencedSchemas(parsed.root)) {
      const target = joinReference(file, reference);
      if (target !== file) this.referred.add(target);
      await this.loadSchema(target, manner);
    }
  }

  private async read(file: string): Promise<LoadedFile> {
    const loaded = await readFileInside(this.root, this.folders(), file);
    if (loaded.status === 'unreadable') {
      this.diagnostics.push(createDiagnostic('unreadable-file', undefined, `${file} ${loaded.reason}.`));
    }
    return loaded;
  }

  /** Where files may lie. */
  private folders(): readonly string[] {
    return [path.join(this.root, this.folder), ...this.access.folders];
  }

  private async fetch(address: string): Promise<LoadedFile> {
    const fetched = await this.access.remote?.read(address);
    if (fetched?.status === 'read') return readText(fetched.bytes);
    return { status: 'unfetched', reason: fetched?.reason ?? '' };
  }

  private async parse(file: string, loaded: ReadFile, manner: ParseManner): Promise<LoadedFile> {
    const damaged = checkEncoding(file, loaded);
    if (damaged) this.diagnostics.push(damaged);
    if (isScript(file)) {
      const { diagnostics, ...script } = defineScript(file, loaded.text);
      this.diagnostics.push(...diagnostics);
      return { ...loaded, ...script };
    }
    const parse = manner === 'strict' ? parseSource : parseLeniently;
    const { root, diagnostics } = parse(file, loaded.text);
    this.diagnostics.push(...diagnostics);
    if (!root) return loaded;
    const defined = defineForeign(file, root);
    this.diagnostics.push(...defined.diagnostics);
    return { ...loaded, root: defined.root };
  }
}

/** The definition that a file of another format stands for; that of any other file is its own tree. */
function defineForeign(file: string, root: SourceNode): { root: SourceNode; diagnostics: readonly Diagnostic[] } {
  if (isToolsList(file)) return defineToolsList(root);
  return isDescriptor(file) ? convertDescriptor(file, root) : { root, diagnostics: [] };
}

/** Bytes that are not UTF-8 would silently become other text. */
function checkEncoding(file: string, { bytes, text }: ReadFile): Diagnostic | undefined {
  const decoded = Buffer.from(text, 'utf8');
  if (decoded.equals(bytes) || bytes.subarray(3).equals(decoded)) return undefined;
  const before = text.slice(0, Math.max(0, text.indexOf('\ufffd'))).split('\n');
  const location = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: 1 };
  return createDiagnostic('syntax', location, 'This is not UTF-8.', { help: 'Save the file as UTF-8.' });
}
