import type { AccessControl } from '../api/auth.js';
import type { Credentials } from '../api/credentials.js';
import type {
  PromptDefinition,
  ResourceDefinition,
  ServerDefinition,
  ServerIdentity,
  ToolDefinition,
  ToolValidators,
} from '../api/definition.js';
import type { Delegation } from '../api/delegation.js';
import type { HandlerContext, NoQuestions } from '../api/handler-context.js';
import type { HandlerSet } from '../api/handlers.js';
import type { ServerPage } from '../api/page.js';
import type { Stores } from '../api/store.js';
import type { TaskStore } from '../api/task-store.js';
import type { Telemetry } from '../api/telemetry.js';
import type { JsonObject } from '../../wire/json-object.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import type { Revision } from '../../wire/revisions.js';
import type { ResultBody } from '../results/result-body.js';
import type { Clock } from './clock.js';
import { EnabledEntries } from './enabled-entries.js';
import { chooseMode, type ServingMode } from './choose-mode.js';
import { Lists } from './lists.js';
import type { PartRow } from './part.js';
import { Parts } from './parts.js';
import type { LogOptions, Report } from './report.js';
import { noteUserError } from './report-later.js';
import { ToolTable } from './tool-table.js';

/** A user's handler, called with the input that its definition declares. */
export type Handler = (input: unknown, context: HandlerContext) => unknown;

/** A tool with its handler and validators. */
export interface Tool {
  readonly definition: ToolDefinition;
  /**
   * Answers a call whose arguments are valid: calls the handler, or does the job of a tool without one.
   *
   * @param caller Calls tools inside of this call.
   */
  answer(input: JsonObject, context: HandlerContext<NoQuestions, never>, caller: ToolCaller): unknown;
  /** Present after the first call. */
  validators: ToolValidators | undefined;
}

/** Calls tools inside of a call. */
export interface ToolCaller {
  /**
   * @param context Context of a branch. Default: that of the call itself.
   * @param revision Revision that the result is encoded for. Default: that of the context.
   */
  callInside(
    tool: Tool,
    input: JsonObject,
    context?: HandlerContext<NoQuestions, never>,
    revision?: Revision,
  ): ResultBody | Promise<ResultBody>;
}

/** The handlers of a server, or a function that loads them. */
export type HandlerSource = HandlerSet | (() => Promise<HandlerSet>);

/** A server that is ready to answer, on any number of connections: a definition with its handlers. */
export interface Service {
  readonly definition: ServerDefinition;
  /** The definition without code mode of the whole server: the tools that code may call. */
  readonly direct: ServerDefinition;
  readonly identity: ServerIdentity;
  readonly tools: ToolTable;
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
  readonly parts: Parts;
  options: ServiceOptions;
  /** Writes a line for the operator of the server. A log with options replaces it. */
  report: Report;
  /** Decides whose credentials APIs are called with. Default: those of the environment. */
  readonly credentials: Credentials<never, never> | undefined;
  /** What the processes of the server share. Default: nothing. */
  readonly stores: Stores | undefined;
  /** Checks who may do what over HTTP. Present after a server with `auth` began to listen. */
  access?: AccessControl;
  /** Calls APIs on behalf of callers. Present after a server with such an API began to listen. */
  delegation?: Delegation;
  /** Page about the server. Present after a server that has one began to listen. */
  page?: ServerPage;
  /** Card of the server, once HTTP has begun. Absent: there is none. */
  card?: ServerPage;
  /** Return value of `setup`; `undefined` before it has ended. */
  app?: unknown;
  /** Records spans and metrics. Absent without telemetry. */
  telemetry?: Telemetry | undefined;
  /** Clock of the time limits of tools. Default: the system's. */
  clock?: Clock;
}

/** What a server uses of the world around it: members of `handlers/server.ts`. */
export interface ServicePorts {
  /** Decides whose credentials APIs are called with. Default: those of the environment. */
  readonly credentials?: Credentials<never, never> | undefined;
  /** What the processes of the server share. Default: nothing, each process has its own memory. */
  readonly stores?: Stores | undefined;
  /** Records spans and metrics. Default: nothing is recorded. */
  readonly telemetry?: Telemetry | undefined;
}

/** What a service is made of besides its definition and handlers. */
export interface ServiceSetup extends ServicePorts {
  /** The optional parts that a server can have. Default: none. */
  readonly parts?: readonly PartRow[];
}

/** The tools that are enabled at the start. */
export interface ToolChoice {
  /**
   * Toolsets whose tools are enabled; `all` means every toolset. `issues-*` stands for all that begin so, and `!admin` excludes the
   * tools of a toolset. Tools without a toolset are always enabled. Default: the toolsets that the definition names, else all.
   */
  readonly toolsets?: readonly string[];
  /** Tools that are enabled: only these, or, with `toolsets`, these as well. `*` and `!` as in `toolsets`; exclusions count always. */
  readonly tools?: readonly string[];
}

/** Options of a server that are not part of its definition. */
export interface ServiceOptions extends ToolChoice {
  /**
   * Only tools with `readOnlyHint: true` are listed and answered, and only such operations are found and called in discover mode.
   * Default: `false`.
   */
  readonly readOnly?: boolean;
  /**
   * How clients reach the tools: `direct`, each tool is listed; `discover`, operations are found and called by three tools;
   * `code`, functions are found and called by code. A server has those modes that its definition has. Default: that of the
   * definition.
   */
  readonly mode?: ServingMode;
  /** The server's name, instead of that of the definition. */
  readonly name?: string;
  /** The server's version, instead of that of the definition. */
  readonly version?: string;
  /** The server's title, instead of that of the definition; `''`: none. */
  readonly title?: string;
  /** Entries on a page of a list. Default: as many as `pageBytes` allows. */
  readonly pageSize?: number;
  /** Maximum bytes of the entries on a page of a list; a page has at least one. Default: 2 MiB. */
  readonly pageBytes?: number;
  /**
   * Requests that each caller may send in a second: calls, lists, reads, prompts and completions. A caller is a principal, or without `authenticate` an
   * address; on stdio there is one caller. Default: 50 over HTTP for a server with `auth` in its definition, else no limit.
   */
  readonly callsPerSecond?: number;
  /**
   * Secrets that seal the state of requests while their questions are open, at least 32 characters each. The first one seals,
   * all of them open. Default: a random one per start, which no other process has.
   */
  readonly stateKeys?: readonly string[];
  /**
   * Clients learn only that a handler failed, not the message of the error that it threw. The operator gets the message.
   * Results, `ProtocolError` and messages of the runtime itself are not masked. Default: `true` over HTTP, `false` on stdio.
   */
  readonly maskErrors?: boolean;
  /**
   * Warns the operator of handlers that repeat work when they are run again. Default: `true` on Node, unless the environment
   * variable `NODE_ENV` is `production`; else `false`.
   */
  readonly warnings?: boolean;
  /** Form of the lines for the operator, and which of them are written. Default: text, all but lines about requests. */
  readonly log?: LogOptions;
  /** Store of tasks. Default: the memory of the process. */
  readonly taskStore?: TaskStore;
}

/** Format of generated code that this runtime serves: `format` of the definition has to be the same. */
const generatedFormat = 1;

/**
 * Joins a definition with its handlers.
 *
 * @throws Error for generated code of another format, and for a mode that the server does not have. TypeError that names every
 *   missing handler, unless `handlers` is a function (then `loadHandlers` checks them); TypeError for keys that are too short,
 *   for `credentials` that is no function, for `telemetry` that is none, and for durable tasks without a store.
 */
export function createService(
  direct: ServerDefinition,
  handlers: HandlerSource,
  report: Report,
  options: ServiceOptions = {},
  { credentials, stores, telemetry, parts = [] }: ServiceSetup = {},
): Service {
  const { format }: { readonly format?: number } = direct;
  if (format !== generatedFormat) {
    throw new Error(
      `The generated code has format ${format ?? 0} and this version of create-mcp-from-schema runs format ${generatedFormat}: ` +
        'run `npx create-mcp-from-schema generate` and build the server again.',
    );
  }
  const { name, version, title, stateKeys } = options;
  checkStateKeys(stateKeys);
  if (typeof handlers !== 'function') checkHandlers(direct, handlers);
  if (credentials !== undefined && typeof credentials !== 'function') {
    throw new TypeError('`credentials` of handlers/server.ts must be a function');
  }
  if (direct.hasDurableTasks === true) checkDurable(options, stores);
  if (telemetry !== undefined && typeof telemetry.receive !== 'function') {
    throw new TypeError('`telemetry` of handlers/server.ts must be what `openTelemetry()` returns');
  }
  const definition = chooseMode(direct, options.mode);
  let loading: Promise<HandlerSet> | undefined;
  const enabled = new EnabledEntries(definition);
  const service: Service = {
    definition,
    direct,
    identity: {
      ...definition.server,
      name: name ?? definition.server.name,
      version: version ?? definition.server.version,
      ...(title === undefined ? {} : { title }),
    },
    tools: new ToolTable(() => service),
    prompts: new Map(definition.prompts.map((prompt) => [prompt.name, prompt])),
    resources: new Map(definition.resources.map((resource) => [resource.uri, resource])),
    loadHandlers: () => (loading ??= typeof handlers === 'function' ? handlers() : Promise.resolve(handlers)),
    lists: new Lists(definition, enabled, options),
    enabled,
    parts: new Parts(parts, definition),
    options,
    report,
    credentials,
    stores,
    telemetry,
  };
  return service;
}

/** @throws TypeError for a server that could not keep its durable tasks. */
/**
 * Sets the option `stateKeys`, for a platform whose environment is known with the first request. To be called before anything is sealed.
 *
 * @throws TypeError for keys that are too short.
 */
export function useStateKeys(service: Service, stateKeys: readonly string[]): void {
  checkStateKeys(stateKeys);
  service.options = { ...service.options, stateKeys };
}

function checkStateKeys(stateKeys: readonly string[] = []): void {
  if (stateKeys.some((key) => key.length < 32)) {
    throw new TypeError('The keys in stateKeys or MCP_STATE_KEYS must have at least 32 characters');
  }
}

function checkDurable({ taskStore }: ServiceOptions, stores: Stores | undefined): void {
  if (stores === undefined) {
    throw new TypeError(
      'Durable tasks need a store: set `server.stores` in the definition, or export `stores` from handlers/server.ts',
    );
  }
  if (taskStore !== undefined) throw new TypeError('Durable tasks are kept in `stores`: remove the option `taskStore`');
}

/**
 * Checks that every entry that needs a handler has one, and returns the handlers.
 *
 * @throws TypeError that names every missing handler.
 */
function checkHandlers(definition: ServerDefinition, handlers: HandlerSet): HandlerSet {
  const { tools, prompts, resources, resourceTemplates } = definition;
  const missing: string[] = [];
  const check = (kind: string, owner: { readonly [name: string]: unknown }, name: string): void => {
    if (!Object.hasOwn(owner, name) || typeof owner[name] !== 'function') missing.push(`${kind} "${name}"`);
  };
  for (const name of tools.names) if (tools.discovering?.includes(name) !== true) check('tool', handlers.tools, name);
  for (const { name, messages } of prompts) if (!messages) check('prompt', handlers.prompts, name);
  for (const { uri, content } of resources) if (!content) check('resource', handlers.resources, uri);
  for (const { uriTemplate } of resourceTemplates) check('resource template', handlers.resourceTemplates, uriTemplate);
  if (missing.length > 0) throw new TypeError(`Handlers are missing for ${missing.join(', ')}`);
  return handlers;
}

/**
 * Loads the handlers of a server and checks that none is missing.
 *
 * @param fail Called with the reason when the handlers cannot be used.
 * @returns Rejects with the error for clients.
 */
export async function loadHandlers(
  definition: ServerDefinition,
  handlers: HandlerSource,
  fail: (error: unknown) => void,
): Promise<HandlerSet> {
  try {
    return checkHandlers(definition, typeof handlers === 'function' ? await load(handlers) : handlers);
  } catch (error) {
    fail(error);
    throw new ProtocolError(-32603, 'Internal error');
  }
}

async function load(handlers: () => Promise<HandlerSet>): Promise<HandlerSet> {
  try {
    return await handlers();
  } catch (error) {
    noteUserError(error);
    throw error;
  }
}
