import type { Readable, Writable } from 'node:stream';
import type { HttpOptions } from '../http/http-options.js';
import type { ServiceOptions } from '../service/service.js';
/** How a server is served. */
export interface StartOptions extends ServiceOptions {
    /** Where messages come from. Default: standard input. */
    readonly input?: Readable;
    /** Where answers go. Default: standard output, which is then closed to everything else. */
    readonly output?: Writable;
    /** Bytes that one message may have. Default: 16 MiB. */
    readonly maxMessageBytes?: number;
    /** Requests are served one after the other. Default: side by side. */
    readonly ordered?: boolean;
    /** Milliseconds that running requests get when the server stops. Default: 10 000. */
    readonly drainMs?: number;
    /** What concerns HTTP alone; does not make the server speak it. */
    readonly http?: HttpOptions;
}
/**
 * Checks options before anything is read or written. An option that is `undefined` counts as not given.
 *
 * @throws TypeError that names the first option that is unknown or has a value of the wrong type.
 */
export declare function checkStartOptions(options: StartOptions): void;
