import { context, type BuildContext, type BuildFailure, type BuildOptions, type BuildResult } from 'esbuild';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import type { SourceTexts } from '../../core/diagnostics/format-diagnostics.js';
import { createPagesPlugin, isOfPage, type BuiltPage } from '../../features/views/pages/pages-plugin.js';
import { reportMessages, type BundlerReport } from './build-errors.js';
import { BundleCheck } from './check-bundleable.js';
import { extendPlan, isUnchanged, planAround, type PackagePlan } from './package-plan.js';
import { listMissing, listOutside, type OutsidePackage } from './outside-packages.js';

/** User's choices about packages and output. */
export interface BundleChoices {
  /** Packages that are always external. */
  readonly external: readonly string[];
  /** Packages that are always bundled. */
  readonly bundled: readonly string[];
}

/** Server to bundle. */
interface ServerToBundle extends BundleChoices {
  /** Absolute path of the project. */
  readonly root: string;
  /** Generated folder, relative to the root. */
  readonly out: string;
  /** esbuild options for the output format. */
  readonly output: Pick<
    BuildOptions,
    'entryPoints' | 'stdin' | 'outdir' | 'splitting' | 'minify' | 'sourcemap' | 'sourcesContent' | 'plugins'
  >;
}

/** Result of bundling a server: its modules, or diagnostics. */
export type BundleReport =
  | {
      readonly ok: true;
      readonly result: BundleResult;
      readonly outside: readonly OutsidePackage[];
      /** Packages that the runtime imports and that are not installed. */
      readonly missing: readonly string[];
      /** Pages of views in the bundle. */
      readonly pages: readonly BuiltPage[];
      /** Warnings about the code of views. */
      readonly warnings: BundlerReport;
    }
  | {
      readonly ok: false;
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: SourceTexts;
      /** Whether an error is about a view page. */
      readonly hasInvalidPages: boolean;
    };

/** Bundler for one server. Repeated runs do not read unchanged files again. */
interface ServerBundler {
  bundle(): Promise<BundleReport>;
  close(): Promise<void>;
}

type BundleOutput = { write: false; metafile: true };

/** Output files of a bundle, with the input files of each. */
export type BundleResult = BuildResult<BundleOutput>;

/**
 * Opens a bundler for a server. It bundles the code of the project and its packages. Packages with native code or files
 * of their own stay external: the first bundle detects them, and the server is bundled again without them.
 *
 * @see docs/decisions/0028-one-bundler-decides-what-stays-outside.md
 */
export function openBundler(server: ServerToBundle): ServerBundler {
  const check = new BundleCheck(server.root, new Set(server.bundled));
  const { minify = false, plugins = [] } = server.output;
  const pages = createPagesPlugin(server.root, server.out, minify);
  const output = { ...server.output, plugins: [...plugins, pages.plugin] };
  let plan: PackagePlan = {
    outside: new Map(server.external.map((name) => [name, '--external'])),
    missing: new Set(),
    hasPackages: false,
  };
  let build: BuildContext<BundleOutput> | undefined;
  const follow = async (next: PackagePlan): Promise<void> => {
    plan = next;
    await build?.dispose();
    build = undefined;
  };
  return {
    async bundle() {
      for (;;) {
        build ??= await context(formOptions({ ...server, output }, plan));
        let next: PackagePlan | undefined;
        try {
          const result = await build.rebuild();
          next = extendPlan(plan, result.metafile, check);
          if (isUnchanged(plan, next)) {
            const outside = listOutside(server, plan, result.metafile);
            return {
              ok: true,
              result,
              outside,
              missing: listMissing(plan, result.metafile),
              pages: pages.listPages(),
              warnings: reportMessages(server.root, result),
            };
          }
        } catch (error) {
          if (!isBuildFailure(error)) throw error;
          next = planAround(plan, error.errors);
          if (next === undefined || isUnchanged(plan, next))
            return { ok: false, ...reportMessages(server.root, error), hasInvalidPages: error.errors.some(isOfPage) };
        }
        await follow(next);
      }
    },
    close: async () => build?.dispose(),
  };
}

/** Creates the bundler options of a server, for `build` and `dev`. */
function formOptions({ root, output }: ServerToBundle, plan: PackagePlan) {
  return {
    absWorkingDir: root,
    sourcesContent: false,
    ...output,
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
    logLimit: 0,
    external: [...plan.outside.keys(), ...plan.missing],
    ...(plan.hasPackages && optionsForPackages),
  } as const satisfies BuildOptions;
}

/** Options for bundled packages, which would enlarge a server without packages. */
const optionsForPackages = {
  // Packages read the names of classes and functions.
  keepNames: true,
  define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
  // Bundled CommonJS modules call `require` for Node built-ins and for external packages.
  banner: { js: `import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);` },
} as const satisfies BuildOptions;

/** Whether an error is esbuild's error for invalid code. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}
