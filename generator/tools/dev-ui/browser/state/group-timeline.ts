import { objectAt, textAt } from '../protocol/json-object.js';
import type { TimelineEntry } from './timeline.js';

/** Messages that belong together: a call with its elicitations and notifications, a handshake, or a request with its response. */
export interface TimelineGroup {
  readonly key: string;
  readonly kind: 'call' | 'handshake' | 'refresh' | 'other';
  /** In order; never empty. */
  readonly entries: readonly TimelineEntry[];
}

/** State of a group, by the last response to one of its requests. */
export type GroupState = 'pending' | 'done' | 'failed' | 'none';

const handshakeMethods: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** Methods of the handshake, and of list reloads. */
const setupMethods: ReadonlySet<string> = new Set([
  ...handshakeMethods,
  'notifications/initialized',
  'logging/setLevel',
  'notifications/subscriptions/acknowledged',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/**
 * Groups messages, in the order of the first message of each group.
 *
 * @param callOf Number of the call that a message belongs to; `undefined` for none.
 */
export function groupTimeline(
  entries: readonly TimelineEntry[],
  callOf: (entry: TimelineEntry) => number | undefined,
): readonly TimelineGroup[] {
  const groups = new Map<string, TimelineEntry[]>();
  /** Keys of groups by requests. */
  const requests = new Map<string, string>();
  let last = '';
  for (const entry of entries) {
    const call = callOf(entry);
    const request = requestOf(entry);
    const setup = `setup ${entry.connection}`;
    const key =
      (call === undefined ? undefined : `call ${entry.connection} ${call}`) ??
      requests.get(request) ??
      (isSetup(entry) ? (last.startsWith(`${setup} `) ? last : `${setup} ${entry.number}`) : `other ${entry.number}`);
    if (entry.kind === 'request') requests.set(request, key);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [entry]);
      last = key;
    } else group.push(entry);
  }
  return [...groups].map(([key, members]) => ({ key, kind: kindOf(key, members), entries: members }));
}

function kindOf(key: string, entries: readonly TimelineEntry[]): TimelineGroup['kind'] {
  if (key.startsWith('call')) return 'call';
  if (!key.startsWith('setup')) return 'other';
  return entries.some(({ method }) => handshakeMethods.has(method)) ? 'handshake' : 'refresh';
}

function isSetup({ method, message }: TimelineEntry): boolean {
  if (method !== 'subscriptions/listen') return setupMethods.has(method);
  // A resource subscription is not part of a handshake.
  return !('resourceSubscriptions' in objectAt(objectAt(message, 'params'), 'notifications'));
}

/** Returns the key of the request to which a message responds or belongs, or of the message itself if it is a request. */
function requestOf({ connection, direction, kind, message, request }: TimelineEntry): string {
  const isResponse = kind === 'answer' || kind === 'error';
  const sender = isResponse ? (direction === 'sent' ? 'received' : 'sent') : direction;
  return kind === 'notification'
    ? `${connection} sent ${JSON.stringify(request)}`
    : `${connection} ${sender} ${JSON.stringify(message['id'])}`;
}

/** Returns the state of a group from the responses to the requests that the Dev UI sent. */
export function stateOf({ entries }: TimelineGroup): GroupState {
  const sent = entries.findLast(({ kind, direction }) => kind === 'request' && direction === 'sent');
  if (sent === undefined) return 'none';
  const response = entries.findLast(
    ({ kind, direction, number }) =>
      direction === 'received' && (kind === 'answer' || kind === 'error') && number > sent.number,
  );
  if (response === undefined) return 'pending';
  const result = objectAt(response.message, 'result');
  if (response.kind === 'error' || result['isError'] === true) return 'failed';
  return textAt(result, 'resultType') === 'input_required' ? 'pending' : 'done';
}
