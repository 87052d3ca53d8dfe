import type { FetchEntry } from '../build/bundle-fetch.js';
import type { OutsidePackage } from '../build/outside-packages.js';
import type { PackageManager } from '../../feature-kit/load/package-manager.js';
import type { Model } from '../../core/model/model.js';
import type { PackageModel } from '../../features/package/package-model.js';
import type { PackageProblem } from '../../features/package/problem.js';
import type { Setting } from '../../features/package/list-settings.js';

/** Kind of package: a format in which clients, registries or platforms take a server. */
export interface PackageTarget {
  /** Word on the command line, and name of the folder in `packages/`. */
  readonly name: string;
  /** Kind of the package and who takes it; the rest of a line. */
  readonly summary: string;
  /** Word on the command line for all targets of a group. The word `all` stands for the targets without a group. */
  readonly group?: 'worker';
  /** Entrypoint of the server for `fetch`, whose bundle the package contains. Absent: the package contains none. */
  readonly entry?: (project: ProjectContents) => FetchEntry;
  /** Plans the files of the package. Pure: the same project gives the same bytes. Files and problems may both be there. */
  plan(project: PackagedProject): PackagePlan;
}

/** Files of a package, and problems that keep it from being made. */
export interface PackagePlan {
  readonly files: readonly PackageFile[];
  readonly problems: readonly PackageProblem[];
  /** Steps of the user with the package, such as a command that publishes it; one sentence each. Default: none. */
  readonly steps?: readonly string[];
}

/** File of a package. */
export interface PackageFile {
  /** Relative to the folder of the package, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** A project without its bundles. */
export interface ProjectContents {
  readonly model: Model;
  /** `package` of the definition; without that key nothing but empty lists. */
  readonly facts: PackageModel;
  /** Values that the user of the server gives in environment variables: declared ones, and those that the definition implies. */
  readonly settings: readonly Setting[];
  /** Bytes and kinds of the icons and screenshots that are files, by their path relative to the project. */
  readonly images: ReadonlyMap<string, ImageFile>;
  /** Text of `README.md` of the project. */
  readonly readme?: string;
  /** Text of `LICENSE` of the project. */
  readonly licenseText?: string;
  /** Folders of the project, relative to its root. `packages` is the folder of all packages. */
  readonly folders: Readonly<Record<'definitions' | 'handlers' | 'out' | 'packages', string>>;
  /** Package manager of the project. */
  readonly manager: PackageManager;
}

/** Everything that plans of packages are made from. Read once; no target reads the disk. */
export interface PackagedProject extends ProjectContents {
  readonly build: ServerBuild;
  /** Names of the targets that are made in this run, or were made before. */
  readonly targets: ReadonlySet<string>;
  /**
   * Signs a bundle with the key of the user; without a key, keeps the signature of an earlier run. `undefined`: that signature is of
   * another bundle. Absent: bundles are not signed.
   */
  readonly signBundle?: (bundle: Uint8Array) => Uint8Array | undefined;
  /** Plan of another target, such as that of the file whose hash a registry wants. */
  planOf(target: string): PackagePlan;
}

/** Bundled server for Node, as `build` writes it. */
export interface ServerBuild {
  /** Modules and source maps by name: `server.mjs`, `worker.mjs` of servers with durable tasks, and chunks. */
  readonly files: ReadonlyMap<string, string>;
  /** Packages that are not in the bundle and have to be installed next to it. */
  readonly outside: readonly OutsidePackage[];
  /** Files of the packages outside of the bundle, with all that they need. */
  readonly installed: InstalledPackages;
  /** Bundles for `fetch`, by the target that contains them. */
  readonly fetch: ReadonlyMap<string, FetchBuild>;
}

/** Bundled server for a platform that hands requests to `fetch`. */
export interface FetchBuild {
  /** Text of the one module. */
  readonly text: string;
  /** Packages that are not in it and have to be installed next to it. */
  readonly outside: readonly OutsidePackage[];
}

/** Packages as they are installed on this machine. */
export interface InstalledPackages {
  /** By path, which begins with `node_modules/`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Reasons why the packages cannot be copied; empty if they can. */
  readonly obstacles: readonly string[];
  /** Platform of the native code among them, such as `linux`; absent without native code. */
  readonly platform?: string;
}

/** Icon or screenshot that is a file of the project. */
export interface ImageFile {
  readonly bytes: Uint8Array;
  readonly format: 'png' | 'svg';
  /** Pixels; absent for SVG. */
  readonly width?: number;
  readonly height?: number;
}
