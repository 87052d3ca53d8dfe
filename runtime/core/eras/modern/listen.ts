import { openTasks } from '../../service/open-parts.js';
import type { ChangingList } from '../../api/definition.js';
import type { Caller, Exchange } from '../../exchange/exchange.js';
import { isJsonObject, type JsonObject } from '../../../wire/json.js';
import { encodeNotification } from '../../../wire/json-rpc.js';
import { invalidParams } from '../../../wire/protocol-error.js';
import { emptyBody, type ResultBody } from '../../results/result-body.js';
import type { Change } from '../../service/enabled-entries.js';
import type { Service } from '../../service/service.js';
import type { WatchedTasks } from '../../service/task-port.js';

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
/** Maximum number of URIs, and maximum number of tasks, in one subscription. */
const maxWanted = 1000;

/** Members of a filter for list changes. */
const listFields = { tools: 'toolsListChanged', prompts: 'promptsListChanged', resources: 'resourcesListChanged' };

/**
 * Serves `subscriptions/listen`: acknowledges the supported part of the filter, then sends a notification for each
 * change until the client cancels, the server stops or the access token expires. Then the server cancels the
 * subscription and responds to it.
 *
 * @returns Resolves when the subscription has ended.
 * @throws ProtocolError -32602 for a malformed filter, -32021 if the filter needs an extension that the client does not
 *   have.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions#cancellation
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation
 */
export async function listen(
  service: Service,
  params: JsonObject,
  exchange: Exchange,
  { clientCapabilities }: Caller,
): Promise<ResultBody> {
  const filter = params['notifications'];
  const meta = { [subscriptionKey]: exchange.id };
  const tasks = await findTasks(service, filter, exchange, clientCapabilities);
  // The request was cancelled in the meantime.
  if (exchange.isClosed) return emptyBody;
  const notify = (method: string, rest: JsonObject): void =>
    exchange.notify(encodeNotification(method, JSON.stringify({ _meta: meta, ...rest })));
  const { lists, uris, agreed } = agree(service, filter, tasks);
  notify('notifications/subscriptions/acknowledged', { notifications: agreed });
  const { enabled } = service;
  const notifyUpdated = (uri: string): void => notify('notifications/resources/updated', { uri });
  const stops = [...uris].map((uri) => enabled.subscribe(uri, () => notifyUpdated(uri)));
  stops.push(enabled.subscribe(undefined, () => uris.forEach(notifyUpdated)));
  if (lists.size > 0) {
    const tell = (change: Change): void => {
      if ('list' in change && lists.has(change.list)) notify(`notifications/${change.list}/list_changed`, {});
    };
    stops.push(enabled.listen(tell));
  }
  const over = new Promise<void>((resolve) => {
    stops.push(enabled.onEnd(resolve));
    exchange.signal.addEventListener('abort', () => resolve());
  });
  const stopTasks = await tasks?.watch((members) =>
    exchange.notify(encodeNotification('notifications/tasks', `{"_meta":${JSON.stringify(meta)},${members}}`)),
  );
  await over;
  for (const stop of stops) stop();
  stopTasks?.();
  const { aborted, reason } = exchange.signal;
  const message = aborted ? (reason as Error).message : 'The server is shutting down';
  notify('notifications/cancelled', { requestId: exchange.id, reason: message });
  return { members: '', meta };
}

async function findTasks(
  service: Service,
  filter: unknown,
  { channel }: Exchange,
  clientCapabilities: JsonObject,
): Promise<WatchedTasks | undefined> {
  if (!isJsonObject(filter) || filter['taskIds'] === undefined) return undefined;
  const tasks = await openTasks(service);
  tasks?.require(clientCapabilities);
  return tasks?.find(readStrings(filter, 'taskIds'), channel.auth?.principal);
}

interface Agreement {
  readonly lists: ReadonlySet<ChangingList>;
  readonly uris: ReadonlySet<string>;
  /** Supported part of the filter. */
  readonly agreed: JsonObject;
}

function agree({ definition }: Service, filter: unknown, tasks: WatchedTasks | undefined): Agreement {
  if (!isJsonObject(filter)) throw invalidParams('Invalid params: "notifications" must be an object');
  const { listChanged = [], subscribe } = definition.capabilities;
  const wrong = Object.values(listFields).find((field) => typeof (filter[field] ?? false) !== 'boolean');
  if (wrong !== undefined) throw invalidParams(`Invalid params: notifications.${wrong} must be a boolean`);
  const lists = new Set(listChanged.filter((list) => filter[listFields[list]] === true));
  const uris = new Set(subscribe === true ? readStrings(filter, 'resourceSubscriptions') : []);
  const agreed = {
    ...Object.fromEntries([...lists].map((list) => [listFields[list], true])),
    ...(uris.size > 0 ? { resourceSubscriptions: [...uris] } : {}),
    ...(tasks === undefined ? {} : { taskIds: tasks.taskIds }),
  };
  return { lists, uris, agreed };
}

function readStrings(filter: JsonObject, field: 'resourceSubscriptions' | 'taskIds'): readonly string[] {
  const { [field]: wanted = [] } = filter;
  if (!Array.isArray(wanted) || !wanted.every((each) => typeof each === 'string')) {
    throw invalidParams(`Invalid params: notifications.${field} must be an array of strings`);
  }
  if (wanted.length > maxWanted) throw invalidParams(`Too many ${field}: at most ${maxWanted}`);
  return wanted;
}
