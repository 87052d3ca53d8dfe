import type { BrowserPage } from '../../core/api/delegation.js';
import type { HttpRequestInfo } from '../../core/api/request-context.js';
import { randomText } from './random-text.js';

/** Headers of every page, which forbid caching, framing and referrers. */
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Creates a page with a heading and a sentence, which are escaped. */
export function showPage(status: BrowserPage['status'], title: string, text: string): BrowserPage {
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</html>
`;
  return { status, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, body };
}

/** Creates a response that redirects a browser to a different URL. */
export function redirectTo(location: string, more: { readonly [name: string]: string } = {}): BrowserPage {
  return { status: 302, headers: { ...headers, Location: location, ...more }, body: '' };
}

function escapeHtml(text: string): string {
  const references: { readonly [character: string]: string } = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replaceAll(/[&<>"]/gu, (character) => references[character] ?? '');
}

/** A browser, identified by a cookie. */
export interface Browser {
  readonly id: string;
  /** Value of `Set-Cookie`. */
  readonly cookie: string;
}

/** Identifies a browser by its cookie, or creates a cookie for it. */
export function findBrowser(request: HttpRequestInfo, isSecure: boolean, seconds: number): Browser {
  const id = readBrowserId(request, isSecure) ?? randomText();
  const secure = isSecure ? '; Secure' : '';
  return { id, cookie: `${nameCookie(isSecure)}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}` };
}

/** Reads the ID of a browser; `undefined` if it has no cookie. */
export function readBrowserId(request: HttpRequestInfo, isSecure: boolean): string | undefined {
  const name = `${nameCookie(isSecure)}=`;
  const pairs = request.header('cookie')?.split(/;\s*/u) ?? [];
  const id = pairs.find((pair) => pair.startsWith(name))?.slice(name.length);
  return id !== undefined && /^[\w-]{43}$/u.test(id) ? id : undefined;
}

/**
 * Returns the name of the cookie. Its prefix prevents other hosts, such as a subdomain, from setting the cookie.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-4.1.3.2
 */
function nameCookie(isSecure: boolean): string {
  return isSecure ? '__Host-mcp-consent' : 'mcp-consent';
}
