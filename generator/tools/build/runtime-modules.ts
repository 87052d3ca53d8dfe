import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin } from 'esbuild';

/** Modules of the runtime that servers contain unchanged: they import only each other and modules of Node. */
interface RuntimeModules {
  /** Hash of the runtime. */
  readonly version: string;
  /** The modules that each module imports, at once or later, by file name. */
  readonly modules: { readonly [file: string]: readonly string[] };
}

/** Description of the runtime's modules, next to them. */
const descriptionFile = 'modules.json';

/**
 * Keeps modules of the runtime outside a bundle: what bundling for packages does to functions, such as `keepNames`,
 * would make every call slower, and chunks would be split for each import.
 *
 * @see docs/decisions/0067-servers-contain-whole-modules-of-the-runtime.md
 */
export class RuntimeSplitter {
  #folder: string | undefined;
  #runtime: RuntimeModules | undefined;
  readonly #specifierOf: (file: string, version: string) => string;

  /** @param specifierOf Specifier with which the bundle imports a module. Default: a file next to the bundle. */
  constructor(specifierOf?: (file: string) => string) {
    this.#specifierOf = specifierOf ?? ((file, version) => `./${nameOf(file, version)}.mjs`);
  }

  get plugin(): Plugin {
    return {
      name: 'runtime-modules',
      setup: ({ onResolve }) => {
        onResolve({ filter: /^\.\/[\w-]+\.js$/ }, ({ path: specifier, importer }) => {
          const folder = path.dirname(importer);
          const runtime = this.#read(folder);
          const file = path.basename(specifier);
          if (runtime?.modules[file] === undefined) return undefined;
          const place = this.#specifierOf(path.join(folder, file), runtime.version);
          return { path: place, external: true, sideEffects: false };
        });
      },
    };
  }

  /** Prints the modules that a bundle imports, directly or indirectly, as files of its folder. */
  async print({ outputs }: Metafile, outdir: string, minify: boolean): Promise<readonly OutputFile[]> {
    const { modules = {}, version = '' } = this.#runtime ?? {};
    const folder = this.#folder ?? '';
    const imported = new Set(Object.values(outputs).flatMap(({ imports }) => imports.map((each) => each.path)));
    const reached = new Set(Object.keys(modules).filter((file) => imported.has(this.#specifierOf(file, version))));
    for (const file of reached) for (const each of modules[file] ?? []) reached.add(each);
    if (reached.size === 0) return [];
    const { outputFiles } = await build({
      absWorkingDir: folder,
      entryPoints: Object.fromEntries([...reached].map((file) => [nameOf(file, version), `./${file}`])),
      outdir,
      write: false,
      bundle: true,
      minify,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      outExtension: { '.js': '.mjs' },
      logLevel: 'silent',
      plugins: [this.plugin],
    });
    return outputFiles;
  }

  #read(folder: string): RuntimeModules | undefined {
    if (this.#folder !== undefined) return folder === this.#folder ? this.#runtime : undefined;
    const file = path.join(folder, descriptionFile);
    if (path.basename(folder) !== 'bundled' || !existsSync(file)) return undefined;
    this.#folder = folder;
    this.#runtime = JSON.parse(readFileSync(file, 'utf8')) as RuntimeModules;
    return this.#runtime;
  }
}

/** Returns the name of a module in the folder of a server. It changes with the runtime, as the imports in it do. */
function nameOf(file: string, version: string): string {
  return `${path.basename(file, '.js').replace(/^chunk-/u, '')}-${version}`;
}
