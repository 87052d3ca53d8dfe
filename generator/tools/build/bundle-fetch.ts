import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { SourceTexts } from '../../core/diagnostics/format-diagnostics.js';
import { createPagesPlugin } from '../../features/views/pages/pages-plugin.js';
import { reportMessages } from './build-errors.js';
import type { OutsidePackage } from './outside-packages.js';
import { RuntimeSplitter } from './runtime-modules.js';
import { isBuildFailure, openBundler, type BundleChoices } from './server-bundler.js';

/** Project whose server is bundled for a platform that passes requests to `fetch`. */
export interface FetchProject extends BundleChoices {
  /** Absolute path of the project. */
  readonly root: string;
  /** Generated folder, relative to the root. */
  readonly out: string;
}

/** Entrypoint of a server on a platform that passes requests to `fetch`. */
export interface FetchEntry {
  /** `node`: the platform has Node built-ins and packages in `node_modules`. `worker`: Cloudflare Workers. */
  readonly platform: 'node' | 'worker';
  /** TypeScript code; imports are relative to the generated folder. */
  readonly code: string;
}

/** Module with the whole server, and packages outside it; or diagnostics. */
type FetchBundle =
  | { readonly ok: true; readonly text: string; readonly outside: readonly OutsidePackage[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: SourceTexts };

/** Bundles the server of a project with an entrypoint into one module. */
export async function bundleFetch(project: FetchProject, entry: FetchEntry): Promise<FetchBundle> {
  return entry.platform === 'node' ? bundleForNode(project, entry) : bundleForWorker(project, entry);
}

/** The rules of `build` decide which packages stay external. */
async function bundleForNode(project: FetchProject, { code }: FetchEntry): Promise<FetchBundle> {
  const runtime = new RuntimeSplitter((file) => file);
  const output = { stdin: stdinOf(project, code), outdir: 'dist', minify: true, plugins: [runtime.plugin] };
  const bundler = openBundler({ ...project, output });
  try {
    const report = await bundler.bundle();
    if (!report.ok) return report;
    const text = await addRuntime(project.root, report.result.outputFiles[0]?.text ?? '');
    return { ok: true, text, outside: report.outside };
  } finally {
    await bundler.close();
  }
}

/** Adds modules of the runtime to a bundle that imports them, with other options than those for packages. */
async function addRuntime(root: string, code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    write: false,
    bundle: true,
    minify: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

async function bundleForWorker(project: FetchProject, { code }: FetchEntry): Promise<FetchBundle> {
  const { root, out } = project;
  try {
    const { outputFiles } = await build({
      absWorkingDir: root,
      stdin: stdinOf(project, code),
      write: false,
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      conditions: ['workerd', 'worker'],
      target: 'es2022',
      logLevel: 'silent',
      logLimit: 0,
      plugins: [createPagesPlugin(root, out, true).plugin, nodeModules],
    });
    return { ok: true, text: outputFiles[0]?.text ?? '', outside: [] };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { ok: false, ...reportMessages(root, error) };
  }
}

function stdinOf({ root, out }: FetchProject, contents: string) {
  return { contents, resolveDir: path.join(root, out), sourcefile: 'fetch-server.ts', loader: 'ts' } as const;
}

/**
 * Imports Node built-ins from the platform with the prefix `node:`, the only names that Workers support. CommonJS code
 * gets them through an import, because Workers have no `require`.
 */
const nodeModules: Plugin = {
  name: 'node-modules',
  setup(build) {
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path: name, kind }) => {
      if (!isBuiltin(name)) return undefined;
      const full = name.startsWith('node:') ? name : `node:${name}`;
      return kind === 'require-call' ? { path: full, namespace: 'required' } : { path: full, external: true };
    });
    build.onLoad({ filter: /.*/, namespace: 'required' }, ({ path: name }) => ({
      contents: `import whole from ${JSON.stringify(name)};\nmodule.exports = whole;`,
      resolveDir: '.',
    }));
  },
};
