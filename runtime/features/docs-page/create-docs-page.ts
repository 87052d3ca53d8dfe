import type { DocsPageResponse, DocsPage } from '../../core/api/docs-page.js';

/** Docs page as written by the generator. */
export interface PageDefinition {
  /** Whether the page is also served without authentication on servers that require it. */
  readonly isPublic: boolean;
  /** Digest of the HTML: letters, digits, `-` and `_`. */
  readonly digest: string;
  /** Content security policy, which allows the style sheet of the page. */
  readonly policy: string;
  /** Loads the HTML, at the first request. */
  readonly load: () => Promise<string>;
}

/** Creates the docs page of a server. The HTML is loaded and encoded once. */
export function createPage({ isPublic, digest, policy, load }: PageDefinition): DocsPage {
  // Weak, because the page may be compressed in transit.
  const tag = `W/"${digest}"`;
  const kept = { ETag: tag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' };
  const headers = {
    ...kept,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
  let loading: Promise<Uint8Array> | undefined;
  return {
    isPublic,
    answer: async ({ method, header }): Promise<DocsPageResponse> => {
      if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' } };
      if (hasTag(header('if-none-match'), digest)) return { status: 304, headers: kept };
      loading ??= load().then((html) => new TextEncoder().encode(html));
      // Node and `fetch` send no body in response to HEAD.
      return { status: 200, headers, body: [await loading] };
    },
  };
}

/** Server card as written by the generator. */
export interface CardDefinition {
  /** Digest of the text: letters, digits, `-` and `_`. */
  readonly digest: string;
  /** JSON. */
  readonly text: string;
}

/**
 * Creates the server card, which pages of all origins can read.
 *
 * @see https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/docs/discovery.md, CORS
 *   Requirements and Caching
 */
export function createCard({ digest, text }: CardDefinition): DocsPage {
  const open = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET',
    'Access-Control-Allow-Headers': 'Content-Type, If-None-Match',
    'Access-Control-Expose-Headers': 'ETag',
  };
  // Weak, because the card may be compressed in transit.
  const kept = { ...open, ETag: `W/"${digest}"`, 'Cache-Control': 'public, max-age=3600', Vary: 'Accept-Encoding' };
  const body = new TextEncoder().encode(text);
  return {
    isPublic: true,
    answer: async ({ method, header }): Promise<DocsPageResponse> => {
      if (method === 'OPTIONS') return { status: 204, headers: { ...open, 'Access-Control-Max-Age': '600' } };
      if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { ...open, Allow: 'GET, HEAD' } };
      if (hasTag(header('if-none-match'), digest)) return { status: 304, headers: kept };
      return { status: 200, headers: { ...kept, 'Content-Type': 'application/mcp-server-card+json' }, body: [body] };
    },
  };
}

/**
 * Whether an `If-None-Match` header contains a tag; weak and strong tags are equivalent.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
function hasTag(header: string | undefined, digest: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === `"${digest}"`);
}
