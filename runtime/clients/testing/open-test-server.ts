import type { RunInside, Variables } from '../../core/api/environment.js';

import type { HandlerSet } from '../../core/api/handlers.js';
import type { AuthInfo } from '../../core/api/request-context.js';
import type { ClientPeer } from '../client/create-client.js';
import { afterTurn } from '../../wire/after-turn.js';
import type { JsonObject } from '../../wire/json.js';
import { modernProtocolVersions, type ProtocolVersion } from '../../wire/protocol-versions.js';
import { defaultMaxMessageBytes } from '../../core/service/default-limits.js';
import { openServer } from '../../core/sharing/open-server.js';
import type { ServerControl } from '../../core/sharing/server-control.js';
import { loadTools } from '../../core/service/load-tools.js';
import { listModes } from '../../core/service/choose-mode.js';
import { renameOptions } from '../../core/service/deprecated-options.js';
import { printReport, type Report } from '../../core/service/report.js';
import type { Service } from '../../core/service/service.js';
import type { ServerUnderTest } from './compare-protocol-versions.js';
import { addServerMembers, type DeprecatedOpenServer } from './deprecated-members.js';
import { renameTestOptions, type DeprecatedOpenOptions } from './deprecated-options.js';
import { runDurableTasks, testStores } from './durable-service.js';
import { parts } from '../../parts.js';
import { ManualClock } from './manual-clock.js';
import { MemoryPeer, type RecordedLog, type RecordedProgress } from './memory-peer.js';
import type { MissingCapability } from './play-call.js';
import { ScriptReader, type ResponseScript } from './script-responses.js';
import type { RecordedClientRequest } from './recorded-client-request.js';
import { readTestEnvironment } from './test-environment.js';

/**
 * Server and its typed client: `generated/test-project.ts` exports one.
 *
 * @typeParam App Return value of `setup`.
 */
export interface ClientProject<Client, App = unknown> extends ServerUnderTest {
  /** Called when the server is opened. */
  readonly setup?: (server: ServerControl) => App | Promise<App>;
  /** `connect` from `generated/client.ts`. */
  readonly connect: (peer: ClientPeer) => Client;
}

/** Options of {@link openTestServer}. */
export interface OpenOptions extends DeprecatedOpenOptions {
  /** Responses to client requests of handlers. Default: none are expected. */
  readonly responses?: ResponseScript;
  /** Identity of the client, in the form that `authenticate` returns. Default: not authenticated. */
  readonly auth?: AuthInfo;
  /** Protocol version of the client. Default: the latest. */
  readonly protocolVersion?: ProtocolVersion;
  /**
   * Capabilities that the client does not declare. Default: none; the client declares all capabilities of its protocol
   * version.
   */
  readonly withoutCapabilities?: readonly MissingCapability[];
  /** Tool timeouts elapse only through `advance`. Default: `false`. */
  readonly manualClock?: boolean;
  /**
   * Environment variables in addition to those of the process, which they override; `undefined` removes a variable. In
   * this server's handlers and `setup`, `env` has these values; elsewhere it has the values of the last opened server.
   * Default: the environment of the process, and `.env`.
   */
  readonly env?: Variables;
  /** Command-line arguments, which `setup` gets as `server.args`. Default: none. */
  readonly args?: readonly string[];
}

/**
 * Members of an open test server, in addition to the methods of its typed client.
 *
 * @typeParam App Return value of `setup`.
 */
export interface OpenServer<App = unknown> extends DeprecatedOpenServer {
  /** Return value of `setup` for this server: `context.app` of its handlers. */
  readonly app: App;
  /** Progress that handlers reported, in order. */
  readonly progress: readonly RecordedProgress[];
  /** Log messages that handlers sent, in order. */
  readonly logs: readonly RecordedLog[];
  /** Client requests that handlers sent, in order, since the last call of `respond`. */
  readonly clientRequests: readonly RecordedClientRequest[];
  /** Lines that the server would write to stderr. */
  readonly reports: readonly string[];
  /** Replaces the scripted responses, and clears `clientRequests`. */
  respond(responses: ResponseScript): void;
  /**
   * Sends a raw request, such as `tools/list`, and returns its raw result.
   *
   * @throws RequestError for a JSON-RPC error of the server.
   */
  request(method: string, params?: JsonObject): Promise<JsonObject>;
  /**
   * Waits until every call has reached its handler, then advances the clock. Requires `manualClock`.
   *
   * @throws TypeError without `manualClock`.
   */
  advance(milliseconds: number): Promise<void>;
  /** Aborts all calls, and calls the server's `close` with `app`. Further calls have no effect. */
  close(): Promise<void>;
}

/**
 * Opens a server in memory, without a process or a port, and returns its typed client. Calls `setup`.
 *
 * @throws TypeError for missing handlers, unknown toolsets, and environment variables that are missing or invalid; the
 *   errors of `setup`.
 */
export async function openTestServer<Client, App = unknown>(
  project: ClientProject<Client, App>,
  options: OpenOptions = {},
): Promise<Client & OpenServer<App>> {
  const server = await openOnClock(project, renameTestOptions(options));
  const client = { ...project.connect(server.peer) };
  const members = Object.getOwnPropertyDescriptors(serveTest(project, server));
  return addServerMembers(Object.defineProperties(client, members) as Client & TestServer<App>);
}

/** The members of an open server under their current names. */
type TestServer<App> = Omit<OpenServer<App>, keyof DeprecatedOpenServer>;

/** Server in memory, with its client and its clock. */
interface OpenedProject {
  readonly service: Service;
  readonly peer: MemoryPeer;
  readonly runInside: RunInside;
  readonly script: { reader: ScriptReader };
  readonly reports: readonly string[];
  /** Set with the option `manualClock`. */
  readonly clock: ManualClock | undefined;
  /** Progress tokens of the calls that have reached their handlers. */
  readonly started: ReadonlySet<unknown>;
  stopTasks(): Promise<void>;
}

async function openOnClock(project: ClientProject<unknown, unknown>, options: OpenOptions): Promise<OpenedProject> {
  const { protocolVersion = modernProtocolVersions[0], auth, withoutCapabilities = [], manualClock = false } = options;
  const { definition } = project;
  const reports: string[] = [];
  const started = new Set<unknown>();
  const clock = manualClock ? new ManualClock() : undefined;
  let peer: MemoryPeer | undefined;
  const report: Report = (line) => {
    reports.push(printReport(line));
    if (line.thrown !== undefined) peer?.noteThrown(line.request?.id, line.thrown);
  };
  const {
    maxMessageBytes = defaultMaxMessageBytes,
    sequential = false,
    ...own
  } = renameOptions(project.options ?? {}, report);
  // Not code mode: tests call the tools themselves.
  const mode = listModes(definition).find((each) => each !== 'code') ?? 'tools';
  const handlers = manualClock ? noteStarts(project.handlers, started) : project.handlers;
  const program = { ...project, handlers, options: { maskErrors: false, mode, ...own }, ...testStores(definition) };
  const runInside = readTestEnvironment(project.environment, options.env);
  const [service, stopTasks] = await runInside(async () => {
    const opened = await openServer(program, { parts, report, clock, choice: own, args: options.args });
    await loadTools(opened);
    return [opened, await runDurableTasks(opened)] as const;
  });
  const script = { reader: new ScriptReader(options.responses ?? []) };
  const respond = (clientRequest: JsonObject): Promise<JsonObject> => script.reader.respond(clientRequest, true);
  peer = new MemoryPeer({
    service,
    maxMessageBytes,
    sequential,
    auth,
    protocolVersion,
    withoutCapabilities,
    respond,
    runInside,
  });
  return { service, peer, runInside, script, reports, clock, started, stopTasks };
}

function serveTest<App>(
  project: ClientProject<unknown, App>,
  { service, peer, runInside, script, reports, clock, started, stopTasks }: OpenedProject,
): TestServer<App> {
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    peer.close();
    await stopTasks();
    await runInside(() => project.close?.(service.state.app));
  };
  return {
    app: service.state.app as App,
    progress: peer.progress,
    logs: peer.logs,
    get clientRequests() {
      return script.reader.clientRequests;
    },
    reports,
    respond: (responses) => {
      script.reader = new ScriptReader(responses);
    },
    request: (method, params = {}) => peer.request(method, params),
    advance: async (milliseconds) => {
      if (clock === undefined) throw new TypeError('`advance` requires the option `manualClock: true`');
      do await nextTurn();
      while (peer.openTokens.some((token) => !started.has(token)));
      clock.advance(milliseconds);
      await nextTurn();
    },
    close: () => (closing ??= close()),
  };
}

function nextTurn(): Promise<void> {
  return new Promise(afterTurn);
}

/** Wraps tool handlers so that each adds the progress token of its request to `started`. */
function noteStarts(handlers: HandlerSet, started: Set<unknown>): HandlerSet {
  const tools = Object.entries(handlers.tools).map(([name, handler]) => {
    const noted: HandlerSet['tools'][string] = (input, context) => {
      started.add(context.meta['progressToken']);
      return handler(input, context);
    };
    return [name, noted] as const;
  });
  return { ...handlers, tools: Object.fromEntries(tools) };
}
