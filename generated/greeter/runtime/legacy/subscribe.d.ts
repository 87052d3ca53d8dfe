import type { JsonObject } from '../protocol/json-object.js';
import type { Service } from '../service/service.js';
import type { LegacySession } from './caller.js';
/**
 * Takes a `resources/subscribe`. To subscribe twice is to subscribe once.
 *
 * @throws ProtocolError -32602 without a URI and for too many, -32002 for a resource that the server does not have.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export declare function subscribe(service: Service, session: LegacySession, params: JsonObject): void;
/**
 * Takes a `resources/unsubscribe`; there need not have been a subscription.
 *
 * @throws ProtocolError -32602 without a URI.
 */
export declare function unsubscribe(session: LegacySession, params: JsonObject): void;
