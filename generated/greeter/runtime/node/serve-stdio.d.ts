import type { Service } from '../service/service.js';
import type { Serving } from './serving.js';
import type { StartOptions } from './start-options.js';
/**
 * Serves over a pair of byte streams: standard input and output, or those in the options.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export declare function serveStdio(service: Service, options: StartOptions): Serving;
