import { type ApiAnswer } from './decode-answer.js';
import type { ForwardApi, ForwardOperation, ForwardOptions } from './forward-definition.js';
/**
 * Calls an operation of an API.
 *
 * @throws ForwardError when it cannot be called, takes too long or answers with an error; the reason of `signal`.
 */
export declare function callApi(api: ForwardApi, operation: ForwardOperation, { environment }: ForwardOptions, input: unknown, signal: AbortSignal): Promise<ApiAnswer>;
