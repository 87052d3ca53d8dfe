/** The longest time that a client has to answer, in milliseconds. */
const maximalWaitMs = 15 * 60_000;
/** The time that a client has to answer, in milliseconds. */
export function limitWait(timeoutMs = maximalWaitMs) {
    return Math.min(timeoutMs, maximalWaitMs);
}
/** How often a question is asked again when the answer does not fit. */
export const maximalRetries = 2;
/** The parameters of a question that is asked again. */
export function withReason(params, reason) {
    const message = typeof params?.['message'] === 'string' ? params['message'] : '';
    return { ...params, message: `${message}\n\nThe last answer cannot be used: ${reason}` };
}
