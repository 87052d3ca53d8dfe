import type { Framing } from '../framing/framing.js';
import type { Link, LinkOptions } from './link.js';
/**
 * Connects a client as standard input and output would.
 *
 * @param framing That of the client; the server answers in kind.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/stdio
 */
export declare function openStreamLink(options: LinkOptions, framing: Framing): Link;
