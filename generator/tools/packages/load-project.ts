import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { bundleFetch, type FetchProject } from '../build/bundle-fetch.js';
import { bundleServer, listBuiltFiles, type BuildOptions } from '../build/build-server.js';
import { hasErrors } from '../../core/diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { SourceTexts } from '../../core/diagnostics/format-diagnostics.js';
import { listTexts } from '../../feature-kit/load/workspace.js';
import { openAccess } from '../../pipeline/read/load-definitions.js';
import { findPackageManager } from '../../feature-kit/load/package-manager.js';
import type { Model } from '../../core/model/model.js';
import { packagePart } from '../../features/package/package-part.js';
import type { PackageModel } from '../../features/package/package-model.js';
import { cleanLine } from '../../features/package/clean-line.js';
import { noFacts } from '../../features/package/public-facts.js';
import { locateAt } from '../../core/source/source-node.js';
import type { DefinitionSet } from '../../feature-kit/definition/definition-set.js';
import { mergeDefinitions } from '../../pipeline/definition/merge-definitions.js';
import { adaptModel } from '../../pipeline/profiles/adapt-model.js';
import { findProfiles } from '../../pipeline/profiles/client-profiles.js';
import { createLocator } from '../../pipeline/read/locate-place.js';
import { readDefinitions } from '../../pipeline/read/read-definitions.js';
import type { EarlierRun } from '../../pipeline/write/earlier-run.js';
import type { Bundling } from '../../pipeline/write/manifest.js';
import { listSettings } from '../../features/package/list-settings.js';
import type { LocateKey } from '../../features/package/report-problems.js';
import type { PlannableProject } from './plan-packages.js';
import { readImages } from './read-images.js';
import { readInstalled } from './read-installed.js';
import type { FetchBuild, PackageTarget, ProjectContents, ServerBuild } from './target.js';

/** Project to package. Folders are relative to the root. */
export interface PackageOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly definitions: string;
  readonly handlers: string;
  readonly out: string;
  /** Folder for the packages. */
  readonly packages: string;
  readonly allowRemote?: readonly string[];
  readonly allowOutside?: readonly string[];
  /** Packages to keep outside the bundle. Default: as in the run that created the existing packages. */
  readonly external?: readonly string[];
  /** Packages to always bundle. Default: as in the run that created the existing packages. */
  readonly bundled?: readonly string[];
}

/** Bundles that are created when a project is loaded. */
interface ProjectBuild {
  readonly bundling: Bundling;
  /** Targets to bundle for. */
  readonly targets: readonly PackageTarget[];
}

/** Loaded project, or diagnostics. */
type LoadedProject =
  | ({ readonly ok: true; readonly sources: SourceTexts } & PlannableProject)
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: SourceTexts };

/**
 * Reads the definitions, bundles the server in memory, and reads the other files that packages contain.
 *
 * @param wanted Targets to bundle. If `undefined`, bundles only list the external packages, which is enough to list
 *   requirements.
 */
export async function loadProject(
  options: PackageOptions,
  earlier: Pick<EarlierRun, 'names' | 'profiles'>,
  wanted: ProjectBuild | undefined,
): Promise<LoadedProject> {
  const { root, definitions: folder, handlers, out, packages, allowRemote, allowOutside } = options;
  const access = await openAccess(allowOutside, allowRemote);
  const profiles = findProfiles(earlier.profiles);
  const checked = await readDefinitions(root, folder, earlier.names, { access, lookup: { out } }, profiles);
  const sources = listTexts(checked.workspace);
  if (hasErrors(checked.diagnostics)) return { ok: false, diagnostics: checked.diagnostics, sources };
  const model = adaptModel(checked.resolved.model, profiles);
  const facts = cleanFacts(packagePart.of(model) ?? noFacts);
  const { images, problems } = await readImages(root, facts);
  const readme = await readOwn(root, 'README.md');
  const licenseText = (await readOwn(root, 'LICENSE')) ?? (await readOwn(root, 'LICENSE.md'));
  const contents: ProjectContents = {
    model,
    facts,
    settings: listSettings(model),
    images,
    ...(readme !== undefined && { readme }),
    ...(licenseText !== undefined && { licenseText }),
    folders: { definitions: folder, handlers, out, packages },
    manager: findPackageManager(root),
  };
  const bundled = wanted ? await bundle(options, contents, wanted) : await findOutside(options);
  if (!bundled.ok) return { ok: false, diagnostics: bundled.diagnostics, sources: bundled.sources };
  const locate = locateKeys(createLocator(checked, ''), model, mergeDefinitions(checked.workspace).definitions);
  return { ok: true, project: { ...contents, build: bundled.build }, problems, locate, sources };
}

/** Cleans short metadata strings to one line without control characters. */
function cleanFacts(facts: PackageModel): PackageModel {
  const { author, keywords } = facts;
  return {
    ...facts,
    ...(author && { author: { ...author, name: cleanLine(author.name) } }),
    keywords: keywords.map((word) => cleanLine(word)).filter((word) => word !== ''),
  };
}

const emptyBuild: ServerBuild = {
  files: new Map(),
  outside: [],
  missing: [],
  installed: { files: new Map(), obstacles: [] },
  fetch: new Map(),
};

/** Bundles the server once to find external packages, because some platforms cannot load any. */
async function findOutside({ root, out, external = [], bundled = [] }: PackageOptions) {
  const build: BuildOptions = { root, out, dist: 'dist', minify: false, sourcemap: false, external, bundled };
  const report = await bundleServer(build);
  // Packaging reports why a server cannot be bundled.
  return { ok: true as const, build: report.ok ? { ...emptyBuild, outside: report.outside } : emptyBuild };
}

type BundleFailure = {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceTexts;
};

async function bundle(
  options: PackageOptions,
  contents: ProjectContents,
  { bundling, targets }: ProjectBuild,
): Promise<{ readonly ok: true; readonly build: ServerBuild } | BundleFailure> {
  const { root, out } = options;
  const build: BuildOptions = { root, out, dist: 'dist', minify: true, sourcemap: true, ...bundling };
  const report = await bundleServer(build);
  if (!report.ok) return report;
  const fetchBundles = await bundleForFetch({ root, out, ...bundling }, contents, targets);
  if (!fetchBundles.ok) return fetchBundles;
  const files = listBuiltFiles(build, report.result).map(({ name, text }) => [name, text] as const);
  const { outside, missing } = report;
  const installed = await readInstalled(root, outside);
  const sorted = files.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { ok: true, build: { files: new Map(sorted), outside, missing, installed, fetch: fetchBundles.builds } };
}

/** Creates the bundles of targets with an entrypoint. */
async function bundleForFetch(
  options: FetchProject,
  contents: ProjectContents,
  targets: readonly PackageTarget[],
): Promise<{ readonly ok: true; readonly builds: ReadonlyMap<string, FetchBuild> } | BundleFailure> {
  const builds = new Map<string, FetchBuild>();
  for (const { name, entry } of targets) {
    if (entry === undefined) continue;
    const report = await bundleFetch(options, entry(contents));
    if (!report.ok) return report;
    builds.set(name, { text: report.text, outside: report.outside });
  }
  return { ok: true, builds };
}

/** Locates keys below `package`, `server`, `auth` and sections; for a missing key, locates its nearest existing parent. */
function locateKeys(
  locate: ReturnType<typeof createLocator>,
  model: Model,
  { sections }: Pick<DefinitionSet, 'sections'>,
): LocateKey {
  return ([section = '', ...path]) => {
    const entry = sections.get(section)?.find(({ key }) => key === path[0]);
    if (entry) return path.length === 1 ? entry.keyLocation : locateAt(entry.node, path.slice(1));
    if (section === 'auth') return locate({ anchor: { kind: 'settings', key: 'auth' }, path });
    if (section === 'package' && packagePart.of(model))
      return locate({ anchor: { kind: 'settings', key: 'package' }, path });
    return locate({ anchor: { kind: 'server' }, path: section === 'server' ? path : [] });
  };
}

/** Maximum number of bytes in a README or license file. */
const maxTextBytes = 1_000_000;

async function readOwn(root: string, name: string): Promise<string | undefined> {
  const file = path.join(root, name);
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() && stats.size <= maxTextBytes ? readFile(file, 'utf8') : undefined;
}
