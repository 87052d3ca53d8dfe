import type { ServerDefinition } from '../../core/api/definition.js';
import type { HandlerSet } from '../../core/api/handlers.js';
import type * as Durable from '../../features/tasks/durable/index.js';
import type { HttpOptions } from '../http/http-options.js';
import type { ServerControl } from '../../core/sharing/server-control.js';
import { waitAtMost } from '../../wire/promises.js';
import type { Report } from '../../core/service/report.js';
import { reportStartError, reportLater } from '../../core/service/report-later.js';
import { loadHandlers } from '../../core/service/create-service.js';
import type { HandlerSource, Service, ServicePorts } from '../../core/service/service.js';
import type { ServeArguments } from './command-line.js';
import { fillProgram } from './fill-program.js';
import type { FillableProgram } from './load-program.js';
import type { HttpMembers } from './serve-http.js';
import { StdioServing, type Serving } from './serve-stdio.js';
import { claimStdout, reportPlainly, writeReport } from './standard-streams.js';
import type { StartOptions } from './start-options.js';
import { openService } from './open-service.js';
import type { WorkerRole } from './workers/join-workers.js';

/** Time limit of `close`, in milliseconds. */
const closeMs = 1000;
/** Delay before handlers are preloaded, in milliseconds: long enough to keep the first list fast. */
const loadHandlersAfterMs = 200;

/**
 * Server program: the definition, the handlers, and the members of `handlers/server.ts`.
 *
 * @typeParam App Return value of `setup`.
 */
export interface ServerProgram<App = unknown> extends ServicePorts, HttpMembers<App>, FillableProgram {
  readonly definition: ServerDefinition;
  /**
   * The handlers, or a function that loads them: over HTTP at startup, over stdio at the first call or shortly after
   * `setup`. If they cannot be loaded, the process exits with code 1.
   */
  readonly handlers: HandlerSource;
  readonly options?: StartOptions;
  /** Loads the remaining members, once `environment` has been checked. */
  readonly load?: () => Promise<Partial<ServerProgram<App>>>;
  /**
   * Called before the first message is read; handlers get its return value. If it fails, the process exits with code 1.
   */
  readonly setup?: (server: ServerControl) => App | Promise<App>;
  /** Loads the runner of durable tasks. Absent if no tool has durable tasks. */
  readonly loadDurable?: () => Promise<typeof Durable>;
  /** Called with the result of `setup` after the last response. Time limit: one second. */
  readonly close?: (app: App) => unknown;
}

/**
 * Runs a server as a process: parses the arguments, serves stdio or HTTP, and ends the process. The exit code is 0 at
 * the end of input, on SIGTERM and SIGINT and when the client disconnects; 1 if the server cannot start; 2 for invalid
 * arguments. Uncaught errors of user code are reported on stderr and do not end the process.
 *
 * Arguments override the environment variables `MCP_TOOLSETS`, `MCP_MODE`, `MCP_LOG`, `MCP_LOG_LEVEL` and
 * `MCP_LOG_REQUESTS`, which override the options. A server is read-only if set by the arguments, the environment
 * variable `MCP_READ_ONLY` or the options.
 *
 * @param argv Command-line arguments, without the executable and the script.
 * @typeParam App Return value of `setup`.
 */
export async function runServer<App>(given: ServerProgram<App>, argv: readonly string[]): Promise<void> {
  // The types of the members are consistent, and no longer matter from here on.
  const program = given as unknown as ServerProgram<never>;
  const write = claimStdout();
  const isPlain = !/ MCP_(?:LOG|MODE|TOOLSETS)/u.test(` ${Object.keys(process.env).join(' ')}`);
  if (argv.length === 0 && isPlain) process.exit(await serve(program, {}));
  const { obeyArguments } = await import('./obey-arguments.js');
  await obeyArguments(program, argv, { write, writeReport, serve: (given) => serve(program, given) });
}

/**
 * Loads the handlers, and from now on reads source maps, so that stack traces name the lines of the project. Maps of the
 * modules that are loaded earlier, until the first list, would slow down the start.
 */
export const loadMapped: typeof loadHandlers = (...args) => {
  process.setSourceMapsEnabled?.(true);
  return loadHandlers(...args);
};

/** Serves until shutdown; returns the exit code. */
async function serve(source: ServerProgram<never>, given: ServeArguments): Promise<number> {
  const program = await fillProgram(source, given.log);
  const { http, workers } = given;
  const { definition, handlers, options = {} } = program;
  let report: Report = reportPlainly;
  const survive = (error: unknown): void => void reportLater(report, 'UNCAUGHT', error);
  process.on('uncaughtException', survive).on('unhandledRejection', survive);
  const failures: unknown[] = [];
  let prepared: Service | undefined;
  let stop = (): void => {};
  const fail = (error: unknown): void => {
    failures.push(error);
    // Running requests are completed first.
    stop();
  };
  const load = (): Promise<HandlerSet> => loadMapped(definition, handlers, fail);
  try {
    const wanted = given.log ?? options.log;
    const log = wanted && (await import('./open-log.js')).openLog({ ...options.log, ...wanted }, writeReport);
    if (log) ({ report } = log);
    const role =
      workers === undefined ? undefined : await joinWorkers(workers, program, { ...options.http, ...http }, report);
    const transport = http && (await import('./serve-http.js'));
    const place = { url: '' };
    const service = await openService(
      { ...program, handlers: load, options: chooseOptions(options, given) },
      {
        log: wanted,
        openLog: log && (() => log),
        environment: process.env,
        shared: role && { shared: role.shared },
        openHttp: transport?.openHttp({ ...options.http, ...http }, place),
        // Over HTTP the handlers are loaded first, because a load balancer sends calls, not lists.
        isEager: http !== undefined || typeof handlers !== 'function',
        choice: given.choice ?? options,
        args: given.args,
      },
    );
    prepared = service;
    const serving =
      transport === undefined
        ? serveInput(service, program)
        : await transport[role === undefined ? 'listen' : 'serveHttp'](service, options, http, program, role, place);
    ({ stop } = serving);
    // Once, so that a second signal ends the process immediately, which is Node's default.
    process.once('SIGTERM', stop).once('SIGINT', stop);
    if (definition.hasDurableTasks === true) await serveQueue(service, program);
    const timer = setTimeout(() => service.loadHandlers().catch(fail), loadHandlersAfterMs);
    await serving.finished;
    clearTimeout(timer);
  } catch (error) {
    fail(error);
  }
  const hasFailed = failures.length > 0;
  if (hasFailed) await reportStartError(report, failures[0]);
  await closeProgram(program, prepared, report);
  return hasFailed ? 1 : 0;
}

/** Returns the options of a program, overridden by the arguments. */
function chooseOptions(options: StartOptions, { isReadOnly, wantedMode }: ServeArguments): StartOptions {
  return {
    ...options,
    ...(isReadOnly === true && { readOnly: true }),
    ...(wantedMode === undefined ? {} : { mode: wantedMode }),
  };
}

/** Starts the workers. Resolves in each of them, and never in the process that starts them. */
async function joinWorkers(
  workers: number | 'auto',
  program: ServerProgram<never>,
  http: HttpOptions,
  report: Report,
): Promise<WorkerRole> {
  const loaded = await import('./workers/join-workers.js');
  loaded.checkWorkers(program);
  return loaded.joinWorkers(workers === 'auto' ? undefined : workers, http, report);
}

function serveInput(service: Service, program: ServerProgram<never>): Serving {
  if (process.stdin.isTTY) void import('./greet.js').then((it) => it.greet(program));
  return new StdioServing(service, program.options ?? {});
}

/** Runs durable tasks, unless only separate workers do. */
async function serveQueue(service: Service, { loadDurable, options = {} }: ServerProgram<never>): Promise<void> {
  const durable = await loadDurable?.();
  await durable?.serveQueue(service, options);
}

/** Calls `close` if `setup` succeeded, and closes the stores. Errors are reported. */
export async function closeProgram(
  { close, stores, telemetry }: ServerProgram<never>,
  prepared: Service | undefined,
  report: Report,
): Promise<void> {
  if (prepared !== undefined) {
    const app = prepared.state.app as never;
    await closeInTime(() => Promise.all([close?.(app), telemetry?.flush?.()]), report);
  }
  await closeInTime(() => stores?.close?.(), report);
}

/** Calls a closing function with a timeout, and reports its error. */
async function closeInTime(close: () => unknown, report: Report): Promise<void> {
  try {
    await waitAtMost(closeMs, close());
  } catch (error) {
    await reportLater(report, 'CLOSE', error);
  }
}
