import type { AccessControl } from '../api/auth.js';
import type { Credentials } from '../api/credentials.js';
import type { PromptDefinition, ResourceDefinition, ServerDefinition, ServerIdentity } from '../api/definition.js';
import type { Delegation } from '../api/delegation.js';
import type { HandlerSet } from '../api/handlers.js';
import type { Mount } from './mount.js';
import type { Stores } from '../api/store.js';
import type { TaskStore } from '../api/task-store.js';
import type { Telemetry } from '../api/telemetry.js';
import type { Clock } from './clock.js';
import type { EnabledEntries } from './enabled-entries.js';
import type { GivenMode } from './choose-mode.js';
import type { Lists } from './lists.js';
import type { PartRow } from './part.js';
import type { Parts } from './parts.js';
import type { LogOptions, Report } from './report.js';
import type { Tool } from './tool.js';

/** The handlers of a server, or a function that loads them. */
export type HandlerSource = HandlerSet | (() => Promise<HandlerSet>);

/** Server that can respond on any number of connections: a definition with its handlers. */
export interface Service {
  readonly definition: ServerDefinition;
  /** Definition in mode `tools`, which in code mode contains the tools that code can call. */
  readonly toolsDefinition: ServerDefinition;
  readonly identity: ServerIdentity;
  /** By name. */
  readonly prompts: ReadonlyMap<string, PromptDefinition>;
  /** By URI. */
  readonly resources: ReadonlyMap<string, ResourceDefinition>;
  /**
   * Loads the handlers once, including those of the operations of discover mode.
   *
   * @returns Rejects with the error of the handler source.
   */
  readonly loadHandlers: () => Promise<HandlerSet>;
  readonly lists: Lists;
  readonly enabled: EnabledEntries;
  /** The optional parts that the server has. */
  readonly parts: Parts<Service>;
  readonly options: ServiceOptions;
  /** Writes a line for the operator of the server. */
  readonly report: Report;
  /** Decides whose credentials APIs are called with. Default: the credentials from the environment. */
  readonly credentials?: Credentials<never, never> | undefined;
  /** Stores that the processes of the server share. Default: none. */
  readonly stores?: Stores | undefined;
  /** Access control of a server over HTTP. Absent: the definition has no `auth`, or the server is on stdio. */
  readonly access?: AccessControl | undefined;
  /** Calls APIs on behalf of callers. Absent without such APIs, and on stdio. */
  readonly delegation?: Delegation | undefined;
  /** Paths next to the endpoint, over HTTP. Absent: none. */
  readonly mounts?: readonly Mount[] | undefined;
  /**
   * Maximum number of requests per second for each caller: the option, or the default of a server with `auth`. Absent: no
   * limit.
   */
  readonly callsPerSecond?: number | undefined;
  readonly state: ServiceState;
  /** Records spans and metrics. Absent without telemetry. */
  readonly telemetry?: Telemetry | undefined;
  /** Clock for the time limits of tools. Default: the system clock. */
  readonly clock?: Clock | undefined;
}

/** Members of a service that are set after its creation. */
export interface ServiceState {
  /** Tools with their handlers, by name; `undefined` before `loadTools`. */
  tools: ReadonlyMap<string, Tool> | undefined;
  /** Return value of `setup`; `undefined` until it has ended. */
  app: unknown;
}

/** External dependencies of a server: members of `handlers/server.ts`. */
export interface ServicePorts {
  /** Decides whose credentials APIs are called with. Default: the credentials from the environment. */
  readonly credentials?: Credentials<never, never> | undefined;
  /** Stores that the processes of the server share. Default: the memory of each process. */
  readonly stores?: Stores | undefined;
  /** Records spans and metrics. Default: nothing is recorded. */
  readonly telemetry?: Telemetry | undefined;
}

/** Ports and parts of a service, in addition to its definition and handlers. */
export interface ServiceSetup extends ServicePorts, Pick<Service, 'access' | 'delegation' | 'mounts' | 'clock'> {
  /** The optional parts that a server can have. Default: none. */
  readonly parts?: readonly PartRow<Service>[];
}

/** The tools that are enabled at startup. */
export interface ToolChoice {
  /**
   * Toolsets whose tools are enabled; `all` means every toolset. `issues-*` matches a prefix, and `!admin` excludes the
   * tools of a toolset. Tools without a toolset are always enabled. Default: the toolsets that the definition enables
   * by default, or else all.
   */
  readonly toolsets?: readonly string[];
  /**
   * Tools that are enabled: only these tools or, with `toolsets`, these tools in addition. `*` and `!` work as in `toolsets`;
   * exclusions always apply.
   */
  readonly tools?: readonly string[];
}

/** Options of a server that are not part of its definition. */
export interface ServiceOptions extends ToolChoice {
  /** Serves only tools (and, in discover mode, operations) with `readOnlyHint: true`. Default: `false`. */
  readonly readOnly?: boolean;
  /**
   * How clients reach the tools: `tools`: each tool is listed. `discover`: three tools find, describe and call
   * operations. `code`: code calls functions. A server has the modes that its definition declares. Default: the mode in
   * the definition.
   */
  readonly mode?: GivenMode;
  /** The server's name, which overrides the definition. */
  readonly name?: string;
  /** The server's version, which overrides the definition. */
  readonly version?: string;
  /** The server's title, which overrides the definition; `''`: no title. */
  readonly title?: string;
  /** Number of entries on a list page. Default: as many as `pageBytes` allows. */
  readonly pageSize?: number;
  /** Maximum size of the entries on a list page, in bytes; a page has at least one entry. Default: 2 MiB. */
  readonly pageBytes?: number;
  /**
   * Maximum number of requests per second for each caller: calls, lists, reads, prompts and completions. A caller is a
   * principal or, without authentication, an address; stdio has one caller. Default: 50 over HTTP for a server with
   * `auth` in its definition, otherwise no limit.
   */
  readonly callsPerSecond?: number;
  /**
   * Secrets that encrypt `requestState`, at least 32 characters each. The first secret encrypts; all secrets can decrypt.
   * Default: a random secret per process.
   */
  readonly stateKeys?: readonly string[];
  /**
   * Hides messages of handler errors from clients. They are only reported to the operator. Results, `ProtocolError` and
   * messages of the runtime itself are not masked. Default: `true` over HTTP, `false` on stdio.
   */
  readonly maskErrors?: boolean;
  /**
   * Warns the operator about handlers that repeat work when they run again. Default: `true` on Node, unless the
   * environment variable `NODE_ENV` is `production`; otherwise `false`.
   */
  readonly warnings?: boolean;
  /** Log format and filter. Default: text, without lines about requests. */
  readonly log?: LogOptions;
  /** Store of tasks. Default: the memory of the process. */
  readonly taskStore?: TaskStore;
}
