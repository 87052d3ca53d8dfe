import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { rootOf, type Workspace } from '../../../feature-kit/load/workspace.js';
import { viewFiles, type ViewFiles } from '../../../features/views/view-files.js';
import { loadDefinitions } from '../../../pipeline/read/load-definitions.js';
import { childOf, stringAt } from '../../../core/source/source-node.js';
import { deriveName, explainName } from '../project-name.js';
import { serverFile } from './print-definition.js';
import { SourceError, type ProjectSource, type SourceFile } from './project-source.js';

/**
 * Creates a project from copied definitions: a single one with its referenced files, or all in a folder. Adds a
 * definition with the section `server` if no definition names the server.
 *
 * @param folder Absolute path of the folder; nothing outside it is copied
 * @param file Name of a single definition
 * @throws {SourceError} if a definition refers to a file that cannot be copied
 */
export async function readDefinitionFiles(folder: string, file?: string): Promise<ProjectSource> {
  const { workspace, diagnostics } = await loadDefinitions(dirname(folder), basename(folder), {
    ...(file !== undefined && { only: file }),
  });
  const unreadable = diagnostics.find(({ code }) => code === 'unreadable-file');
  if (unreadable) throw new SourceError(unreadable.message);
  const prefix = `${basename(folder)}/`;
  const copies = [...workspace.files].flatMap(([path, loaded]) =>
    loaded.status === 'read' ? [{ path: path.slice(prefix.length), content: loaded.bytes }] : [],
  );
  const existing = listModules(workspace.functions);
  const bound = existing.filter((path) => path.startsWith(prefix));
  const modules = await Promise.all(
    bound.map(async (path) => ({
      path: path.slice(prefix.length),
      content: await readFile(join(dirname(folder), path)),
    })),
  );
  const foreign = existing.filter((path) => !bound.includes(path));
  const views = await copyViews(dirname(folder), prefix, workspace);
  const servers = findServers(workspace);
  const server = servers.length === 1 ? servers[0] : undefined;
  const name = stringAt(server, 'name');
  return {
    name: deriveName(name ?? file?.replace(/\..*/su, '') ?? basename(folder)),
    ...(name !== undefined && explainName(name) === undefined && { serverName: name }),
    title: stringAt(server, 'title'),
    description: stringAt(server, 'description'),
    notes: [
      ...foreign.map((path) => `The handler module ${path} is outside the definitions folder and was not copied.`),
      ...views.foreign.map((path) => `The view ${path} is outside the definitions folder and was not copied.`),
    ],
    listFiles(identity) {
      const files = [...new Map([...copies, ...modules, ...views.files].map((file) => [file.path, file])).values()];
      return isServed(workspace) ? files : [serverFile(identity, files), ...files];
    },
  };
}

/**
 * Copies view files inside the definitions folder, with paths relative to it, and lists the paths of other existing
 * views.
 */
async function copyViews(
  root: string,
  prefix: string,
  workspace: Workspace,
): Promise<{ readonly files: readonly SourceFile[]; readonly foreign: readonly string[] }> {
  const views = viewFiles.part.of(workspace) ?? new Map<string, ViewFiles>();
  const existing = [...views].flatMap(([path, { status }]) => (status === 'missing' ? [] : [path]));
  const copiedPaths = existing.filter((path) => path.startsWith(prefix) && views.get(path)?.status !== 'outside');
  const files = (await Promise.all(copiedPaths.map((path) => readViewFiles(root, path)))).flat();
  return {
    files: files.map(({ path, content }) => ({ path: path.slice(prefix.length), content })),
    foreign: existing.filter((path) => !copiedPaths.includes(path)),
  };
}

function findServers(workspace: Workspace) {
  return workspace.definitions.flatMap((file) => childOf(rootOf(workspace, file), 'server') ?? []);
}

/** Whether the definitions name the server; API documents do so too. */
function isServed(workspace: Workspace): boolean {
  const sections = ['server', 'openapi'];
  const roots = workspace.definitions.map((file) => rootOf(workspace, file));
  return workspace.documents.length > 0 || roots.some((root) => sections.some((key) => childOf(root, key)));
}

/** Lists the paths of the existing modules that contain these functions. */
function listModules(functions: Workspace['functions']): readonly string[] {
  const existing = [...functions].filter(([, { status }]) => status !== 'no-module');
  return [...new Set(existing.map(([binding]) => binding.split('#', 1)[0] ?? ''))];
}

/**
 * Reads the files of a view: its folder, or its single file. Omits installed packages, symbolic links and hidden files.
 *
 * @param root Absolute path of the folder that paths are relative to.
 * @param view Folder or file, relative to the root.
 */
async function readViewFiles(root: string, view: string): Promise<readonly SourceFile[]> {
  const absolute = join(root, view);
  if ((await stat(absolute)).isFile()) return [{ path: view, content: await readFile(absolute) }];
  const entries = await readdir(absolute, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep))
    .filter((names) => !names.some((name) => name === 'node_modules' || name.startsWith('.')));
  return Promise.all(
    files.map(async (names) => ({ path: names.join('/'), content: await readFile(join(root, ...names)) })),
  );
}
