import type { Channel } from '../exchange/exchange.js';
import { encodeError, type RequestId } from '../../wire/json-rpc.js';

/** Responds to a message that is not a valid request. */
export function refuse(channel: Channel, id: RequestId | undefined, reason: string): void {
  channel.respond(encodeError(id, -32600, `Invalid Request: ${reason}`), -32600);
}
