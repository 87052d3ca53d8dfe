import type { Channel, Exchange } from '../exchange/exchange.js';
import { afterTurn } from '../../wire/after-turn.js';
import type { ResultBody } from '../results/result-body.js';

/** Request that later responses wait for. */
interface Place {
  /** Sends its response. Set while the response is held back. */
  release?: () => void;
  hasLeft?: true;
  /** Place of the next request. */
  next?: Place;
}

/**
 * Places of the requests of a channel, in order, as a linked list: in a `Set`, finding the first of many deleted places
 * takes quadratic time.
 */
interface Queue {
  first?: Place | undefined;
  last?: Place;
}

const queues = new WeakMap<Channel, Queue>();

/**
 * Serves a request, and keeps immediate responses in the order of their requests. A response is held back while an
 * earlier request of the same channel can still complete immediately: while code for the earlier request is loaded, and
 * in the event loop turn in which its handler started. Handlers are not held back.
 *
 * @see docs/decisions/0057-ready-results-keep-the-order-of-requests.md
 */
export function respondInOrder(
  exchange: Exchange,
  serve: () => ResultBody | Promise<ResultBody>,
): ResultBody | Promise<ResultBody> {
  const queue = findQueue(exchange.channel);
  if (queue === undefined) return serve();
  const isFirst = queue.first === undefined;
  let body: ResultBody | Promise<ResultBody>;
  try {
    body = serve();
  } catch (error) {
    if (isFirst) throw error;
    body = Promise.reject(error as Error);
  }
  if (isFirst && !(body instanceof Promise)) return body;
  const place: Place = {};
  if (queue.first && queue.last) queue.last.next = place;
  else queue.first = place;
  queue.last = place;
  exchange.beforeClose(() => leave(queue, place));
  exchange.onBegin(() =>
    afterTurn(() => {
      if (place.release === undefined) leave(queue, place);
    }),
  );
  return holdBack(queue, place, body);
}

function findQueue(channel: Channel): Queue | undefined {
  if (channel.isShared !== true) return undefined;
  const queue = queues.get(channel) ?? {};
  queues.set(channel, queue);
  return queue;
}

/** Waits for the result, then for the earlier requests. */
async function holdBack(queue: Queue, place: Place, body: ResultBody | Promise<ResultBody>): Promise<ResultBody> {
  try {
    return await body;
  } finally {
    if (place.hasLeft !== true && queue.first !== place) {
      await new Promise<void>((resolve) => {
        place.release = resolve;
      });
    }
  }
}

/** Releases later responses that wait for a request. */
function leave(queue: Queue, place: Place): void {
  place.hasLeft = true;
  while (queue.first?.hasLeft) queue.first = queue.first.next;
  queue.first?.release?.();
}
