/** Facts about the machine that decide where clients keep their configuration. */
export interface Machine {
  /** Absolute path of the user's folder. */
  readonly home: string;
  /** As Node calls it: `darwin`, `win32`, `linux`. */
  readonly platform: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

/** Value of a field in a client's configuration. */
export type EntryValue = string | number | boolean | readonly string[] | { readonly [name: string]: string };

/** Configuration of one server in a client's file: fields by name, in the order in which they are written. */
export type Entry = { readonly [field: string]: EntryValue };

/** Server that the client starts. */
export interface LocalServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Server that the client reaches over HTTP. */
export interface RemoteServer {
  readonly name: string;
  readonly url: string;
  /** Headers of each request. A value may refer to environment variables of the client, as `${NAME}`. */
  readonly headers: readonly Header[];
}

/** Header of an HTTP request. */
export interface Header {
  readonly name: string;
  readonly value: string;
}

/** MCP client, such as Claude Desktop or Cursor, and how it is configured. */
export interface Client {
  /** Name on the command line. */
  readonly id: string;
  /** Display name. */
  readonly title: string;
  readonly format: ConfigFormatName;
  /** Key of the configuration under which servers stand by name. */
  readonly key: string;
  /** Path whose existence shows that the client is installed. */
  readonly trace: (machine: Machine) => string;
  /** User-wide configuration file. Absent if no documentation tells users to edit one. */
  readonly userFile?: (machine: Machine) => string;
  /** Project configuration file, relative to the project, with forward slashes. */
  readonly projectFile?: string;
  /** Placeholder that the client replaces by the project folder, in its project file. */
  readonly projectVariable?: string;
  readonly local: (server: LocalServer) => Entry;
  /** Entry for a server at an address. Absent if the configuration takes none; see {@link remoteByHand}. */
  readonly remote?: (server: RemoteServer) => Entry;
  /** Where in the client a user enters an address. */
  readonly remoteByHand?: string;
  /** Formats a reference to an environment variable. Absent if the client expands none. */
  readonly variable?: (name: string) => string;
  /** Fields that only a new entry gets; later they belong to the user. */
  readonly newEntry?: Entry;
  /** How to make the client reload its configuration, as a sentence. */
  readonly reload: string;
  /** How a user signs in to a server that responds with 401. Absent if the client does not document it. */
  readonly signIn?: string;
  /** Instructions for a client without a user-wide file. */
  readonly byHand?: (server: LocalServer | RemoteServer) => string | undefined;
}

/** Syntax of a configuration. */
export type ConfigFormatName = 'json' | 'yaml' | 'toml';

/** Thrown when a configuration cannot be created or changed. The message explains the problem and the fix. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
}
