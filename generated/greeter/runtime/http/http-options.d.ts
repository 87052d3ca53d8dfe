/** How a server is served over HTTP. */
export interface HttpOptions {
    /** Default: 3000; 0: any that is free. On Node. */
    readonly port?: number;
    /** Address to listen on. Default: 127.0.0.1, which only this machine reaches. On Node. */
    readonly host?: string;
    /** Path of the MCP endpoint. Default: `/mcp`. */
    readonly path?: string;
    /**
     * Names that clients may call the server by (`Host`), without port. Default: those of this machine as long as it
     * listens only there, else any.
     */
    readonly allowedHosts?: readonly string[];
    /**
     * Web pages that may use the server (`Origin`), such as `https://app.example.com`. Default: those of this machine as
     * long as it listens only there, else none. Clients that are no web pages send no `Origin` and are not concerned.
     */
    readonly allowedOrigins?: readonly string[];
    /** Sessions for revisions that have them; without, each request stands alone. Default: `true`. */
    readonly sessions?: boolean;
    /** The two endpoints of revision 2024-11-05 as well: `/sse` and `/messages`. Default: `false`. */
    readonly sse?: boolean;
    /** Sessions that are open at the same time. Default: 1000. */
    readonly maxSessions?: number;
    /** Milliseconds after which an unused session is closed. Default: 30 minutes. */
    readonly sessionIdleMs?: number;
    /** Requests that are served at the same time; more are refused with 503. Default: 1000. */
    readonly maxRequests?: number;
    /** Event streams that are open at the same time; more are refused with 503. Default: 1000. */
    readonly maxStreams?: number;
    /** Milliseconds between signs of life on an event stream. Default: 15 000. */
    readonly keepAliveMs?: number;
    /** Milliseconds that a client has to send a request. Default: 30 000. On Node. */
    readonly requestTimeoutMs?: number;
}
/** The options with their defaults; `undefined` stays where there is none. */
export type ResolvedHttpOptions = Required<Omit<HttpOptions, 'allowedHosts' | 'allowedOrigins'>> & Pick<HttpOptions, 'allowedHosts' | 'allowedOrigins'>;
/**
 * Checks the options and fills in the defaults.
 *
 * @throws TypeError that names the first option that is unknown or has a wrong value.
 */
export declare function resolveHttpOptions(options: HttpOptions): ResolvedHttpOptions;
