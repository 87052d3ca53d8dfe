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
 * A project with a copy of definitions: of one with the files that it refers to, or of all in a folder. When none names
 * the server, a definition with the section `server` is added.
 *
 * @param folder absolute path; nothing outside of it is copied
 * @param file name of the one definition
 * @throws {SourceError} when one refers to a file that cannot be copied
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
      ...foreign.map((path) => `The handler module ${path} is outside of the definitions folder and was not copied.`),
      ...views.foreign.map((path) => `The view ${path} is outside of the definitions folder and was not copied.`),
    ],
    listFiles(identity) {
      const files = [...new Map([...copies, ...modules, ...views.files].map((file) => [file.path, file])).values()];
      return isServed(workspace) ? files : [serverFile(identity, files), ...files];
    },
  };
}

/** The files of the views below the definitions folder, paths relative to it, and the paths of the other views that exist. */
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

/** Whether the definitions name the server; documents of APIs do, too. */
function isServed(workspace: Workspace): boolean {
  const sections = ['server', 'openapi'];
  const roots = workspace.definitions.map((file) => rootOf(workspace, file));
  return workspace.documents.length > 0 || roots.some((root) => sections.some((key) => childOf(root, key)));
}

/** Paths of the modules of these functions that exist. */
function listModules(functions: Workspace['functions']): readonly string[] {
  const existing = [...functions].filter(([, { status }]) => status !== 'no-module');
  return [...new Set(existing.map(([binding]) => binding.split('#', 1)[0] ?? ''))];
}

/**
 * Reads the files of a view: those below its folder, or the one file that it is. Omits installed packages, links and files
 * whose name begins with a dot.
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
