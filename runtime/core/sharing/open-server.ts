import type { AccessControl } from '../api/auth.js';
import type { ServerDefinition } from '../api/definition.js';
import type { Delegation } from '../api/delegation.js';
import type { Stores } from '../api/store.js';
import type { Telemetry } from '../api/telemetry.js';
import type { Log } from '../logs/create-log.js';
import { checkProgram } from '../service/check-program.js';
import type { Clock } from '../service/clock.js';
import type { Mount } from '../service/mount.js';
import type { PartRow } from '../service/part.js';
import type { LogOptions, Report } from '../service/report.js';
import { createService, identify } from '../service/create-service.js';
import type { HandlerSource, Service, ServiceOptions, ServicePorts, ToolChoice } from '../service/service.js';
import type { openStores } from './open-stores.js';
import { prepareService, type Setup } from './prepare-service.js';

/** Definition and handlers of a server, and the members of `handlers/server.ts` that apply to all platforms. */
export interface Program extends ServicePorts {
  readonly definition: ServerDefinition;
  readonly handlers: HandlerSource;
  readonly options?: ServiceOptions;
  readonly setup?: Setup | undefined;
}

/** Platform of a server. */
export interface Platform {
  /** The optional parts that a server can have. */
  readonly parts: readonly PartRow<Service>[];
  /** Writes a line for the operator, unless a logger already writes it. */
  readonly report: Report;
  /** Opens the log for the option `log`, or for the platform's setting. Absent: `report` writes all lines. */
  readonly openLog?: ((options: LogOptions) => Promise<Log> | Log) | undefined;
  readonly log?: LogOptions | undefined;
  /** Environment variables, which can configure a store. Absent: no store is configured. */
  readonly environment?: { readonly [name: string]: string | undefined } | undefined;
  /** Opens the stores. Default: `openStores`. */
  readonly openStores?: typeof openStores;
  /** Default store of the processes of the server. */
  readonly shared?: Stores | undefined;
  /** Opens the ports for HTTP. Absent: HTTP is not served. */
  readonly openHttp?: ((host: HttpHost) => Promise<HttpPorts>) | undefined;
  /** Whether handlers are loaded before `setup`. Default: `false`; the first call loads them. */
  readonly isEager?: boolean;
  /** Tools that are enabled. Default: as in the options. */
  readonly choice?: ToolChoice | undefined;
  /** Command-line arguments for `setup`. */
  readonly args?: readonly string[] | undefined;
  /** Clock for the time limits of tools. Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Replaces the return value of `setup`, for a program without `setup`. */
  readonly app?: unknown;
}

/** Server before its service exists. */
export interface HttpHost extends Pick<Service, 'definition' | 'identity' | 'options' | 'report' | 'stores'> {
  /** The optional parts that a server can have. */
  readonly rows: readonly PartRow<Service>[];
}

/** Ports of a server over HTTP. */
export interface HttpPorts {
  readonly access?: AccessControl | undefined;
  readonly delegation?: Delegation | undefined;
  /** Paths next to the endpoint. Default: none. */
  readonly mounts?: readonly Mount[];
}

/**
 * Opens a server: its log, stores, HTTP ports and service, and calls `setup`.
 *
 * @returns Not a promise if nothing must be opened or prepared. Rejects if something cannot be opened, for unknown
 *   toolsets and tools, and if `setup` fails.
 * @throws Same errors as `createService`.
 */
export function openServer(program: Program, platform: Platform): Service | Promise<Service> {
  const { log = program.options?.log, environment, openHttp, shared } = platform;
  const isOpen = (log === undefined || platform.openLog === undefined) && openHttp === undefined && !platform.isEager;
  const stores = program.stores ?? shared;
  if (isOpen && environment === undefined) {
    return complete(program, platform, { report: platform.report, telemetry: program.telemetry, stores });
  }
  checkProgram({ ...program, stores });
  return openAll(program, platform, log);
}

/** Ports that are opened before the service. */
interface OpenedPorts extends HttpPorts {
  readonly report: Report;
  readonly telemetry: Telemetry | undefined;
  readonly stores: Stores | undefined;
}

async function openAll(program: Program, platform: Platform, logOptions: LogOptions | undefined): Promise<Service> {
  const { definition, options = {} } = program;
  const log = logOptions && (await platform.openLog?.(logOptions));
  const { report } = log ?? platform;
  const stores = program.stores ?? platform.shared;
  const identity = identify(definition, options);
  if (platform.environment !== undefined) {
    const open = platform.openStores ?? openEach;
    await open(program.stores, { name: identity.name, report }, platform.environment);
  }
  const http = await platform.openHttp?.({ definition, identity, options, report, stores, rows: platform.parts });
  const telemetry = log === undefined ? program.telemetry : log.observe(program.telemetry);
  return complete(program, platform, { ...http, report, telemetry, stores });
}

/** Opens stores. Only servers with stores, or with an environment that configures a store, load the code for it. */
const openEach: typeof openStores = async (stores, server, environment) => {
  const isNamed = Boolean(environment['MCP_REDIS_URL'] || environment['MCP_SQLITE_FILE']);
  if (stores === undefined && !isNamed) return;
  const loaded = await import('./open-stores.js');
  await loaded.openStores(stores, server, environment);
};

function complete(program: Program, platform: Platform, ports: OpenedPorts): Service | Promise<Service> {
  const { definition, handlers, options = {}, credentials, setup } = program;
  const { parts, clock, choice = options, args, app } = platform;
  const service = createService(definition, handlers, ports.report, options, { ...ports, credentials, parts, clock });
  service.state.app = app;
  const prepare = (): Service | Promise<Service> =>
    prepareService(service, choice, setup, args)?.then(() => service) ?? service;
  return platform.isEager === true ? service.loadHandlers().then(prepare) : prepare();
}
