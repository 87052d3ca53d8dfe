/** Facts in the headers of a response. */
export interface ResponseFacts {
  /** Target of the link to the next page. */
  readonly nextUrl?: string;
  /** Number of items in all pages. */
  readonly total?: number;
  /** Other facts, as short sentences. */
  readonly notes: readonly string[];
}

/** Maximum number of characters of a header that a note shows. */
const maxHeader = 500;

const totalHeaders = ['x-total-count', 'x-total', 'total-count', 'x-pagination-total-count', 'pagination-total'];

/**
 * Reads the headers of a response that are useful to a model.
 *
 * @param usesETags Whether `ETag` and `Last-Modified` are included.
 * @param mask Hides credentials in a string.
 */
export function readFacts(headers: Headers, usesETags: boolean, mask: (text: string) => string): ResponseFacts {
  const show = (label: string, name: string): readonly string[] => {
    const value = headers.get(name);
    return value === null || value === '' ? [] : [`${label}: ${clean(mask(value))}`];
  };
  const nextUrl = findNextLink(headers.get('link') ?? '');
  const total = totalHeaders.map((name) => headers.get(name) ?? '').find((value) => /^\d{1,12}$/u.test(value));
  return {
    ...(nextUrl !== undefined && { nextUrl }),
    ...(total !== undefined && { total: Number(total) }),
    notes: [
      ...show('Location', 'location'),
      ...show('Retry after (seconds or date)', 'retry-after'),
      ...(usesETags ? [...show('ETag', 'etag'), ...show('Last modified', 'last-modified')] : []),
      ...describeRateLimit(headers),
    ],
  };
}

/** Returns text as one line without control characters. */
function clean(text: string): string {
  return text.slice(0, maxHeader).replaceAll(/\p{Cc}/gu, ' ');
}

/** Finds the target of the link with `rel=next`. @see https://www.rfc-editor.org/rfc/rfc8288#section-3 */
function findNextLink(header: string): string | undefined {
  for (const [, url, parameters = ''] of header.matchAll(/<([^<>]*)>([^<]*)/gu)) {
    if (parameters.split(';').some(isNext)) return url;
  }
  return undefined;
}

/** Whether a link parameter is `rel=next`. */
function isNext(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  const relations = value.replaceAll(/[",]/gu, ' ').toLowerCase().split(' ');
  return name.trim().toLowerCase() === 'rel' && relations.includes('next');
}

/** Reports a rate limit when less than 5 % is left. */
function describeRateLimit(headers: Headers): readonly string[] {
  const read = (name: string): number =>
    Number(headers.get(`x-ratelimit-${name}`) ?? headers.get(`ratelimit-${name}`) ?? NaN);
  const left = read('remaining');
  const limit = read('limit');
  const isLow = Number.isFinite(left) && (Number.isFinite(limit) ? left * 20 < limit : left < 3);
  return isLow ? [`Rate limit nearly exhausted. Remaining calls: ${left}`] : [];
}
