import { parts } from '../../parts.js';
import { defaultShutdownTimeoutMs, defaultMaxMessageBytes } from '../../core/service/default-limits.js';
import type { ServerDefinition } from '../../core/api/definition.js';
import type { Environment } from '../../core/api/environment.js';
import type { HandlerSet } from '../../core/api/handlers.js';
import { HttpEndpoint, endpointPaths } from '../http/endpoint.js';
import type { Authenticate } from '../http/find-sender.js';
import { resolveHttpOptions, type HttpOptions, type ResolvedHttpOptions } from '../http/http-options.js';
import { openHttpPorts } from '../http/open-http-ports.js';
import { checkRoutes, type Routes } from '../http/routes.js';
import { hashText } from '../../wire/hash-text.js';
import { isJsonObject } from '../../wire/json.js';
import { waitAtMost } from '../../wire/promises.js';
import type { Log } from '../../core/logs/create-log.js';
import { openServer } from '../../core/sharing/open-server.js';
import { openStores } from '../../core/sharing/open-stores.js';
import { renameOptions, type DeprecatedOptions } from '../../core/service/deprecated-options.js';
import { checkProgram } from '../../core/service/check-program.js';
import { printReport, type LogOptions, type Report, type ReportLine } from '../../core/service/report.js';
import { reportStartError } from '../../core/service/report-later.js';
import { readBooleanVariable } from '../../core/service/read-boolean-variable.js';
import type { ServerControl } from '../../core/sharing/server-control.js';
import type { Service, ServiceOptions, ServicePorts } from '../../core/service/service.js';
import { splitNames } from '../../core/service/split-names.js';
import { WebReply, WebRequest } from './web-adapter.js';

/**
 * Server program for platforms with `fetch`; it has the members of `handlers/server.ts`.
 *
 * @typeParam App Return value of `setup`.
 */
export interface WebProgram<App = unknown> extends ServicePorts {
  readonly definition: ServerDefinition;
  readonly handlers: HandlerSet;
  readonly options?: WebOptions;
  /** The environment variables that the definition declares. Absent: none. */
  readonly environment?: Environment | undefined;
  /** Called before the first request is served; handlers get its return value. */
  readonly setup?: (server: ServerControl) => App | Promise<App>;
  readonly authenticate?: Authenticate<App>;
  /** Additional paths next to the endpoint. */
  readonly routes?: Routes<App>;
  /** Called with the result of `setup`; not called if `setup` was not called, or failed. */
  readonly close?: (app: App) => unknown;
}

/** Server options that apply without stdin and stdout. */
export interface WebOptions extends ServiceOptions, DeprecatedOptions {
  readonly maxMessageBytes?: number;
  readonly sequential?: boolean;
  /** Timeout of running requests when the server is closed, in milliseconds. Default: 10 000. */
  readonly shutdownTimeoutMs?: number;
  readonly http?: HttpOptions;
}

/** Server for platforms with `fetch`. */
export interface WebServer {
  /**
   * Serves a request. It does not use `this`, so it can be passed on alone.
   *
   * @param platform Additional arguments from the platform, such as `env` and `ctx` of a Worker, for
   *   `context.http.platform`.
   */
  readonly fetch: (request: Request, ...platform: unknown[]) => Promise<Response>;
  /** Ends subscriptions, completes running requests, then closes everything. */
  close(): Promise<void>;
}

/**
 * Creates a server that responds to a `Request` with a `Response` over Streamable HTTP. Without `stores`, sessions live
 * in the memory of this instance; disable them (`http: { sessions: false }`) if requests can reach another instance.
 * The platform checks `Host`, so this function checks it only against `allowedHosts`. The server is read-only if set by
 * the options or by `MCP_READ_ONLY`, an environment variable of the process or a string in the platform's `env`; an
 * invalid value makes every request fail.
 *
 * @typeParam App Return value of `setup`.
 * @throws TypeError for invalid options and missing handlers.
 */
export function createWebServer<App>(given: WebProgram<App>): WebServer {
  // The types of the members are consistent, and no longer matter from here on.
  const host = new WebHost(given as unknown as WebProgram<never>);
  return {
    fetch: (request, ...platform) => host.fetch(request, platform),
    close: () => host.close(),
  };
}

/** A program on a platform with `fetch`, which the first request opens. */
class WebHost {
  readonly #program: WebProgram<never>;
  readonly #http: ResolvedHttpOptions;
  #service: Service | undefined;
  #endpoint: HttpEndpoint | undefined;
  #opening: Promise<HttpEndpoint> | undefined;
  #stores: Promise<void> | undefined;
  #isClosed = false;
  /** Warnings about options, until the log is open. */
  readonly #warnings: ReportLine[] = [];

  /** @throws TypeError for invalid options, invalid routes and missing handlers. */
  constructor(program: WebProgram<never>) {
    const { routes = {} } = program;
    const options = renameOptions(program.options ?? {}, (line) => this.#warnings.push(line));
    this.#program = { ...program, options };
    checkProgram(this.#program);
    // Not a local address, so that pages of the local machine are not allowed by default.
    this.#http = { ...resolveHttpOptions(options.http ?? {}), host: '0.0.0.0' };
    checkRoutes(routes, endpointPaths(this.#http));
  }

  async fetch(request: Request, platform: readonly unknown[]): Promise<Response> {
    if (this.#isClosed) return new Response(null, { status: 503 });
    let endpoint: HttpEndpoint;
    try {
      // On the first request, because platforms forbid most work while a module is loaded.
      this.#opening ??= this.#open(platform);
      endpoint = await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      await reportStartError(this.#report, error);
      return new Response(null, { status: 500 });
    }
    const reply = new WebReply(request.signal);
    void endpoint.handle(new WebRequest(request, platform), reply).then(() => reply.end());
    return reply.response;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const { options = {}, close, setup, stores, telemetry } = this.#program;
    const { shutdownTimeoutMs = defaultShutdownTimeoutMs } = options;
    // A running `setup` may still open resources.
    const opening = this.#endpoint === undefined ? this.#opening?.catch(() => {}) : undefined;
    if (opening !== undefined) await waitAtMost(shutdownTimeoutMs, opening);
    await waitAtMost(shutdownTimeoutMs, this.#endpoint?.drain());
    await this.#endpoint?.close();
    const isPrepared = setup === undefined || this.#service !== undefined;
    await Promise.all([isPrepared && close?.(this.#service?.state.app as never), telemetry?.flush?.()]);
    await stores?.close?.();
  }

  #report: Report = (line) => write(printReport(line));

  async #open(platform: readonly unknown[]): Promise<HttpEndpoint> {
    const { options = {}, authenticate, routes } = this.#program;
    // Stored, so that `setup` is not called again if a later step fails.
    this.#service ??= await this.#openService(platform);
    const { maxMessageBytes = defaultMaxMessageBytes, sequential = false } = options;
    const settings = { http: this.#http, maxMessageBytes, sequential, authenticate, routes };
    const endpoint = new HttpEndpoint(this.#service, settings);
    endpoint.checkRoutes();
    await endpoint.open();
    this.#endpoint = endpoint;
    return endpoint;
  }

  async #openService(platform: readonly unknown[]): Promise<Service> {
    const { options = {}, environment: declared } = this.#program;
    const log = options.log && (await this.#openLog(options.log));
    for (const line of this.#warnings.splice(0)) this.#report(line);
    // Only the definition knows the address, because the client controls the `Host` header.
    const environment = readEnvironment(platform);
    declared?.read(environment);
    const chosen: WebOptions = {
      ...options,
      ...(readBooleanVariable('MCP_READ_ONLY', environment) && { readOnly: true }),
      stateKeys: options.stateKeys ?? splitNames(environment['MCP_STATE_KEYS']),
    };
    return openServer(
      { ...this.#program, options: chosen },
      {
        parts,
        report: this.#report,
        openLog: log && (() => log),
        environment,
        openStores: (...given) => this.#openStores(...given),
        openHttp: (server) => openHttpPorts(server, { environment, path: this.#http.path, localAddress: undefined }),
      },
    );
  }

  async #openLog(options: LogOptions): Promise<Log> {
    const { createLog } = await import('../../core/logs/create-log.js');
    const log = createLog(options, { write, hash: hashText });
    this.#report = log.report;
    return log;
  }

  /** Opens the stores once, even if later steps fail and the next request retries them. */
  #openStores(...given: Parameters<typeof openStores>): Promise<void> {
    this.#stores ??= openStores(...given).catch((error: unknown) => {
      this.#stores = undefined;
      throw error;
    });
    return this.#stores;
  }
}

/** Returns the environment variables of the process, and the strings in `env`, which a Worker gets with a request. */
function readEnvironment([bindings]: readonly unknown[]): { readonly [name: string]: string | undefined } {
  const { process } = globalThis as { readonly process?: { readonly env?: { readonly [name: string]: string } } };
  const entries = Object.entries(isJsonObject(bindings) ? bindings : {});
  return {
    ...process?.env,
    ...Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
  };
}

function write(line: string): void {
  // oxlint-disable-next-line no-console -- every platform shows it to the operator.
  console.error(line);
}
