import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'esbuild';
import type { FilePackage } from './file-package.js';

/** Members of an installed package's `package.json` that are read. */
interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly scripts?: { readonly [name: string]: string };
  readonly gypfile?: boolean;
  readonly os?: unknown;
  readonly cpu?: unknown;
}

/** Reads a `package.json`; `undefined` if it does not exist. */
export function readPackageManifest(folder: string): PackageManifest | undefined {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as PackageManifest;
  } catch {
    return undefined;
  }
}

/** Matches code that reads its own location, usually to read an adjacent file or to start it as a worker. */
const readsOwnLocation =
  /\b__dirname\b|\b__filename\b|\bimport\.meta\.(?:url|dirname|filename|resolve)\b|\brequire\.resolve\b/u;

/**
 * Checks whether files of packages work inside a bundle. Reads each file once.
 *
 * @see docs/decisions/0028-one-bundler-decides-what-stays-outside.md
 */
export class BundleCheck {
  readonly #root: string;
  readonly #bundled: ReadonlySet<string>;
  readonly #packages = new Map<string, string | undefined>();
  readonly #files = new Map<string, boolean>();

  /**
   * @param root Absolute path of the project.
   * @param bundled Packages that the user chose to bundle.
   */
  constructor(root: string, bundled: ReadonlySet<string>) {
    this.#root = root;
    this.#bundled = bundled;
  }

  /** Explains why a file cannot be bundled, as a predicate for the package name; `undefined` if it can. */
  findObstacle({ name, folder }: FilePackage, file: string): string | undefined {
    if (this.#bundled.has(name)) return undefined;
    if (!this.#packages.has(folder)) this.#packages.set(folder, findFolderObstacle(path.join(this.#root, folder)));
    return this.#packages.get(folder) ?? (this.#usesPlace(file) ? 'uses files of its own folder' : undefined);
  }

  #usesPlace(file: string): boolean {
    let found = this.#files.get(file);
    if (found === undefined) {
      found = usesOwnPlace(path.join(this.#root, file));
      this.#files.set(file, found);
    }
    return found;
  }
}

function findFolderObstacle(folder: string): string | undefined {
  const { scripts = {}, gypfile, os, cpu } = readPackageManifest(folder) ?? {};
  const isBuilt =
    gypfile === true || existsSync(path.join(folder, 'binding.gyp')) || os !== undefined || cpu !== undefined;
  if (isBuilt) return 'has parts for one platform';
  const isScripted = ['preinstall', 'install', 'postinstall'].some((name) => scripts[name] !== undefined);
  return isScripted ? 'runs a script when it is installed' : undefined;
}

function usesOwnPlace(file: string): boolean {
  if (!/\.[cm]?[jt]sx?$/u.test(file)) return false;
  const code = readFileSync(file, 'utf8');
  return readsOwnLocation.test(code) && readsOwnLocation.test(withoutComments(code));
}

function withoutComments(code: string): string {
  try {
    return transformSync(code, { minifyWhitespace: true, legalComments: 'none', loader: 'ts' }).code;
  } catch {
    return code;
  }
}
