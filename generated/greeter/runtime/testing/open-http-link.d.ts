import { type Revision } from '../protocol/revisions.js';
import type { Link, LinkOptions } from './link.js';
/**
 * Connects a client over Streamable HTTP, by way of the adapter for `fetch`: in a session, where the revision has them.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export declare function openHttpLink(options: LinkOptions, revision: Revision): Link;
