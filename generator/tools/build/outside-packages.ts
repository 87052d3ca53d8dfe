import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { packageNameOf, packageOf } from './file-package.js';
import { readPackageManifest } from './check-bundleable.js';
import type { PackagePlan } from './package-plan.js';

/** Package that a server needs outside its bundle. */
export interface OutsidePackage {
  readonly name: string;
  /** Version or other value for `dependencies`; `undefined` if the package is not installed. */
  readonly version: string | undefined;
  readonly reason: string;
}

/**
 * Lists the packages outside a bundle: imported packages that the plan leaves external, and the project's
 * `dependencies` that no code imports, because an external package can load them by name.
 */
export function listOutside(
  { root }: { readonly root: string },
  { outside }: PackagePlan,
  { inputs }: Metafile,
): readonly OutsidePackage[] {
  const files = Object.entries(inputs);
  const imported = new Set(
    files
      .filter(([file]) => packageOf(file) === undefined)
      .flatMap(([, { imports }]) => imports.filter(({ external }) => external).map((each) => packageNameOf(each.path))),
  );
  const found = [...outside].filter(([name]) => imported.has(name));
  if (found.length === 0) return [];
  const { dependencies = {}, ...others } = readProject(root);
  const bundled = new Set(files.flatMap(([file]) => packageOf(file)?.name ?? []));
  const unused = Object.keys(dependencies).filter((name) => !imported.has(name) && !bundled.has(name));
  const ranges = { ...others.devDependencies, ...others.optionalDependencies, ...dependencies };
  return [...found, ...unused.map((name) => [name, 'no code imports it, but a package may load it'] as const)]
    .map(([name, reason]) => ({ name, reason, version: findVersion(root, name, ranges[name]) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Packages that the runtime imports only for some servers. */
const optionalPackages: ReadonlySet<string> = new Set(['bullmq', '@opentelemetry/api']);

/** Lists the packages that the runtime imports and that are not installed, such as the driver of a database. */
export function listMissing({ outside }: PackagePlan, { inputs }: Metafile): readonly string[] {
  const runtime = Object.entries(inputs).filter(([file]) => /(?:^|\/)dist\/runtime\/bundled\//u.test(file));
  const names = runtime.flatMap(([, { imports }]) =>
    imports
      .filter(({ external, kind }) => external && kind === 'dynamic-import')
      .map((each) => packageNameOf(each.path)),
  );
  const isMissing = (name: string): boolean =>
    // The runtime also imports its own modules, next to the bundle.
    !name.startsWith('.') && !isBuiltin(name) && !outside.has(name) && !optionalPackages.has(name);
  return [...new Set(names.filter(isMissing))].toSorted();
}

interface ProjectManifest {
  readonly dependencies?: { readonly [name: string]: string };
  readonly devDependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

function readProject(root: string): ProjectManifest {
  try {
    return JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as ProjectManifest;
  } catch {
    return {};
  }
}

/** Returns the installed version, or the project's range if the package is not from a registry or not found. */
function findVersion(root: string, name: string, range = ''): string | undefined {
  if (/^(?:git|https?|github)\b|^[^@:]+\//u.test(range)) return range;
  const { resolve } = createRequire(path.join(root, 'package.json'));
  const folders = (resolve.paths(name) ?? []).map((folder) => path.join(folder, name));
  for (const folder of [...folders, ...findArchived(name, resolve)]) {
    const manifest = readPackageManifest(folder);
    if (manifest?.version === undefined) continue;
    const { name: manifestName = name, version } = manifest;
    return manifestName === name ? version : `npm:${manifestName}@${version}`;
  }
  return /^[\^~]?\d/u.test(range) ? range : undefined;
}

/**
 * Returns the folder of a package that is not in any `node_modules` above the project, because Yarn's Plug'n'Play keeps
 * packages in archives.
 */
function findArchived(name: string, resolve: NodeJS.RequireResolve): readonly string[] {
  try {
    const found = packageOf(resolve(name).replaceAll('\\', '/'));
    return found ? [found.folder] : [];
  } catch {
    return [];
  }
}
