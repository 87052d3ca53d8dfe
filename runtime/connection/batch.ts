import type { Channel } from '../exchange/exchange.js';
import { classify, encodeError, type Incoming, type MessageText, type RequestId } from '../protocol/json-rpc.js';
import { isModernRequest } from '../modern/caller.js';

/** Maximum number of entries in a batch. */
const maximalEntries = 1000;

/**
 * Serves the entries of a batch and answers all requests in one array, when the last of them is done.
 *
 * @param accept Serves one entry.
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#batching
 */
export function acceptBatch(
  entries: readonly unknown[],
  channel: Channel,
  accept: (incoming: Incoming, channel: Channel) => void,
): void {
  if (entries.length === 0) return refuse(channel, undefined, 'a batch must not be empty');
  if (entries.length > maximalEntries) return refuse(channel, undefined, `a batch may have ${maximalEntries} entries`);
  const answers: MessageText[] = [];
  const ids = new Set<RequestId>();
  let open = entries.length;
  const respond = (answer: MessageText | undefined): void => {
    if (answer !== undefined) answers.push(answer);
    open -= 1;
    if (open === 0) channel.respond(answers.length === 0 ? undefined : joinBatch(answers));
  };
  const { http, auth, peer, socket } = channel;
  const entryChannel: Channel = {
    send: (message) => channel.send(message),
    respond,
    ...(channel.ask && { ask: (message: MessageText) => channel.ask?.(message) === true }),
    http,
    auth,
    peer,
    socket,
  };
  for (const entry of entries) {
    const incoming = classify(entry);
    const reason = findEntryFault(incoming, ids);
    if (incoming.kind !== 'request' || reason === undefined) accept(incoming, entryChannel);
    else refuse(entryChannel, incoming.id, reason);
  }
}

/** Answers a message that is no valid request. */
export function refuse(channel: Channel, id: RequestId | undefined, reason: string): void {
  channel.respond(encodeError(id, -32600, `Invalid Request: ${reason}`), -32600);
}

/** Why an entry must not be part of the batch; `undefined`: it may. */
function findEntryFault(incoming: Incoming, ids: Set<RequestId>): string | undefined {
  if (incoming.kind !== 'request') return undefined;
  if (ids.has(incoming.id)) return 'a batch must not use an id twice';
  ids.add(incoming.id);
  if (incoming.method === 'initialize') return '"initialize" must not be part of a batch';
  return isModernRequest(incoming) ? 'this revision knows no batches' : undefined;
}

function joinBatch(answers: readonly MessageText[]): MessageText {
  return [...answers.flatMap((answer, index) => [index === 0 ? '[' : ',', answer].flat()), ']'];
}
