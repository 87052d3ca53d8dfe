import type { StoreKind } from '../../../features/stores/stores-part.js';
import type { FetchEntry } from '../../build/bundle-fetch.js';
import type { Setting } from '../../../features/package/list-settings.js';
import type { PackagedProject, PackageFile } from '../target.js';

/** Platform that hands HTTP requests to a function: how a server is packaged for it, and what it cannot do. */
export interface Platform {
  /** Word on the command line, and name of the folder in `packages/`. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  readonly summary: string;
  /** @see FetchEntry.platform */
  readonly bundle: FetchEntry['platform'];
  /**
   * The platform starts and stops instances of the program as requests come. They share no memory, and do nothing between
   * requests. `false`: a process that runs until it is stopped.
   */
  readonly hasInstances: boolean;
  /** Stores that work there. */
  readonly stores: readonly StoreKind[];
  /** Environment variables that the platform sets itself, or refuses. */
  readonly reserved: RegExp;
  /** Last lines of the entrypoint: they hand `server` to the platform. */
  readonly ending: string;
  /** The program is a process: signals end it. */
  readonly isProcess: boolean;
  /** Files and folders that the user and the tools of the platform put next to the package: secrets and state. */
  readonly ignored: readonly string[];
  /** Files of the package, besides its README and `.gitignore`. */
  files(project: PackagedProject, server: string): readonly PackageFile[];
  /** Commands of the user, in the folder of the package. */
  commands(project: PackagedProject): PlatformCommands;
}

/** Commands for the user of a package. */
interface PlatformCommands {
  readonly deploy: readonly string[];
  /** Needed once, before variables are set. */
  readonly prepare?: readonly string[];
  /** Starts the server on the own machine. Absent: no program of the platform does. */
  readonly local?: readonly string[];
  /** Address of the endpoint; parts in angle brackets are not known. */
  readonly address: string;
  /** Command that sets an environment variable, and asks for its value if it is a secret; `undefined` where no command is needed. */
  readonly setVariable: (setting: Pick<Setting, 'variable' | 'isSecret'>) => string | undefined;
  /** Sentences about other ways to set values. */
  readonly aboutSettings: string;
  /** Further limits of the platform, as sentences in Markdown. */
  readonly limits: readonly string[];
}

/** Secret that seals pending elicitations. All instances need the same one. */
export const stateKeys = 'MCP_STATE_KEYS';
