import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { findPackageRoot } from '../../core/package/find-package-root.js';
import { pagesNamespace } from '../../features/views/pages/pages-plugin.js';
import { createFolder } from '../../pipeline/write/file-system.js';
import type { OutsidePackage } from './outside-packages.js';
import { packageOf } from './file-package.js';
import { RuntimeSplitter } from './runtime-modules.js';
import { openBundler, type BundleChoices, type BundleReport, type BundleResult } from './server-bundler.js';

/** Server to build. */
export interface BuildOptions extends BundleChoices {
  /** Absolute path of the project. */
  readonly root: string;
  /** Generated folder, relative to the root. */
  readonly out: string;
  /** Folder of the built server, relative to the root. */
  readonly dist: string;
  readonly minify: boolean;
  /** `'all'`: source maps of all modules, with their sources, for coverage tools. */
  readonly sourcemap: boolean | 'all';
}

/** File of a built server. */
export interface BuiltFile {
  /** File name in the build folder. */
  readonly name: string;
  readonly text: string;
}

/** Bundles the server of a project for `node`, in chunks that are loaded on demand. Writes nothing. */
export async function bundleServer(options: BuildOptions): Promise<BundleReport> {
  const { dist, minify, sourcemap } = options;
  // Coverage finds the code of the runtime through the source maps of the bundle.
  const runtime = sourcemap === 'all' ? undefined : new RuntimeSplitter();
  const bundler = openBundler({
    ...options,
    output: {
      entryPoints: listEntrypoints(options),
      outdir: dist,
      splitting: true,
      minify,
      sourcemap: sourcemap !== false && 'external',
      sourcesContent: sourcemap === 'all',
      plugins: runtime ? [runtime.plugin] : [],
    },
  });
  try {
    const report = await bundler.bundle();
    if (!report.ok || !runtime) return report;
    const { result } = report;
    const modules = await runtime.print(result.metafile, path.join(options.root, dist), minify);
    return { ...report, result: { ...result, outputFiles: [...result.outputFiles, ...modules] } };
  } finally {
    await bundler.close();
  }
}

/** Lists the entrypoints of a server, including a worker if the server has durable tasks. */
function listEntrypoints({ root, out }: BuildOptions): string[] {
  const worker = existsSync(path.join(root, out, 'worker.ts')) ? [`${out}/worker.ts`] : [];
  return [`${out}/server.ts`, ...worker];
}

/**
 * Writes a bundled server to its folder, with a `package.json` for packages outside the bundle, if there are any.
 * Removes files of an earlier build.
 *
 * @param more Additional modules of the build.
 * @returns The names of the modules.
 * @throws {SystemError} for a folder that cannot be written
 */
export async function writeServer(
  options: BuildOptions,
  result: BundleResult,
  outside: readonly OutsidePackage[],
  more: readonly BuiltFile[] = [],
): Promise<readonly BuiltFile[]> {
  const folder = path.join(options.root, options.dist);
  const files = [...listBuiltFiles(options, result), ...more];
  const manifest = printManifest(outside);
  await createFolder(folder);
  await removeEarlier(folder, new Set(files.map(({ name }) => name)), manifest);
  if (manifest !== undefined) await writeFile(path.join(folder, 'package.json'), manifest);
  for (const { name, text } of files) await writeFile(path.join(folder, name), text);
  return files;
}

/**
 * Lists the modules of a build, with source maps of lazily loaded modules that contain user code. Servers read source
 * maps only after the start.
 */
export function listBuiltFiles(options: BuildOptions, { outputFiles, metafile }: BundleResult): readonly BuiltFile[] {
  const { root, out, dist, sourcemap } = options;
  const folder = path.join(root, dist);
  const texts = new Map(outputFiles.map((file) => [path.relative(folder, file.path), file.text]));
  const atStart = listAtStart(metafile);
  const isMapped = ([file, { inputs }]: readonly [string, { readonly inputs: object }]): boolean =>
    sourcemap === 'all' || (!atStart.has(file) && Object.keys(inputs).some((each) => isOfUser(root, out, each)));
  const outputs = Object.entries(metafile.outputs).filter(isMapped);
  const mapped = new Set(outputs.map(([file]) => path.relative(folder, path.resolve(root, file))));
  return [...texts].flatMap(([name, text]) => {
    if (name.endsWith('.map')) return mapped.has(name.slice(0, -'.map'.length)) ? [{ name, text }] : [];
    const hasMap = mapped.has(name) && texts.has(`${name}.map`);
    return [{ name, text: hasMap ? `${text.trimEnd()}\n//# sourceMappingURL=${name}.map\n` : text }];
  });
}

/** Lists the entrypoints and the modules that they import at startup. */
function listAtStart({ outputs }: Metafile): ReadonlySet<string> {
  const reached = new Set(
    Object.keys(outputs).filter((file) => /^(?:server|worker)\.mjs$/u.test(path.posix.basename(file))),
  );
  for (const file of reached) {
    for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && outputs[imported] !== undefined) reached.add(imported);
    }
  }
  return reached;
}

/** Whether a bundled file is neither generated nor from a package. */
function isOfUser(root: string, out: string, file: string): boolean {
  const runtime = path.join(findPackageRoot(), 'dist', 'runtime', path.sep);
  if (packageOf(file) !== undefined || file.startsWith(`${pagesNamespace}:`) || /(?:^|\/)node_modules\//u.test(file))
    return false;
  return !file.startsWith(`${out}/`) && !path.resolve(root, file).startsWith(runtime);
}

function printManifest(outside: readonly OutsidePackage[]): string | undefined {
  if (outside.length === 0) return undefined;
  const dependencies = Object.fromEntries(outside.map(({ name, version = '*' }) => [name, version]));
  return `${JSON.stringify({ private: true, type: 'module', dependencies }, undefined, 2)}\n`;
}

/** Removes the files of an earlier build, and packages installed for a different `package.json`. */
async function removeEarlier(folder: string, kept: ReadonlySet<string>, manifest: string | undefined): Promise<void> {
  const earlier = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => undefined);
  const isOurs = (name: string): boolean => /^[^.].*\.mjs(?:\.map)?$/u.test(name) && !kept.has(name);
  const names = (await readdir(folder)).filter(isOurs);
  const installed = earlier === manifest ? [] : ['package.json', 'package-lock.json', 'node_modules'];
  for (const name of [...names, ...installed]) await rm(path.join(folder, name), { recursive: true, force: true });
}
