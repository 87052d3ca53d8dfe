import { type JsonObject } from '../protocol/json-object.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service/service.js';
import { type LegacySession } from './caller.js';
/**
 * Answers `initialize`. It may come again: then the session starts anew.
 *
 * @throws ProtocolError -32602 when negotiation is strict and no supported revision is old enough.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization
 */
export declare function introduce(service: Service, session: LegacySession, params: JsonObject): ResultBody;
