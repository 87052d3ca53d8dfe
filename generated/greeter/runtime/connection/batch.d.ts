import type { Channel } from '../exchange/exchange.js';
import { type Incoming } from '../protocol/json-rpc.js';
/**
 * Takes the entries of a batch and answers all its requests in one array, when the last of them is done.
 *
 * @param accept Takes one entry.
 * @see https://modelcontextprotocol.io/specification/2025-03-26/basic#batching
 */
export declare function acceptBatch(entries: readonly unknown[], channel: Channel, accept: (incoming: Incoming, channel: Channel) => void): void;
