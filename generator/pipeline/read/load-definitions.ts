import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { createDiagnostic } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { renameFormerKeys } from '../../core/source/former-keys.js';
import { parseLeniently, parseSource } from '../../core/source/parse-source.js';
import { isScheme, joinReference } from '../../core/source/references.js';
import type { SourceNode } from '../../core/source/source-node.js';
import { completeBotServerFile } from '../../feature-kit/load/botserver-files.js';
import { definitionPatterns, findFormat, isDefinition, isDocument } from '../../feature-kit/load/file-formats.js';
import { findDefinitions } from '../../feature-kit/load/find-definitions.js';
import type { FileSearch } from '../../feature-kit/load/file-search.js';
import type { LookupOptions } from '../../feature-kit/load/lookup-options.js';
import type { Workspace } from '../../feature-kit/load/workspace.js';
import { findFunction, type FunctionState } from '../../feature-kit/load/find-function.js';
import { features } from '../../features.js';
import { formerKeys } from './list-former-keys.js';
import { OverlayLoader } from '../../features/apis/overlay/load-overlays.js';
import { readFileInside, type LoadedFile, type ReadFile } from '../../feature-kit/load/read-file.js';
import {
  referencedContents,
  referencedDocuments,
  referencedFunctions,
  referencedSchemas,
} from '../../feature-kit/load/referenced-files.js';
import type { RemoteReader } from '../../feature-kit/load/remote-reader.js';

/** Result of loading definitions. */
interface LoadResult {
  readonly workspace: Workspace;
  readonly diagnostics: readonly Diagnostic[];
}

/** Access to files outside the definitions folder. */
export interface Access {
  /** Absolute paths of allowed folders. */
  readonly folders: readonly string[];
  /** Reader of remote files. Default: no remote files are read. */
  readonly remote?: RemoteReader;
}

/**
 * Allows access to folders and hosts. Loads Node's network modules only if there is a host.
 * @param hosts See {@link RemoteReader}.
 */
export async function openAccess(folders: readonly string[] = [], hosts: readonly string[] = []): Promise<Access> {
  if (hosts.length === 0) return { folders };
  const { RemoteReader: Reader } = await import('../../feature-kit/load/remote-reader.js');
  return { folders, remote: new Reader(hosts) };
}

/** Options for loading definitions. */
export interface LoadOptions {
  /** Path of the only definition to read, relative to the definitions folder. Default: all definitions are read. */
  readonly only?: string;
  /** Whether to assume that every handler module exists, because the definitions are not in a project. */
  readonly assumeModules?: boolean;
  /** Access to files outside the definitions folder. Default: none. */
  readonly access?: Access;
  readonly lookup?: LookupOptions;
}

/**
 * Loads every definition in a folder and its subfolders, and every file that the definitions refer to, directly or indirectly.
 * @param root Absolute path of the project.
 * @param folder Definitions folder, relative to the root.
 */
export async function loadDefinitions(root: string, folder: string, options: LoadOptions = {}): Promise<LoadResult> {
  const { only } = options;
  const loader = new Loader(root, folder, options);
  const {
    files: found,
    others,
    diagnostics,
  } = only === undefined
    ? await findDefinitions(root, folder)
    : { files: [`${folder}/${only}`], others: [], diagnostics: [] };
  loader.diagnostics.push(...diagnostics);
  if (found.length === 0 && diagnostics.length === 0) {
    const message = `${folder}/ contains no definition file (${definitionPatterns}).`;
    const help = 'Write one, or select another folder with `--definitions`.';
    loader.diagnostics.push(createDiagnostic('no-definitions', undefined, message, { help }));
  }
  const definitions = found.filter(isDefinition);
  const candidates = found.filter(isDocument);
  for (const file of definitions) await loader.loadDefinition(file, 'strict');
  for (const file of definitions) await completeBotServerFile(loader, file, found);
  for (const file of candidates) await loader.loadDefinition(file, 'lenient');
  for (const file of definitions) await loader.loadContents(file);
  for (const file of others) await loader.reportUnread(file);
  const { files, functions } = loader;
  const documents = listStandalone(candidates, found, loader.references);
  const workspace: Workspace = { folder, found: [...found, ...others], definitions, documents, files, functions };
  return {
    workspace: [...loader.found].reduce((all, [{ part }, states]) => part.on(all, states), workspace),
    diagnostics: loader.diagnostics,
  };
}

/**
 * Lists the files that are not part of other files. A file is part of another file that refers to it, directly or
 * indirectly, unless it refers back to that file. Parts of a document do usually refer back to the document.
 */
function listStandalone(
  candidates: readonly string[],
  all: readonly string[],
  references: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const reached = new Map(all.map((file) => [file, new Set(references.get(file))]));
  for (const targets of reached.values()) {
    // The set grows during the loop.
    for (const target of targets) for (const further of references.get(target) ?? []) targets.add(further);
  }
  return candidates.filter((file) => !all.some((other) => isPart(file, other)));

  function isPart(file: string, other: string): boolean {
    return reached.get(other)?.has(file) === true && reached.get(file)?.has(other) !== true;
  }
}

/**
 * Loads an OpenAPI document, whatever its name, and every file that it refers to in its folder and subfolders.
 * @param folder Absolute path. Paths in the result are relative to the folder.
 * @param file Name of the document in the folder.
 */
export async function loadDocument(folder: string, file: string): Promise<Workspace['files']> {
  const loader = new Loader(folder, '.', {});
  await loader.loadDefinition(file, 'lenient');
  return loader.files;
}

/** Parsing mode. `lenient` is used for OpenAPI documents and the files that they refer to. */
type ParseMode = 'strict' | 'lenient';

class Loader {
  readonly files = new Map<string, LoadedFile>();
  readonly functions = new Map<string, FunctionState>();
  /** Results of features' file searches, by path. */
  readonly found = new Map<FileSearch, Map<string, unknown>>();
  /** Files that each file refers to, except itself. */
  readonly references = new Map<string, Set<string>>();
  readonly diagnostics: Diagnostic[] = [];
  private readonly root: string;
  private readonly folder: string;
  private readonly assumesModules: boolean;
  private readonly access: Access;
  private readonly overlays = new OverlayLoader(this);

  constructor(root: string, folder: string, { assumeModules = false, access = { folders: [] } }: LoadOptions) {
    this.root = root;
    this.folder = folder;
    this.assumesModules = assumeModules;
    this.access = access;
  }

  /** Loads a definition and the schemas that it refers to. */
  async loadDefinition(file: string, mode: ParseMode): Promise<void> {
    await this.loadSchema(file, mode);
    const loaded = this.files.get(file);
    if (loaded?.status === 'unreadable') {
      this.diagnostics.push(createDiagnostic('unreadable-file', undefined, `${file} ${loaded.reason}.`));
    }
    const status = loaded?.status;
    if (status !== 'outside' && status !== 'missing') return;
    const message = `The target of the symbolic link ${file} ${status === 'outside' ? `is outside ${this.folder}/` : 'does not exist'}.`;
    this.diagnostics.push(createDiagnostic('unreadable-file', undefined, message));
  }

  /**
   * Loads the static resources and OpenAPI documents of a definition, and searches for its functions and for files of
   * features.
   */
  async loadContents(file: string): Promise<void> {
    const loaded = this.files.get(file);
    if (loaded?.status !== 'read' || !loaded.root) return;
    for (const reference of referencedDocuments(loaded.root)) {
      const document = joinReference(file, reference.document);
      this.addReference(file, document);
      await this.loadSchema(document, 'lenient');
      const overlays = await this.overlays.apply(file, document, reference);
      overlays.forEach((overlay) => this.addReference(file, overlay));
      if (overlays.length > 0) await this.loadReferences(document, 'lenient');
    }
    for (const reference of referencedContents(loaded.root)) {
      const content = path.posix.join(path.posix.dirname(file), reference);
      if (!this.files.has(content)) this.files.set(content, await this.readFile(content));
    }
    for (const reference of referencedFunctions(loaded.root)) {
      const binding = path.posix.join(path.posix.dirname(file), reference);
      if (this.assumesModules) this.functions.set(binding, { status: 'found' });
      else if (!binding.startsWith('../')) this.functions.set(binding, await findFunction(this.root, binding));
    }
    for (const { files } of features) if (files) await this.search(files, loaded.root, file);
  }

  /** Reports an unreferenced file that contains definition sections but is not read because of its name. */
  async reportUnread(file: string): Promise<void> {
    if (this.files.has(file)) return;
    const loaded = await this.readFile(file);
    if (loaded.status !== 'read') return;
    const name = path.posix.basename(file);
    const overlay = findOverlay(file, loaded.text);
    if (overlay) {
      this.files.set(file, loaded);
      const message = `${name} is an overlay that no API refers to.`;
      const help = 'Add it to `openapi.<name>.overlays`, next to `document`.';
      this.diagnostics.push(createDiagnostic('unread-file', overlay, message, { help }));
    }
    const location = findSection(file, loaded.text);
    if (!location) return;
    this.files.set(file, loaded);
    const message = `${name} contains definition sections, but it is not read, because its name is not a definition file name.`;
    // A saved `tools/list` result contains a list of tools.
    const suffix = /"tools"\s*:\s*\[/u.test(loaded.text) ? '.tools$&' : '.mcp$&';
    const help = `Rename it to ${name.replace(/\.[^.]*$/u, suffix)}.`;
    this.diagnostics.push(createDiagnostic('unread-file', location, message, { help }));
  }

  /** Runs a feature's file search, and loads the files that it finds. */
  private async search(search: FileSearch, root: SourceNode, file: string): Promise<void> {
    const existing = this.found.get(search) ?? new Map<string, unknown>();
    this.found.set(search, existing);
    for (const place of search.list(root, file)) {
      if (existing.has(place)) continue;
      const found = await search.find({ root: this.root, folders: this.folders }, place);
      existing.set(place, found);
      if (search.contents) await this.loadAll(search.contents.list(place, found), search.contents.maxBytes);
    }
  }

  private async loadAll(files: readonly string[], maxBytes: number): Promise<void> {
    let size = 0;
    for (const file of files) {
      const loaded = this.files.get(file) ?? (await this.readFile(file));
      this.files.set(file, loaded);
      size += loaded.status === 'read' ? loaded.bytes.length : 0;
      if (size > maxBytes) return;
    }
  }

  private addReference(file: string, target: string): void {
    if (target === file) return;
    const existing = this.references.get(file) ?? new Set();
    this.references.set(file, existing.add(target));
  }

  private async loadSchema(file: string, mode: ParseMode): Promise<void> {
    if (this.files.has(file)) return;
    const loaded = await this.readAnywhere(file);
    if (!loaded) return;
    const isStructured = isScheme(file) || findFormat(file) !== undefined || /\.(ya?ml|json)$/iu.test(file);
    const parsed = loaded.status === 'read' && isStructured ? await this.parse(file, loaded, mode) : loaded;
    this.files.set(file, parsed);
    await this.loadReferences(file, mode);
  }

  /** Loads the files that a loaded file refers to. */
  private async loadReferences(file: string, mode: ParseMode): Promise<void> {
    const loaded = this.files.get(file);
    if (loaded?.status !== 'read' || !loaded.root) return;
    for (const reference of referencedSchemas(loaded.root)) {
      const target = joinReference(file, reference);
      this.addReference(file, target);
      await this.loadSchema(target, mode);
    }
  }

  /** Reads a file or URL; `undefined` if fetching the URL is not allowed. */
  async readAnywhere(file: string): Promise<LoadedFile | undefined> {
    if (!isScheme(file)) return this.readFile(file);
    const { remote } = this.access;
    return remote?.allows(file) === true ? remote.read(file) : undefined;
  }

  readFile(file: string): Promise<LoadedFile> {
    return readFileInside(this.root, this.folders, file);
  }

  /** Returns the absolute paths of the allowed folders. */
  private get folders(): readonly string[] {
    return [path.join(this.root, this.folder), ...this.access.folders];
  }

  private async parse(file: string, loaded: ReadFile, mode: ParseMode): Promise<ReadFile> {
    const damaged = checkEncoding(file, loaded);
    if (damaged) this.diagnostics.push(damaged);
    const parse = (await findFormat(file)?.load?.()) ?? (mode === 'strict' ? parseSource : parseLeniently);
    const { diagnostics, ...parsed } = parse(file, loaded.text);
    this.diagnostics.push(...diagnostics);
    if (!parsed.root || !isDefinition(file)) return { ...loaded, ...parsed };
    const renamed = renameFormerKeys(parsed.root, formerKeys);
    this.diagnostics.push(...renamed.diagnostics);
    return { ...loaded, ...parsed, root: renamed.root };
  }
}

/** Finds the key `overlay` at the start of a line, or of JSON content, if the file also has actions. */
function findOverlay(file: string, text: string): SourceLocation | undefined {
  const isJson = file.endsWith('.json');
  const found = (isJson ? /^\s*\{\s*"overlay"\s*:/u : /^["']?overlay["']?\s*:/mu).exec(text);
  const hasActions = isJson ? text.includes('"actions"') : /^["']?actions["']?\s*:/mu.test(text);
  if (!found || !hasActions) return undefined;
  const line = text.slice(0, found.index + found[0].length).split('\n').length;
  return { file, line, column: 1, length: 1 };
}

/** Finds the first definition section at the start of a line, or of JSON content. */
function findSection(file: string, text: string): SourceLocation | undefined {
  const yaml = /^["']?(?:tools|prompts|resources|resourceTemplates)["']?\s*:/mu;
  const json = /^\s*\{\s*"(?:tools|prompts|resources|resourceTemplates)"\s*:/u;
  const found = (file.endsWith('.json') ? json : yaml).exec(text);
  if (!found) return undefined;
  const line = text.slice(0, found.index + found[0].length).split('\n').length;
  return { file, line, column: 1, length: 1 };
}

/** Reports bytes that are not valid UTF-8, which decoding has replaced. */
function checkEncoding(file: string, { bytes, text }: ReadFile): Diagnostic | undefined {
  if (isUtf8(bytes)) return undefined;
  const before = text.slice(0, Math.max(0, text.indexOf('\ufffd'))).split('\n');
  const location = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: 1 };
  return createDiagnostic('syntax', location, 'The file is not valid UTF-8.', { help: 'Save the file as UTF-8.' });
}
