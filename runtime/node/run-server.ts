import type { ServerDefinition } from '../api/definition.js';
import type { HandlerSet } from '../api/handlers.js';
import type { Authenticate } from '../http/endpoint.js';
import type { HttpOptions } from '../http/http-options.js';
import { prepareService } from '../service/prepare-service.js';
import { messageOf } from '../protocol/protocol-error.js';
import { formatReport } from '../service/report.js';
import type { ServerControl } from '../service/server-control.js';
import type { HandlerSource, Service } from '../service/service.js';
import { guardStdout } from './guard-stdout.js';
import { openService } from './open-service.js';
import type { ServingPlan } from './plan-run.js';
import { serveStdio } from './serve-stdio.js';
import type { Serving } from './serving.js';
import type { StartOptions } from './start-options.js';
import { writeReport } from './write-report.js';

const closeMs = 1000;
/** How long a client has to list what there is, before handlers are loaded that no call has needed yet. */
const loadHandlersAfterMs = 200;

/** A server as a program. */
export interface ServerProgram {
  readonly definition: ServerDefinition;
  /**
   * Or what loads them: over HTTP before anything else, else for the first call that needs one, and at the latest a moment after
   * `setup`, so that the server can tell what it offers before. When they cannot be loaded, the process ends with exit code 1.
   */
  readonly handlers: HandlerSource;
  readonly options?: StartOptions;
  /** Runs before the first message is read; when it fails, the process ends with exit code 1. */
  readonly setup?: (server: ServerControl) => unknown;
  /** Finds out who sends a request over HTTP. */
  readonly authenticate?: Authenticate;
  /** Runs after the last answer; it has a second. */
  readonly close?: () => unknown;
}

/**
 * Runs a server as the process that it is: reads the arguments, serves stdio or HTTP and ends the process. It exits with 0
 * at the end of input, on SIGTERM and SIGINT and when the peer is gone, whatever timers are left; with 1 when it cannot
 * start; with 2 for arguments that it does not know. Errors that user code throws where nobody catches them are
 * reported on standard error and do not end the server.
 *
 * Arguments that choose tools go before the environment variable `MCP_TOOLSETS`, and that before the options.
 *
 * @param argv Arguments without the program and its script.
 */
export async function runServer(program: ServerProgram, argv: readonly string[]): Promise<void> {
  const write = guardStdout();
  const isPlain = argv.length === 0 && !process.env['MCP_TOOLSETS'];
  const plan = isPlain ? {} : (await import('./plan-run.js')).planRun(program, argv);
  if (typeof plan === 'function') plan(write, writeReport);
  else process.exit(await serve(program, plan));
}

/** Serves until the end; gives the exit code. */
async function serve(program: ServerProgram, { choice, http }: ServingPlan): Promise<number> {
  const { definition, handlers, options = {}, setup, close } = program;
  const survive = (error: unknown): void => writeReport(formatReport('UNCAUGHT', messageOf(error)));
  process.on('uncaughtException', survive).on('unhandledRejection', survive);
  const failures: unknown[] = [];
  let isOpen = false;
  let stop = (): void => {};
  const fail = (error: unknown): void => {
    failures.push(error);
    // What it was asked is answered first.
    stop();
  };
  const load = async (): Promise<HandlerSet> =>
    (await import('../service/load-handlers.js')).loadHandlers(definition, handlers, fail);
  try {
    const service = openService(definition, load, options);
    // Whoever is sent here by a balancer wants answers, not lists.
    if (http !== undefined || typeof handlers !== 'function') await service.loadHandlers();
    await prepareService(service, choice ?? options, setup);
    const serving = await open(service, program, http);
    ({ stop } = serving);
    isOpen = true;
    // Once: a second signal ends the process at once, as it would without us.
    process.once('SIGTERM', stop).once('SIGINT', stop);
    const timer = setTimeout(() => service.loadHandlers().catch(fail), loadHandlersAfterMs);
    await serving.finished;
    clearTimeout(timer);
  } catch (error) {
    fail(error);
  }
  const hasFailed = failures.length > 0;
  if (hasFailed) writeReport(formatReport('START', messageOf(failures[0])));
  if (isOpen) await closeInTime(close);
  return hasFailed ? 1 : 0;
}

async function open(service: Service, program: ServerProgram, http: HttpOptions | undefined): Promise<Serving> {
  const { options = {}, authenticate } = program;
  if (http === undefined) return serveStdio(service, options);
  const { serveHttp } = await import('./serve-http.js');
  const serving = await serveHttp(service, options, http, authenticate);
  writeReport(`Listening on ${serving.url}`);
  return serving;
}

async function closeInTime(close: ServerProgram['close']): Promise<void> {
  // The process is ended afterwards, whatever timers are left.
  const limit = new Promise((resolve) => setTimeout(resolve, closeMs));
  try {
    await Promise.race([close?.(), limit]);
  } catch (error) {
    writeReport(formatReport('CLOSE', messageOf(error)));
  }
}
