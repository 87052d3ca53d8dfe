/** Properties of the machine that determine where clients store their configuration. */
export interface Machine {
  /** Absolute path of the user's home folder. */
  readonly home: string;
  /** Platform name as in Node: `darwin`, `win32`, `linux`. */
  readonly platform: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

/** Value of a field in a client configuration. */
export type EntryValue = string | number | boolean | readonly string[] | { readonly [name: string]: string };

/** Configuration of one server in a client's file: fields by name, in the order in which they are written. */
export type Entry = { readonly [field: string]: EntryValue };

/** Server started by the client. */
export interface LocalServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Server that the client connects to over HTTP. */
export interface RemoteServer {
  readonly name: string;
  readonly url: string;
  /** Headers sent with each request. A value can refer to the client's environment variables, as `${NAME}`. */
  readonly headers: readonly Header[];
}

/** Header of an HTTP request. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/** MCP client, such as Claude Desktop or Cursor, and how to configure it. */
export interface Client {
  /** Client name on the command line. */
  readonly id: string;
  /** Display name. */
  readonly title: string;
  readonly format: ConfigFormatName;
  /** Configuration key under which servers are listed by name. */
  readonly key: string;
  /** Path that exists if the client is installed. */
  readonly trace: (machine: Machine) => string;
  /** User-wide configuration file. Absent if no documentation tells users to edit such a file. */
  readonly userFile?: (machine: Machine) => string;
  /** Project configuration file, relative to the project, with forward slashes. */
  readonly projectFile?: string;
  /** Placeholder for the project folder, which the client replaces in its project file. */
  readonly projectVariable?: string;
  readonly local: (server: LocalServer) => Entry;
  /**
   * Returns the entry for a server at a URL. Absent if the configuration does not support URLs; see {@link
   * remoteByHand}.
   */
  readonly remote?: (server: RemoteServer) => Entry;
  /** Where to enter a URL in the client's user interface. */
  readonly remoteByHand?: string;
  /** Formats a reference to an environment variable. Absent if the client does not expand variables. */
  readonly variable?: (name: string) => string;
  /** Fields that are written only to a new entry. Afterward, they belong to the user. */
  readonly newEntry?: Entry;
  /** Sentence that explains how to reload the client's configuration. */
  readonly reload: string;
  /** How a user signs in to a server that responds with 401. Absent if the client does not document it. */
  readonly signIn?: string;
  /** Instructions for a client without a user-wide file. */
  readonly byHand?: (server: LocalServer | RemoteServer) => string | undefined;
}

/** Name of a configuration syntax. */
export type ConfigFormatName = 'json' | 'yaml' | 'toml';

/** Thrown if a configuration cannot be created or changed. The message explains the problem and the fix. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
}
