import type { StoreKind } from '../../../features/stores/stores-part.js';
import type { FetchEntry } from '../../build/bundle-fetch.js';
import type { Setting } from '../../../features/package/list-settings.js';
import type { PackagedProject, PackageFile } from '../target.js';

/** Platform that passes HTTP requests to a function, with its packaging and its limits. */
export interface Platform {
  /** Name of the platform on the command line, and of the folder in `packages/`. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  readonly summary: string;
  /** @see FetchEntry.platform */
  readonly bundle: FetchEntry['platform'];
  /**
   * Whether the platform starts and stops instances as requests arrive. Instances share no memory and do nothing
   * between requests. `false` means a process that runs until it is stopped.
   */
  readonly hasInstances: boolean;
  /** Supported stores. */
  readonly stores: readonly StoreKind[];
  /** Matches environment variables that the platform sets or rejects. */
  readonly reserved: RegExp;
  /** Last lines of the entrypoint, which pass `server` to the platform. */
  readonly ending: string;
  /** Whether the program is a process that is ended by signals. */
  readonly isProcess: boolean;
  /** Files and folders that the user and platform tools create in the package folder: secrets and state. */
  readonly ignored: readonly string[];
  /** Creates the files of the package, except its README and `.gitignore`. */
  files(project: PackagedProject, server: string): readonly PackageFile[];
  /** Returns the user's commands, which run in the package folder. */
  commands(project: PackagedProject): PlatformCommands;
}

/** Commands for the user of a package. */
interface PlatformCommands {
  readonly deploy: readonly string[];
  /** Commands to run once, before variables are set. */
  readonly prepare?: readonly string[];
  /** Commands that start the server locally; absent if the platform has none. */
  readonly local?: readonly string[];
  /** Address of the endpoint; unknown parts are in angle brackets. */
  readonly address: string;
  /**
   * Returns the command that sets an environment variable, and prompts for its value if it is a secret; `undefined` if
   * no command is needed.
   */
  readonly setVariable: (setting: Pick<Setting, 'variable' | 'isSecret'>) => string | undefined;
  /** Sentences about other ways to set values. */
  readonly aboutSettings: string;
  /** Additional limits of the platform, as Markdown sentences. */
  readonly limits: readonly string[];
}

/** Variable with the secret that seals pending elicitations. All instances need the same secret. */
export const stateKeys = 'MCP_STATE_KEYS';
