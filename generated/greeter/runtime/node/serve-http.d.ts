import { type Authenticate } from '../http/endpoint.js';
import { type HttpOptions } from '../http/http-options.js';
import type { Service } from '../service/service.js';
import type { Serving } from './serving.js';
import type { StartOptions } from './start-options.js';
/** A server that listens. */
export interface HttpServing extends Serving {
    /** Address of the MCP endpoint. */
    readonly url: string;
}
/**
 * Serves over Streamable HTTP.
 *
 * @param overrides Options that count more than those of the project.
 * @returns Resolves when it listens.
 * @throws TypeError for options that are wrong; what the system says when it cannot listen.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export declare function serveHttp(service: Service, options: StartOptions, overrides?: HttpOptions, authenticate?: Authenticate): Promise<HttpServing>;
