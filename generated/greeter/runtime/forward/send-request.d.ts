import type { Deadline } from './deadline.js';
/** A request with everything that it needs. */
export interface ApiRequest {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array | undefined;
}
/**
 * Sends a request. What an idempotent one is told to try again later is tried again, as long as that is soon.
 *
 * @throws ForwardError when the answer leads in circles; what `fetch` throws.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export declare function sendRequest(request: ApiRequest, deadline: Deadline): Promise<Response>;
/** Milliseconds that the API wants to be left alone; `undefined` when it did not say. */
export declare function readRetryAfter(response: Response): number | undefined;
/** Where an answer leads; `undefined` when it leads nowhere. */
export declare function readLocation(response: Response, url: string): URL | undefined;
