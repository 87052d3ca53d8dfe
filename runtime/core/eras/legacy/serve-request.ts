import type { ServerDefinition } from '../../api/definition.js';
import { isLogLevel } from '../../exchange/caller.js';
import type { Exchange } from '../../exchange/exchange.js';
import type * as Features from '../../calls/serve-feature.js';
import { serveList } from '../../calls/serve-list.js';
import type { JsonObject } from '../../../wire/json-object.js';
import type { Request } from '../../../wire/json-rpc.js';
import { invalidParams } from '../../../wire/protocol-error.js';
import { emptyBody, type ResultBody } from '../../results/result-body.js';
import { findMethod } from '../../service/describe-server.js';
import type { Service } from '../../service/service.js';
import { initialize } from './initialize.js';
import type { LegacySession } from './session.js';

type ServeMethod = (
  service: Service,
  session: LegacySession,
  params: JsonObject,
  exchange: Exchange,
) => ResultBody | Promise<ResultBody>;

/** Loaded by the first request that handlers serve: a server that is only asked what it has starts faster without it. */
let features: typeof Features | undefined;

/** The methods that only the legacy era has. */
const ownMethods: ReadonlyMap<string, ServeMethod> = new Map<string, ServeMethod>([
  ['initialize', initialize],
  ['ping', () => emptyBody],
  ['logging/setLevel', setLogLevel],
  ['resources/subscribe', async (...given) => (await import('./subscribe.js')).subscribe(...given)],
  ['resources/unsubscribe', async (...given) => (await import('./subscribe.js')).unsubscribe(...given)],
]);

/**
 * Serves a request of the legacy era, in the revision that `initialize` settled. `initialize` need not have come.
 *
 * @throws ProtocolError for every failure that is answered with a JSON-RPC error.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic
 */
export function serveRequest(
  service: Service,
  session: LegacySession,
  request: Request,
  exchange: Exchange,
): ResultBody | Promise<ResultBody> {
  const { method, params } = request;
  const { list, servedBy } = findMethod(service.definition, 'legacy', method);
  const { caller } = session;
  if (list !== undefined) return serveList(service, exchange, caller.revision, list, params['cursor']);
  const serveOwn = ownMethods.get(method);
  if (serveOwn !== undefined) return serveOwn(service, session, params, exchange);
  const openDialog = async () => (await session.loadQuestions()).openDialog(exchange);
  if (servedBy === 'tasks' || (method === 'tools/call' && mayBeTask(service.definition, params))) {
    const call = { service, request, exchange, caller, openDialog };
    return import('../../../features/tasks/legacy/serve-tasks.js').then(({ serveTasks }) => serveTasks(call));
  }
  if (features !== undefined) return features.serveInOrder(service, request, exchange, caller, { openDialog });
  return import('../../calls/serve-feature.js').then((loaded) => {
    features = loaded;
    return loaded.serveInOrder(service, request, exchange, caller, { openDialog });
  });
}

/** Whether a call of a tool may become a task, or has to wait for one. */
function mayBeTask({ capabilities, hasDurableTasks }: ServerDefinition, { task }: JsonObject): boolean {
  return capabilities.tasks === true && (task !== undefined || hasDurableTasks === true);
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#setting-log-level */
function setLogLevel(_service: Service, session: LegacySession, { level }: JsonObject): ResultBody {
  if (!isLogLevel(level)) throw invalidParams('Invalid params: "level" must be a log level');
  session.setLogLevel(level);
  return emptyBody;
}
