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

/** Program that connects to MCP servers, and how it is configured. */
export interface Client {
  /** Name on the command line. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  readonly format: ConfigFormatName;
  /** Key of the configuration under which servers stand by name. */
  readonly key: string;
  /** Path whose existence shows that the client is installed. */
  readonly trace: (machine: Machine) => string;
  /** File that counts in all projects of the user. Absent when no page tells people to edit one. */
  readonly userFile?: (machine: Machine) => string;
  /** File that counts in one project, relative to it, forward slashes. */
  readonly projectFile?: string;
  /** Text that the client replaces by the folder of the project, in its project file. */
  readonly projectVariable?: string;
  readonly local: (server: LocalServer) => Entry;
  /** Absent when the configuration takes no addresses; {@link remoteByHand} says where they go. */
  readonly remote?: (server: RemoteServer) => Entry;
  /** Place in the client where a user enters an address by hand. */
  readonly remoteByHand?: string;
  /** Writes a reference to an environment variable as the client does. Absent: the client replaces none. */
  readonly variable?: (name: string) => string;
  /** Fields that only a new entry gets: later they belong to the user. */
  readonly newEntry?: Entry;
  /** Step that makes the client read its configuration again, as a sentence. */
  readonly reload: string;
  /** How a user signs in to a server that answers 401. Absent when no page says that the client can. */
  readonly signIn?: string;
  /** Instructions for a client without a file of the user. */
  readonly byHand?: (server: LocalServer | RemoteServer) => string | undefined;
}

/** Syntax of a configuration. */
export type ConfigFormatName = 'json' | 'yaml' | 'toml';

/** Thrown when a configuration cannot be made or changed. The message says why, and what to do. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
}
