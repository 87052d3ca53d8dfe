import type {
  PromptDefinition,
  ResourceDefinition,
  ServerDefinition,
  ServerIdentity,
  ToolDefinition,
  ToolValidators,
} from '../api/definition.js';
import type { HandlerContext } from '../api/handler-context.js';
import type { HandlerSet } from '../api/handlers.js';
import type { TaskStore } from '../api/task-store.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import { EnabledEntries } from './enabled-entries.js';
import { Lists } from './lists.js';
import type { Report } from './report.js';

/** A function of the user's, called with what it was declared for. */
export type Handler = (input: unknown, context: HandlerContext) => unknown;

/** A tool and what was loaded for it. */
export interface Tool {
  readonly definition: ToolDefinition;
  /** Absent when the tool is there to find, describe or call operations. */
  readonly handler: Handler | undefined;
  /** There after the first call. */
  validators: ToolValidators | undefined;
  /** There while the validators are being loaded. */
  loading: Promise<ToolValidators> | undefined;
}

/** The handlers of a server, or what loads them. */
export type HandlerSource = HandlerSet | (() => Promise<HandlerSet>);

/** A server ready to answer, for any number of connections: the definition, its handlers and what is made of them. */
export interface Service {
  readonly definition: ServerDefinition;
  readonly identity: ServerIdentity;
  /** By name; there once they were loaded (`loadTools`). */
  tools: ReadonlyMap<string, Tool> | undefined;
  /** By name. */
  readonly prompts: ReadonlyMap<string, PromptDefinition>;
  /** By URI. */
  readonly resources: ReadonlyMap<string, ResourceDefinition>;
  /**
   * Loads the handlers, once; those of operations that are no tools of their own are among them.
   *
   * @returns Rejects with what the source of the handlers throws.
   */
  readonly loadHandlers: () => Promise<HandlerSet>;
  readonly lists: Lists;
  readonly enabled: EnabledEntries;
  readonly callsPerSecond: number | undefined;
  readonly stateKeys: readonly string[];
  readonly maskErrors: boolean;
  readonly warnings: boolean;
  /** Default: in memory. */
  readonly taskStore: TaskStore | undefined;
  readonly report: Report;
}

/** Which tools are served from the start. */
export interface ToolChoice {
  /**
   * Toolsets whose tools are served, beside all tools that belong to none; `all` means every one. Default: those of the
   * definition, or every one.
   */
  readonly toolsets?: readonly string[];
  /** Tools that are served: only these, or, with `toolsets`, these as well. */
  readonly tools?: readonly string[];
}

/** What can be said about a server apart from its definition. */
export interface ServiceOptions extends ToolChoice {
  /** The server's name, instead of that of the definition. */
  readonly name?: string;
  /** The server's version, instead of that of the definition. */
  readonly version?: string;
  /** The server's title, instead of that of the definition; `''`: none. */
  readonly title?: string;
  /** Entries on a page of a list. Default: all. */
  readonly pageSize?: number;
  /**
   * Tool calls and completions that each client may ask for in a second. Clients are told apart by who they are, else by
   * their connection, session or address. Default: no limit.
   */
  readonly callsPerSecond?: number;
  /**
   * Secrets that the state of requests is sealed with while their questions are open, of at least 32 characters each: the
   * first one seals, all of them open. Default: one that is made up at each start, which no other process has.
   */
  readonly stateKeys?: readonly string[];
  /**
   * Clients are told that a tool failed, and not the message of what its handler threw; the operator is. What a handler
   * returns is not masked. Default: they are told.
   */
  readonly maskErrors?: boolean;
  /**
   * The operator is warned of handlers that do again what they have done already. Default: `true` on Node, unless the
   * environment variable `NODE_ENV` is `production`; else `false`.
   */
  readonly warnings?: boolean;
  /** Where tasks are kept. Default: in the memory of the process. */
  readonly taskStore?: TaskStore;
}

/** Format of generated code that this runtime serves: `format` of the definition has to be the same. */
const generatedFormat = 1;

/**
 * Joins a definition with its handlers.
 *
 * @param handlers What loads them has found that none is missing (`loadHandlers`).
 * @throws Error for generated code of another format. TypeError that names every missing handler; for keys that are too short.
 */
export function createService(
  definition: ServerDefinition,
  handlers: HandlerSource,
  report: Report,
  {
    name,
    version,
    title,
    pageSize,
    callsPerSecond,
    stateKeys = [],
    maskErrors = false,
    warnings = false,
    taskStore,
  }: ServiceOptions = {},
): Service {
  const { format }: { readonly format?: number } = definition;
  if (format !== generatedFormat) {
    throw new Error(
      `The generated code has format ${format ?? 0} and this version of create-mcp-from-schema runs format ${generatedFormat}: ` +
        'run `npx create-mcp-from-schema generate` and build the server again.',
    );
  }
  if (stateKeys.some((key) => key.length < 32)) {
    throw new TypeError('The keys in stateKeys or MCP_STATE_KEYS must have at least 32 characters');
  }
  if (typeof handlers !== 'function') checkHandlers(definition, handlers);
  let loading: Promise<HandlerSet> | undefined;
  const enabled = new EnabledEntries(definition);
  return {
    definition,
    identity: {
      ...definition.server,
      name: name ?? definition.server.name,
      version: version ?? definition.server.version,
      ...(title === undefined ? {} : { title }),
    },
    tools: undefined,
    prompts: new Map(definition.prompts.map((prompt) => [prompt.name, prompt])),
    resources: new Map(definition.resources.map((resource) => [resource.uri, resource])),
    loadHandlers: () => (loading ??= typeof handlers === 'function' ? handlers() : Promise.resolve(handlers)),
    lists: new Lists(definition, enabled, pageSize),
    enabled,
    callsPerSecond,
    stateKeys,
    maskErrors,
    warnings,
    taskStore,
    report,
  };
}

/**
 * Finds out whether there is a handler for everything that needs one.
 *
 * @returns The handlers.
 * @throws TypeError that names every handler that is missing.
 */
export function checkHandlers(definition: ServerDefinition, handlers: HandlerSet): HandlerSet {
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
 * Loads the handlers of a server, all of them.
 *
 * @param fail Told why they cannot be loaded, or which are missing.
 * @returns Rejects with what clients are told then.
 */
export async function loadHandlers(
  definition: ServerDefinition,
  handlers: HandlerSource,
  fail: (error: unknown) => void,
): Promise<HandlerSet> {
  try {
    return checkHandlers(definition, typeof handlers === 'function' ? await handlers() : handlers);
  } catch (error) {
    fail(error);
    throw new ProtocolError(-32603, 'Internal error');
  }
}

/**
 * Loads the tools of a service and joins them with their handlers. A server that is only listed
 * does without: a thousand tools are 5 ms of reading their table, and fill so much of the young heap that garbage is collected.
 */
export async function loadTools(service: Service): Promise<void> {
  const [definitions, { tools }] = await Promise.all([service.definition.tools.load(), service.loadHandlers()]);
  const handlers: { readonly [name: string]: unknown } = tools;
  service.tools ??= new Map(
    definitions.map((definition): [string, Tool] => {
      const handler = definition.discovery ? undefined : (handlers[definition.name] as Handler);
      return [definition.name, { definition, handler, validators: undefined, loading: undefined }];
    }),
  );
}
