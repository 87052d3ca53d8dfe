import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GenerateOptions, GenerateReport } from '../../generate.js';
import { findStyle } from '../../feature-kit/load/find-style.js';
import { isJsonObject } from '../../core/model/json.js';
import type { EnvironmentVariable, Model } from '../../core/model/model.js';
import { runGenerator } from '../runs/run-generator.js';
import { neededPackages } from './needed-packages.js';
import { findPackageRoot } from '../../core/package/find-package-root.js';
import { loadPackage } from '../../core/package/load-package.js';
import { isPublished, readPackageVersion } from '../../core/package/package-version.js';
import { viewsDiagnostics } from '../../features/views/diagnostics.js';
import { createFolder } from '../../pipeline/write/file-system.js';
import { describeSystemError, isSystemError, nameError } from '../../pipeline/write/system-error.js';
import { agentFiles } from './agents-view.js';
import { formatFiles, listUnformatted } from './format-files.js';
import { PackError, packGenerator, tarballName } from './pack-generator.js';
import { sampleSource, type ProjectSource, type SourceFile } from './source/project-source.js';
import type { ProjectIdentity } from './identity-view.js';
import { renderProject, type ProjectTools } from './render-project.js';

/** Project to create. */
export interface ScaffoldOptions extends ProjectIdentity {
  /** Absolute path of a folder that does not exist, or contains only entries such as `.git`. */
  readonly directory: string;
  /** Default: the sample. */
  readonly source?: ProjectSource;
  /** Package manager that installs the project. Default: npm. */
  readonly manager?: string;
  /** Version of the package manager. Default: its first version. */
  readonly managerVersion?: string | undefined;
  /**
   * Node version that the server runs on, such as `20.19.0`. Default: a version that includes everything servers need.
   */
  readonly nodeVersion?: string;
  /** Interrupts the work; written files are removed. */
  readonly signal?: AbortSignal;
}

/** Result of creating a project. If refused, the folder is unchanged. */
export type ScaffoldReport =
  | {
      readonly kind: 'created';
      readonly generated: GenerateReport;
      /** Written files except generated ones; paths relative to the project. */
      readonly files: readonly string[];
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'interrupted' };

/** Steps that tests replace. */
export interface ScaffoldSteps {
  /** Writes a tarball of the generator to a folder. */
  readonly pack: (folder: string) => Promise<void>;
  readonly generate: (options: GenerateOptions) => Promise<GenerateReport>;
}

/**
 * Creates a complete project: definitions, generated files, handlers and project files. The project depends on the
 * generator; a generator version that is not in a registry is packed into the folder `vendor`.
 */
export async function scaffold(
  options: ScaffoldOptions,
  steps: ScaffoldSteps = { pack: packGenerator, generate: runGenerator },
): Promise<ScaffoldReport> {
  const { directory } = options;
  try {
    const existing = await readFolder(directory);
    if (existing?.some((name) => !harmless.has(name))) {
      return { kind: 'refused', reason: `${directory} is not empty. Choose a new or an empty folder.` };
    }
    await createFolder(directory);
    try {
      return { kind: 'created', ...(await fillProject(options, steps)) };
    } catch (error) {
      await clearFolder(directory, existing === undefined);
      throw error;
    }
  } catch (error) {
    if (options.signal?.aborted) return { kind: 'interrupted' };
    if (error instanceof PackError) return { kind: 'refused', reason: error.message };
    if (isSystemError(error)) return { kind: 'refused', reason: describeSystemError(error, directory) };
    throw error;
  }
}

type Created = Omit<Extract<ScaffoldReport, { readonly kind: 'created' }>, 'kind'>;

/** Entries that the folder of a new project may contain. */
const harmless: ReadonlySet<string> = new Set(['.git', '.vscode', '.DS_Store', ...agentFiles]);

async function fillProject(options: ScaffoldOptions, steps: ScaffoldSteps): Promise<Created> {
  const { directory, source = sampleSource, signal } = options;
  const { render } = loadPackage();
  const isVendored = !isPublished();
  if (isVendored) await steps.pack(join(directory, 'vendor'));
  signal?.throwIfAborted();
  const readStyle = findStyle(directory);
  const listed = source
    .listFiles(options, render, directory)
    .map((file) => ({ ...file, path: `definitions/${file.path}` }));
  const definitions = await formatFiles(listed, readStyle);
  const code = await formatFiles(source.listCode?.(render) ?? [], readStyle);
  await writeFiles(directory, [...definitions, ...code]);
  signal?.throwIfAborted();
  const report = await steps.generate({
    root: directory,
    definitions: 'definitions',
    handlers: 'handlers',
    out: 'generated',
    check: false,
    force: false,
    strict: false,
    ...(source.lookup && { lookup: source.lookup }),
  });
  const { address } = source;
  const model = report.model && address !== undefined ? fillAddresses(report.model, address) : report.model;
  const { extras } = source;
  const packages = neededPackages(model?.packages ?? [], options.nodeVersion).map(({ name }) => name);
  const built = (model?.packages ?? []).filter(({ isDev }) => isDev);
  const others = [...(extras?.packages ?? []), ...built.map(({ name }) => name)];
  const read = await readTools(isVendored, others, packages);
  const peers = options.manager === 'yarn' ? built.flatMap((each) => each.peers ?? []) : [];
  const tools = { ...read, others: [...read.others, ...peers] };
  const isPnpmRoot = options.manager === 'pnpm' && !isInPnpmWorkspace(directory);
  const isSample = source.isSample === true;
  const project = {
    identity: options,
    tools,
    isVendored,
    isPnpmRoot,
    isYarnRoot: isYarnRoot(options),
    model,
    isSample,
    extras,
    readsDatabase: source.readsDatabase === true,
    hasStyle: readStyle !== undefined,
    unformatted: listUnformatted(definitions),
    manager: options.manager,
    definitions: definitions.map(({ path }) => path),
    hasHandlers: code.length > 0 || (report.write?.created.length ?? 1) > 0,
  };
  const missing = renderProject(project, render).filter(({ path }) => !isKept(directory, path));
  const rendered = await formatFiles(missing, readStyle);
  await writeFiles(directory, rendered);
  signal?.throwIfAborted();
  // The project now lists the package.
  const diagnostics = report.diagnostics.filter((each) => each.code !== viewsDiagnostics['missing-package'].code);
  const files = [...definitions, ...code, ...rendered].map(({ path }) => path);
  return { generated: { ...report, diagnostics }, files: isVendored ? [...files, `vendor/${tarballName()}`] : files };
}

/** Whether an existing file is kept: editor settings, and instructions for coding agents. */
function isKept(directory: string, path: string): boolean {
  if (agentFiles.includes(path)) return existsSync(join(directory, 'AGENTS.md')) || existsSync(join(directory, path));
  return path.startsWith('.vscode/') && existsSync(join(directory, path));
}

/**
 * Fills in the default address of APIs whose document has a relative address (`/v1`), resolved against the URL of the document.
 */
function fillAddresses(model: Model, documentAddress: string): Model {
  const defaults = new Map<string, string>();
  for (const api of model.apis) {
    const server = api.binding.get('server');
    const url = isJsonObject(server) ? server.get('url') : undefined;
    const name = isJsonObject(server) ? server.get('environment') : undefined;
    if (typeof url !== 'string' || !/^\/(?!\/)[^{}]*$/u.test(url)) continue;
    if (typeof name === 'string') defaults.set(name, new URL(url, documentAddress).href.replace(/\/$/u, ''));
  }
  const fill = (variable: EnvironmentVariable): EnvironmentVariable => {
    const defaultValue = variable.isNeeded ? defaults.get(variable.name) : undefined;
    return defaultValue === undefined ? variable : { ...variable, defaultValue };
  };
  return {
    ...model,
    apis: model.apis.map((api) => ({ ...api, environment: api.environment.map(fill) })),
    variables: model.variables.map(({ title, variables }) => ({ title, variables: variables.map(fill) })),
  };
}

/** Whether a folder is inside a pnpm workspace, whose root file has the settings of all its projects. */
function isInPnpmWorkspace(folder: string): boolean {
  const above = dirname(folder);
  return above !== folder && (existsSync(join(above, 'pnpm-workspace.yaml')) || isInPnpmWorkspace(above));
}

/** Whether the project is the root of a Yarn 2+ project. */
function isYarnRoot({ directory, manager, managerVersion = '1' }: ScaffoldOptions): boolean {
  return manager === 'yarn' && Number.parseInt(managerVersion, 10) > 1 && !isInWorkspace(directory);
}

/** Whether a folder is inside a Yarn or npm workspace. */
function isInWorkspace(folder: string): boolean {
  const above = dirname(folder);
  return above !== folder && (hasWorkspaces(above) || isInWorkspace(above));
}

function hasWorkspaces(folder: string): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return Object.hasOwn(Object(content) as object, 'workspaces');
  } catch {
    return false;
  }
}

/**
 * Reads the versions of the tools that the generator was tested with, for developing projects. Packages that the server
 * imports get the version ranges that the runtime supports.
 */
async function readTools(
  isVendored: boolean,
  packages: readonly string[],
  imported: readonly string[],
): Promise<ProjectTools> {
  const text = await readFile(join(findPackageRoot(), 'package.json'), 'utf8');
  const { devDependencies, peerDependencies } = JSON.parse(text) as {
    readonly [kind in 'devDependencies' | 'peerDependencies']: { readonly [name: string]: string };
  };
  const versionOf = (name: string): string => devDependencies[name] ?? '*';
  return {
    generator: isVendored ? `file:./vendor/${tarballName()}` : `^${readPackageVersion()}`,
    nodeTypes: versionOf('@types/node'),
    typescript: versionOf('typescript'),
    others: packages.map((name) => [name, versionOf(name)] as const),
    imported: imported.map((name) => [name, peerDependencies[name] ?? '*'] as const),
  };
}

async function writeFiles(directory: string, files: readonly SourceFile[]): Promise<void> {
  for (const { path, content } of files) {
    await createFolder(dirname(join(directory, path)));
    await writeFile(join(directory, path), content, { flag: 'wx' });
  }
}

/** Lists the names in a folder; `undefined` if it does not exist. */
async function readFolder(folder: string): Promise<readonly string[] | undefined> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw nameError(error, folder, 'read');
  }
}

/** Removes all written files. */
async function clearFolder(folder: string, isOurs: boolean): Promise<void> {
  if (isOurs) return rm(folder, { recursive: true, force: true });
  for (const name of await readdir(folder)) {
    if (!harmless.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
