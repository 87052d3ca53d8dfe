import path from 'node:path';
import { bundleServer, writeServer } from '../../generator/tools/build/build-server.js';
import { formatDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import type { GenerateReport } from '../../generator/generate.js';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { linkPackages } from './link-packages.mjs';
import { makeFolder } from './make-folder.js';

/** Coverage finds the source of bundled code through source maps, and the branches only of code that is not minified. */
const isMeasured = process.env['COVERAGE_FOLDER'] !== undefined;

/** A generated project in a temporary folder. */
export interface Project {
  readonly folder: string;
  /** The last run of the generator. */
  readonly report: GenerateReport;
  /** Bundles the project as its `npm run build` does; gives the path of the entrypoint. */
  bundle(): Promise<string>;
}

/**
 * Writes files (by path below the project root) to a temporary folder and generates there.
 *
 * @throws Error with the printed diagnostics when the generator found errors.
 */
export async function createProject(files: { readonly [file: string]: string | Uint8Array }): Promise<Project> {
  const folder = makeFolder(files);
  linkPackages(folder);
  const report = await runGenerator({
    root: folder,
    definitions: 'definitions',
    handlers: 'handlers',
    out: 'generated',
    check: false,
    force: false,
    strict: false,
  });
  if (!report.ok) throw new Error(formatDiagnostics(report.diagnostics, report.sources, { color: false }));
  return { folder, report, bundle: () => bundleProject(folder) };
}

/**
 * Bundles a generated project as its `npm run build` does. Returns the path of the entrypoint.
 *
 * @throws Error with the printed diagnostics when the bundler found errors.
 */
export async function bundleProject(folder: string): Promise<string> {
  const project = { root: folder, out: 'generated', dist: 'dist', minify: !isMeasured };
  const options = { ...project, sourcemap: isMeasured ? ('all' as const) : true, external: [], bundled: [] };
  const bundle = await bundleServer(options);
  if (!bundle.ok) throw new Error(formatDiagnostics(bundle.diagnostics, bundle.sources, { color: false }));
  await writeServer(options, bundle.result, bundle.outside);
  return path.join(folder, 'dist', 'server.mjs');
}
