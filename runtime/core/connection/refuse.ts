import type { Channel } from '../exchange/exchange.js';
import { encodeError, type RequestId } from '../../wire/json-rpc.js';

/** Answers a message that is no valid request. */
export function refuse(channel: Channel, id: RequestId | undefined, reason: string): void {
  channel.respond(encodeError(id, -32600, `Invalid Request: ${reason}`), -32600);
}
