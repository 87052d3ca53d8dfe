import '../index.js';
import { type Caller } from '../call-context.js';
import type { Exchange } from '../exchange.js';
import type { Request } from '../json-rpc.js';
import type { ResultBody } from '../results/result-body.js';
import type { Service } from '../service.js';
import { type LegacySession } from './caller.js';
/** A request whose handler may ask the client something. */
interface Call {
    readonly service: Service;
    readonly request: Request;
    readonly exchange: Exchange;
    readonly caller: Caller;
    readonly session: LegacySession;
}
/** Serves a request whose handler may ask the client something; the request stays open meanwhile. */
export declare function serveCall(call: Call): ResultBody | Promise<ResultBody>;
export {};
