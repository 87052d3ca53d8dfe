import { defaultDrainMs, defaultMaxMessageBytes } from '../../core/service/default-limits.js';
import type { ServerDefinition } from '../../core/api/definition.js';
import type { Environment } from '../../core/api/environment.js';
import type { HandlerSet } from '../../core/api/handlers.js';
import { HttpEndpoint } from '../http/endpoint.js';
import type { Authenticate } from '../http/find-sender.js';
import { resolveHttpOptions, type HttpOptions } from '../http/http-options.js';
import { openAccess } from '../http/open-access.js';
import type { Routes } from '../http/routes.js';
import { hashText } from '../../wire/hash-text.js';
import { isJsonObject } from '../../wire/json-object.js';
import { waitAtMost } from '../../wire/promises.js';
import { openStores } from '../../core/sharing/open-stores.js';
import { printReport } from '../../core/service/report.js';
import { reportStartError } from '../../core/service/report-later.js';
import { isSet } from '../../core/service/is-set.js';
import { prepareService } from '../../core/sharing/prepare-service.js';
import type { ServerControl } from '../../core/sharing/server-control.js';
import { createService, useStateKeys, type ServiceOptions, type ServicePorts } from '../../core/service/service.js';
import { splitNames } from '../../core/service/split-names.js';
import { parts } from '../../parts.js';
import { WebReply, WebRequest } from './web-adapter.js';

/**
 * Server program for platforms with `fetch`; it has the members of `handlers/server.ts`.
 *
 * @typeParam App What `setup` returns.
 */
export interface WebProgram<App = unknown> extends ServicePorts {
  readonly definition: ServerDefinition;
  readonly handlers: HandlerSet;
  readonly options?: WebOptions;
  /** The environment variables that the definition declares. Absent: none. */
  readonly environment?: Environment | undefined;
  /** Called before the first request is answered; handlers get what it returns. */
  readonly setup?: (server: ServerControl) => App | Promise<App>;
  readonly authenticate?: Authenticate<App>;
  /** Further paths beside the endpoint. */
  readonly routes?: Routes<App>;
  /** Called with the result of `setup`; not called when `setup` was not, or failed. */
  readonly close?: (app: App) => unknown;
}

/** Server options that apply without standard input and output. */
export interface WebOptions extends ServiceOptions {
  readonly maxMessageBytes?: number;
  readonly ordered?: boolean;
  /** Milliseconds that running requests get when the server is closed. Default: 10 000. */
  readonly drainMs?: number;
  readonly http?: HttpOptions;
}

/** Server for platforms with `fetch`. */
export interface WebServer {
  /**
   * Answers a request. It does not use `this`, so it can be passed on alone.
   *
   * @param platform What the platform passes as well, such as `env` and `ctx` of a Worker: `context.http.platform`.
   */
  readonly fetch: (request: Request, ...platform: unknown[]) => Promise<Response>;
  /** Ends subscriptions, answers running requests, then closes everything. */
  close(): Promise<void>;
}

/**
 * Creates a server that answers a `Request` with a `Response` over Streamable HTTP. Without `stores`, sessions live in the memory
 * of this instance: turn them off (`http: { sessions: false }`) where requests can reach another instance. The platform checks
 * `Host`, so it is checked here only against `allowedHosts`. The server is read-only when the options or `MCP_READ_ONLY` say so, an environment
 * variable of the process or a text of the platform's `env`; a value of it that is neither yes nor no makes every request fail.
 *
 * @typeParam App What `setup` returns.
 * @throws TypeError for wrong options and for missing handlers.
 */
export function createWebServer<App>(given: WebProgram<App>): WebServer {
  // The types of its members fit each other; from here on they are not looked at.
  const program = given as unknown as WebProgram<never>;
  const { definition, handlers, options = {}, authenticate, routes } = program;
  const { maxMessageBytes = defaultMaxMessageBytes, drainMs = defaultDrainMs, ordered = false } = options;
  const service = createService(definition, handlers, (line) => write(printReport(line)), options, {
    ...program,
    parts,
  });
  // Not a local address: pages of the local machine are not allowed by default.
  const http = { ...resolveHttpOptions(options.http ?? {}), host: '0.0.0.0' };
  const endpoint = new HttpEndpoint(service, { http, maxMessageBytes, ordered, authenticate, routes });
  let opening: Promise<void> | undefined;
  let isPrepared = program.setup === undefined;
  const prepare = async (platform: readonly unknown[]): Promise<void> => {
    if (options.log !== undefined) {
      const { createLog } = await import('../../core/logs/create-log.js');
      createLog(options.log, { write, hash: hashText }).attach(service);
    }
    // Nobody but the definition knows the address: a `Host` header is the client's.
    const environment = readEnvironment(platform);
    program.environment?.read(environment);
    if (isSet('MCP_READ_ONLY', environment)) service.options = { ...service.options, readOnly: true };
    if (options.stateKeys === undefined) useStateKeys(service, splitNames(environment['MCP_STATE_KEYS']));
    // Once: what comes after it may fail, and is tried again by the next request.
    opening ??= openStores(program.stores, service, environment).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    await opening;
    // Access control keeps what users have agreed to in the stores.
    await openAccess(service, { environment, path: http.path, localAddress: undefined });
    endpoint.checkRoutes();
    await endpoint.open();
    await prepareService(service, options, program.setup);
    isPrepared = true;
  };
  let ready: Promise<void> | undefined;
  let isClosed = false;
  return {
    fetch: async (request, ...platform) => {
      if (isClosed) return new Response(null, { status: 503 });
      try {
        // At the first request: platforms forbid most work while a module is loaded.
        ready ??= prepare(platform);
        await ready;
      } catch (error) {
        ready = undefined;
        await reportStartError(service.report, error);
        return new Response(null, { status: 500 });
      }
      const reply = new WebReply(request.signal);
      void endpoint.handle(new WebRequest(request, platform), reply).then(() => reply.end());
      return reply.response;
    },
    close: async () => {
      isClosed = true;
      await waitAtMost(drainMs, endpoint.drain());
      await endpoint.close();
      // A `setup` that is under way may open something yet.
      await waitAtMost(
        drainMs,
        ready?.catch(() => {}),
      );
      const app = service.app as never;
      await Promise.all([isPrepared && program.close?.(app), program.telemetry?.flush?.()]);
      await program.stores?.close?.();
    },
  };
}

/** Environment variables of the process, and the texts of `env`, which a Worker gets with a request. */
function readEnvironment([bindings]: readonly unknown[]): { readonly [name: string]: string | undefined } {
  const { process } = globalThis as { readonly process?: { readonly env?: { readonly [name: string]: string } } };
  const own = Object.entries(isJsonObject(bindings) ? bindings : {});
  return {
    ...process?.env,
    ...Object.fromEntries(own.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
  };
}

function write(line: string): void {
  // oxlint-disable-next-line no-console -- every platform shows it to the operator.
  console.error(line);
}
