import type { Service, ServicePorts } from '../../runtime/core/service/service.js';
import type { Platform } from '../../runtime/core/sharing/open-server.js';
import { openHttp, serveHttp, type HttpMembers, type HttpServing } from '../../runtime/transports/node/serve-http.js';
import type { StartOptions } from '../../runtime/transports/node/index.js';
import { openService as open } from '../../runtime/transports/node/open-service.js';
import type { HttpOptions } from '../../runtime/index.js';
import type { Subject } from '../wire/wire.js';

/** Opens a service on Node that has nothing to wait for. */
export function openService({ definition, handlers }: Subject, options?: StartOptions, ports?: ServicePorts): Service {
  const service = open({ definition, handlers, ...(options && { options }), ...ports });
  if (service instanceof Promise) throw new TypeError('The service has to be waited for');
  return service;
}

/** Server over HTTP in this process. */
export interface OpenedHttp {
  readonly service: Service;
  readonly serving: HttpServing;
}

/** Opens a service and serves it over HTTP, with what it has there alone. */
export async function openOverHttp(
  { definition, handlers }: Subject,
  options: StartOptions,
  overrides: HttpOptions,
  {
    ports,
    platform,
    ...members
  }: HttpMembers & { ports?: ServicePorts | undefined; platform?: Partial<Platform> } = {},
): Promise<OpenedHttp> {
  const place = { url: '' };
  const service = await open(
    { definition, handlers, options, ...ports },
    { openHttp: openHttp({ ...options.http, ...overrides }, place), ...platform },
  );
  return { service, serving: await serveHttp(service, options, overrides, members, undefined, place) };
}
