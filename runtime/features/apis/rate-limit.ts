/** HTTP statuses for rate limits. GitHub returns 403. */
const limitedStatuses = new Set([403, 429]);
/**
 * Minimum number that is read as milliseconds since 1970. Smaller numbers, down to the next limit, are read as seconds since 1970.
 */
const minEpochMs = 1e11;
const minEpochSeconds = 1e9;

/**
 * Reads the time in milliseconds until an API accepts requests again: `Retry-After`, or the reset of an exhausted rate
 * limit.
 *
 * @returns `undefined` if the response does not specify it.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 * @see https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 */
export function readRetryAfter(response: Response): number | undefined {
  const text = response.headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/u.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2},/u.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? readReset(response) : Math.max(0, date - Date.now());
}

/** Whether an API rejects a request because of a rate limit, and specifies when the limit ends. */
export function isRateLimited(response: Response): boolean {
  return limitedStatuses.has(response.status) && readRetryAfter(response) !== undefined;
}

/** Reads the time in milliseconds until an exhausted rate limit is reset. */
function readReset({ status, headers }: Response): number | undefined {
  const read = (name: string): string =>
    (headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`) ?? '').trim();
  const reset = read('reset');
  if (!limitedStatuses.has(status) || !/^0+$/u.test(read('remaining')) || !/^\d+(?:\.\d+)?$/u.test(reset))
    return undefined;
  const value = Number(reset);
  if (value < minEpochSeconds) return value * 1000;
  // By the clock of the API, because the clock of this machine may differ.
  const sent = Date.parse(headers.get('date') ?? '');
  return Math.max(0, (value < minEpochMs ? value * 1000 : value) - (Number.isNaN(sent) ? Date.now() : sent));
}

/** Pattern for rate limit header names. */
const limitHeader = /^(?:retry-after|(?:x-)?rate-?limit(?:-[a-z-]{1,32})?)$/u;
/** Maximum number of headers, and of characters in each. */
const maxHeaders = 12;
const maxHeader = 200;

/**
 * Selects the headers of a response that specify when to retry. Adds `retry-after`, in seconds, if only rate limit
 * headers specify the time.
 *
 * @param mask Hides credentials in a string.
 */
export function selectLimitHeaders(
  response: Response,
  mask: (text: string) => string,
): { readonly [name: string]: string } {
  const retryAfter = readRetryAfter(response);
  const selected = [...response.headers].filter(([name]) => limitHeader.test(name)).slice(0, maxHeaders);
  return {
    ...(retryAfter !== undefined && { 'retry-after': String(Math.ceil(retryAfter / 1000)) }),
    ...Object.fromEntries(selected.map(([name, value]) => [name, mask(value).slice(0, maxHeader)])),
  };
}
