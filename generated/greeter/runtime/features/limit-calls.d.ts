import type { Service } from '../service/service.js';
/**
 * Counts a call of a peer, if the service bounds them.
 *
 * @throws ProtocolError 429 when it was too often.
 */
export declare function limitCalls(service: Service, peer: string): void;
