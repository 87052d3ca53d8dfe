import type { ProtectedEntry } from '../api/auth.js';
import type { PartCode, ServerDefinition, ToolDefinition, ToolDiscovery } from '../api/definition.js';
import type { AuthInfo } from '../api/request-context.js';
import type { ClientRequester } from '../exchange/client-requester.js';
import type { Exchange } from '../exchange/exchange.js';
import type { CacheHints, ResultBody } from '../results/result-body.js';
import type { JsonObject } from '../../wire/json.js';
import type { Method } from '../../wire/methods.js';
import type { ProtocolVersion } from '../../wire/protocol-versions.js';
import type { HandlerContext, NoElicitations } from '../api/handler-context.js';
import type { Mount, MountHost } from './mount.js';
import type { Tool, ToolCaller } from './tool.js';
import type { TaskPort } from './task-port.js';

/** Row of the table of parts: facts about an optional part of a server that are known before its code is loaded. */
export interface PartRow<Service> {
  readonly name: string;
  /** Methods that the part serves. A server without the part does not have them. */
  readonly methods?: { readonly [method: string]: Method };
  /** Members of the capabilities of a server with the part. */
  readonly capabilities?: (protocolVersion: ProtocolVersion) => JsonObject;
  /** Members of the `extensions` of a server with the part. */
  readonly extensions?: (protocolVersion: ProtocolVersion) => JsonObject;
  /** Returns the canonical URI of a resource. */
  readonly resolveUri?: (uri: string) => string;
  /** Whether the part has resources that are in no list. The first request about a resource opens it. */
  readonly hasResources?: true;
  /** Whether the part has mounts, so that it is loaded before the server listens. */
  readonly hasMounts?: true;
  /** Whether the part implements tasks. The first call that may become a task opens it. */
  readonly hasTasks?: true;
  /** Kinds of tools without a handler that the part implements. The first call of such a tool opens it. */
  readonly jobs?: readonly ToolDiscovery['does'][];
  /**
   * Loads the code of the part; `undefined` for a server without the part. The first request that needs it opens it.
   */
  readonly load: (definition: ServerDefinition) => (() => Promise<PartSource<Service>>) | undefined;
}

/** The code of a part. */
export interface PartSource<Service> {
  open(service: Service): Part | Promise<Part>;
  /**
   * Returns the paths that the part serves over HTTP.
   *
   * @throws TypeError for missing environment variables and invalid values.
   */
  mount?(host: MountHost): readonly Mount[];
}

/** Returns the code of a part, which generated code imports from the part's own entry point of the runtime. */
export function sourceOf<Service>(code: PartCode): PartSource<Service> {
  return code as PartSource<Service>;
}

/** Returns the loader of a part that generated code declares under `parts`. */
export function loadOf<Service>(
  load: (() => Promise<PartCode>) | undefined,
): (() => Promise<PartSource<Service>>) | undefined {
  return load as (() => Promise<PartSource<Service>>) | undefined;
}

/**
 * Returns the loader of a part that a server has.
 *
 * @throws Error without a loader: generated code declares it since 0.4.
 */
export function requirePart<Service>(load: (() => Promise<PartCode>) | undefined): () => Promise<PartSource<Service>> {
  const loader = loadOf<Service>(load);
  if (loader === undefined) throw new Error('Outdated generated code: run `npx create-mcp-from-schema generate`');
  return loader;
}

/** An open part of a server. */
export interface Part {
  /** Serves the methods of the row. */
  readonly serve?: { readonly [method: string]: Serve };
  /** Finds a resource that is not in a list, such as a file in a listed folder. */
  readonly findResource?: (uri: string) => FoundResource | undefined;
  readonly tasks?: TaskPort;
  readonly jobs?: ToolJobs;
}

/** Implements tools that have no handler. */
export interface ToolJobs {
  /** Runs a call of such a tool. */
  run(
    tool: ToolDefinition,
    input: JsonObject,
    context: HandlerContext<NoElicitations, never>,
    caller: ToolCaller,
  ): unknown;
  /** Finds a tool by name, for a tool that calls other tools. */
  findTool?(caller: ToolDefinition, name: string): Promise<Tool | undefined>;
}

/** Serves a method. */
export type Serve = (params: JsonObject, call: PartCall) => ResultBody | Promise<ResultBody>;

/** A request to a part. */
export interface PartCall {
  readonly exchange: Exchange;
  readonly protocolVersion: ProtocolVersion;
  readonly clientCapabilities: JsonObject;
  readonly auth: AuthInfo | undefined;
  /** Whether the request has been answered or cancelled. */
  readonly isClosed: boolean;
  /** Opens the requester for the client of the request. */
  openRequester(): Promise<ClientRequester>;
}

/** Entries that a URI belongs to; a caller needs the scopes of all of them. */
export interface FoundResource {
  /** Entries of the URI, innermost first. */
  readonly entries: readonly ProtectedEntry[];
  /** Reads the content. Absent: the URI belongs to the entries, but cannot be read. */
  readonly read?: () => unknown;
  /** Cache hints. Default: the hints of lists. */
  readonly cache?: CacheHints;
}
