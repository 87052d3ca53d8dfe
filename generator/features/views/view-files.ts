import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PartKey } from '../../core/model/part-key.js';
import { joinPath } from '../../core/source/references.js';
import { childOf, entriesOf, stringAt } from '../../core/source/source-node.js';
import type { FileSearch } from '../../feature-kit/load/file-search.js';
import { findPackageManager, type PackageManager } from '../../feature-kit/load/package-manager.js';

/** Files of a view on disk. Plain data. */
export interface ViewFiles {
  /** `outside`: not inside the project; `empty`: a folder without a page or script that can be the entry. */
  readonly status: 'found' | 'missing' | 'outside' | 'empty';
  /** Entry file of the page, relative to the project root. Absent unless the status is `found`. */
  readonly entry?: string;
  /** TypeScript files to include in the type check, relative to the project root. */
  readonly scripts: readonly string[];
  /** Initial files of a view that exist in the folder: `index.html`, `view.ts`. */
  readonly stubs: readonly string[];
  /** Package manager that can install {@link appsPackage}. Present only if the package is missing. */
  readonly packageManager?: PackageManager;
}

/** Views that tools name (`ui: { view: ./views/shelf }`), by path. */
export const viewFiles: FileSearch<ViewFiles> = {
  part: new PartKey('view files'),
  list(root, file) {
    const apis = entriesOf(childOf(root, 'openapi')).map(({ value }) => value);
    const tools = [root, ...apis].flatMap((owner) => entriesOf(childOf(owner, 'tools')));
    const views = tools.flatMap(({ value }) => stringAt(childOf(value, 'ui'), 'view') ?? []);
    return views.map((view) => joinPath(file, view));
  },
  async find({ root }, view) {
    const files = await findViewFiles(root, view);
    return (await hasAppsPackage(root)) ? files : { ...files, packageManager: findPackageManager(root) };
  },
};

/** Names of entry files in a folder, in order of preference. */
const entryNames = ['index.html', ...['view', 'index', 'main'].flatMap(listScripts)];

function listScripts(name: string): readonly string[] {
  return ['ts', 'tsx', 'js', 'jsx', 'mts', 'mjs'].map((extension) => `${name}.${extension}`);
}

/** Names of a view's initial files. */
export const stubNames: readonly string[] = ['index.html', 'view.ts'];

/**
 * Finds the files of a view.
 *
 * @param root Absolute path of the project.
 * @param view Folder or file, relative to the root.
 */
async function findViewFiles(root: string, view: string): Promise<ViewFiles> {
  const none = { scripts: [], stubs: [] };
  if (view === '..' || view.startsWith('../')) return { status: 'outside', ...none };
  const absolute = path.join(root, view);
  const stats = await stat(absolute).catch(() => undefined);
  if (stats === undefined) return { status: 'missing', ...none };
  const way = path.relative(await realpath(root), await realpath(absolute));
  if (way === '' || way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)) {
    return { status: 'outside', ...none };
  }
  if (stats.isFile()) return { status: 'found', entry: view, scripts: [view].filter(isChecked), stubs: [] };
  const names = stats.isDirectory() ? (await readdir(absolute)).toSorted() : [];
  const entry = entryNames.find((name) => names.includes(name));
  if (entry === undefined) return { status: 'empty', ...none };
  const place = (name: string): string => `${view}/${name}`;
  return {
    status: 'found',
    entry: place(entry),
    scripts: names.filter(isChecked).map(place),
    stubs: stubNames.filter((name) => names.includes(name)),
  };
}

/** Whether the type check includes a file of a view: TypeScript, except declarations and tests. */
function isChecked(name: string): boolean {
  return /\.(?:m?ts|tsx)$/u.test(name) && !/\.(?:d\.m?ts|(?:test|spec)\.tsx?)$/u.test(name);
}

/** Package that views use to communicate with the host. */
export const appsPackage = '@modelcontextprotocol/ext-apps';

/**
 * Packages that {@link appsPackage} imports, with version ranges. Yarn installs them only for projects that list them.
 */
export const appsPeers: readonly (readonly [name: string, range: string])[] = [
  ['@modelcontextprotocol/client', '^2.0.0'],
  ['@modelcontextprotocol/core', '^2.0.0'],
  ['zod', '^4.2.0'],
];

/** Whether a project has the views package installed, or lists it in its `package.json`. */
async function hasAppsPackage(root: string): Promise<boolean> {
  const manifest = path.join(root, 'package.json');
  const folders = createRequire(manifest).resolve.paths(appsPackage) ?? [];
  if (folders.some((folder) => existsSync(path.join(folder, appsPackage)))) return true;
  const text = await readFile(manifest, 'utf8').catch(() => '');
  return text.includes(`"${appsPackage}"`);
}
