import type { ChangingList } from '../api/definition.js';
import type { Caller } from '../exchange/caller.js';
import type { Exchange } from '../exchange/exchange.js';
import { isJsonObject, type JsonObject } from '../protocol/json-object.js';
import { encodeNotification, type RequestId } from '../protocol/json-rpc.js';
import { invalidParams } from '../protocol/protocol-error.js';
import type { ResultBody } from '../results/result-body.js';
import type { Change } from '../service/enabled-entries.js';
import type { Service } from '../service/service.js';
import { checkTaskFilter, wantsTasks } from '../tasks/tasks-extension.js';
import type { WatchedTasks } from '../tasks/watch-tasks.js';

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';
/** URIs of one subscription. */
const maximalUris = 1000;

/**
 * Serves `subscriptions/listen`: says what was agreed on, then tells of every change until the client has had enough or
 * the server stops.
 *
 * @returns Resolves when the server stops.
 * @throws ProtocolError -32602 for a filter that is none, -32021 when it takes an extension that the client does not have.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 */
export async function listen(
  service: Service,
  params: JsonObject,
  exchange: Exchange,
  { clientCapabilities }: Caller,
): Promise<ResultBody> {
  checkTaskFilter(service.definition, params, clientCapabilities);
  const meta = { [subscriptionKey]: exchange.id };
  const tasks = await findTasks(service, params['notifications'], exchange, meta);
  // It was cancelled meanwhile.
  if (exchange.isClosed) return { members: '', meta };
  const notify = (method: string, rest: JsonObject): void =>
    exchange.notify(encodeNotification(method, JSON.stringify({ _meta: meta, ...rest })));
  const { lists, uris, agreed } = agree(service, params['notifications'], tasks);
  notify('notifications/subscriptions/acknowledged', { notifications: agreed });
  tasks?.start();
  const stop = service.enabled.listen((change: Change) => {
    if ('uri' in change) {
      if (uris.has(change.uri)) notify('notifications/resources/updated', { uri: change.uri });
    } else if (lists.has(change.list)) {
      notify(`notifications/${change.list}/list_changed`, {});
    }
  });
  const cancelled = new Promise<void>((resolve) => {
    exchange.signal.addEventListener('abort', () => resolve());
  });
  await Promise.race([service.enabled.ended, cancelled]);
  stop();
  tasks?.stop();
  exchange.closingNotification = encodeCancelled(exchange.id);
  return { members: '', meta };
}

async function findTasks(
  service: Service,
  filter: unknown,
  exchange: Exchange,
  meta: JsonObject,
): Promise<WatchedTasks | undefined> {
  if (!isJsonObject(filter) || !wantsTasks(service.definition, filter)) return undefined;
  const { watchTasks } = await import('../tasks/watch-tasks.js');
  return watchTasks(service, filter['taskIds'], exchange.channel.auth?.principal, (members) =>
    exchange.notify(encodeNotification('notifications/tasks', `{"_meta":${JSON.stringify(meta)},${members}}`)),
  );
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation */
function encodeCancelled(requestId: RequestId): string {
  const params = JSON.stringify({ requestId, reason: 'The server is shutting down' });
  return encodeNotification('notifications/cancelled', params);
}

interface Agreement {
  readonly lists: ReadonlySet<ChangingList>;
  readonly uris: ReadonlySet<string>;
  /** The part of the filter that the server honours, as it is acknowledged. */
  readonly agreed: JsonObject;
}

const listFields = { tools: 'toolsListChanged', prompts: 'promptsListChanged', resources: 'resourcesListChanged' };

function agree({ definition }: Service, filter: unknown, tasks: WatchedTasks | undefined): Agreement {
  if (!isJsonObject(filter)) throw invalidParams('Invalid params: "notifications" must be an object');
  const { listChanged = [], subscribe } = definition.capabilities;
  const wrong = Object.values(listFields).find((field) => typeof (filter[field] ?? false) !== 'boolean');
  if (wrong !== undefined) throw invalidParams(`Invalid params: notifications.${wrong} must be a boolean`);
  const lists = new Set(listChanged.filter((list) => filter[listFields[list]] === true));
  const uris = new Set(subscribe === true ? readUris(filter['resourceSubscriptions']) : []);
  const agreed = {
    ...Object.fromEntries([...lists].map((list) => [listFields[list], true])),
    ...(uris.size > 0 ? { resourceSubscriptions: [...uris] } : {}),
    ...(tasks === undefined ? {} : { taskIds: tasks.taskIds }),
  };
  return { lists, uris, agreed };
}

function readUris(value: unknown): readonly string[] {
  const uris: readonly unknown[] | undefined = value === undefined ? [] : Array.isArray(value) ? value : undefined;
  if (uris === undefined || !uris.every((uri) => typeof uri === 'string')) {
    throw invalidParams('Invalid params: notifications.resourceSubscriptions must be an array of strings');
  }
  if (uris.length > maximalUris) throw invalidParams(`Too many resourceSubscriptions: at most ${maximalUris}`);
  return uris;
}
