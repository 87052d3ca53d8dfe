import type { FetchEntry } from '../build/bundle-fetch.js';
import type { OutsidePackage } from '../build/outside-packages.js';
import type { PackageManager } from '../../feature-kit/load/package-manager.js';
import type { Model } from '../../core/model/model.js';
import type { PackageModel } from '../../features/package/package-model.js';
import type { PackageProblem } from '../../features/package/problem.js';
import type { Setting } from '../../features/package/list-settings.js';

/** Kind of package: a format in which clients, registries or platforms accept a server. */
export interface PackageTarget {
  /** Name of the target on the command line, and of its folder in `packages/`. */
  readonly name: string;
  /** Description of the package and its consumers, without a final period. */
  readonly summary: string;
  /** Command-line name for all targets of a group. `all` stands for the targets without a group. */
  readonly group?: 'worker';
  /**
   * Creates the entrypoint of the server for `fetch`, whose bundle the package contains. Absent if the package contains
   * none.
   */
  readonly entry?: (project: ProjectContents) => FetchEntry;
  /**
   * Plans the files of the package. Pure: the same project gives the same bytes. Can return both files and problems.
   */
  plan(project: PackagedProject): PackagePlan;
}

/** Files of a package, and problems that prevent it. */
export interface PackagePlan {
  readonly files: readonly PackageFile[];
  readonly problems: readonly PackageProblem[];
  /** Steps for the user, such as a command that publishes the package; one sentence each. Default: none. */
  readonly steps?: readonly string[];
}

/** File of a package. */
export interface PackageFile {
  /** Path relative to the package folder, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Project without its bundles. */
export interface ProjectContents {
  readonly model: Model;
  /** `package` of the definition; if absent, only empty lists. */
  readonly facts: PackageModel;
  /**
   * Values that the user of the server sets in environment variables: declared ones, and those that the definition
   * implies.
   */
  readonly settings: readonly Setting[];
  /** Content and type of icons and screenshots that are files, by path relative to the project. */
  readonly images: ReadonlyMap<string, ImageFile>;
  /** Content of the project's `README.md`. */
  readonly readme?: string;
  /** Content of the project's `LICENSE`. */
  readonly licenseText?: string;
  /** Folders of the project, relative to its root. `packages` contains all packages. */
  readonly folders: Readonly<Record<'definitions' | 'handlers' | 'out' | 'packages', string>>;
  /** Package manager of the project. */
  readonly manager: PackageManager;
}

/** Complete input of package plans. Read once; targets do not read from disk. */
export interface PackagedProject extends ProjectContents {
  readonly build: ServerBuild;
  /** Targets of this run and of earlier runs. */
  readonly targets: ReadonlySet<string>;
  /**
   * Signs a bundle with the user's key, or without a key keeps an earlier signature. Returns `undefined` if that
   * signature belongs to a different bundle. Absent if bundles are not signed.
   */
  readonly signBundle?: (bundle: Uint8Array) => Uint8Array | undefined;
  /** Plans another target, for example to get the hash of a file for a registry. */
  planOf(target: string): PackagePlan;
}

/** Bundled server for Node, as `build` writes it. */
export interface ServerBuild {
  /** Modules and source maps by name: `server.mjs`, `worker.mjs` if the server has durable tasks, and chunks. */
  readonly files: ReadonlyMap<string, string>;
  /** Packages outside the bundle, which must be installed next to it. */
  readonly outside: readonly OutsidePackage[];
  /** Packages that the server imports and that are not installed. */
  readonly missing: readonly string[];
  /** Files of the packages outside the bundle, with their dependencies. */
  readonly installed: InstalledPackages;
  /** Bundles for `fetch` by target. */
  readonly fetch: ReadonlyMap<string, FetchBuild>;
}

/** Bundled server for a platform that passes requests to `fetch`. */
export interface FetchBuild {
  /** Code of the single module. */
  readonly text: string;
  /** Packages outside the module, which must be installed next to it. */
  readonly outside: readonly OutsidePackage[];
}

/** Packages as installed on this machine. */
export interface InstalledPackages {
  /** Files by path, which begins with `node_modules/`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Reasons why the packages cannot be copied; empty if they can. */
  readonly obstacles: readonly string[];
  /** Platform of native code in the packages, such as `linux`; absent if there is none. */
  readonly platform?: string;
}

/** Icon or screenshot that is a project file. */
export interface ImageFile {
  readonly bytes: Uint8Array;
  readonly format: 'png' | 'svg';
  /** Width in pixels; absent for SVG. */
  readonly width?: number;
  readonly height?: number;
}
