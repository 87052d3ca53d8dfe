import { HttpLink, type LinkFailure } from '../../../../runtime/wire/peer/http-link.js';
import type { Link, LinkEvents } from '../../../../runtime/wire/peer/link.js';
import { requestFrom } from '../../links/node-http.js';
import { describeFailure } from '../../links/send-request.js';
import { maxMessageBytes } from '../../links/stream-link.js';

/** Server URL, and headers of each request, such as `Authorization`. */
interface AddressTarget {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
}

/** Connects a page to a server URL. */
export function openHttpLink({ url, headers }: AddressTarget, events: LinkEvents): Link {
  const request = requestFrom(url);
  return new HttpLink({ request, headers, maxMessageBytes, isListening: true, explain }, events);
}

function explain(failure: LinkFailure): string {
  if ('error' in failure) return describeFailure(failure.error);
  const { status } = failure;
  if (status === 401 || status === 403) {
    return `The server responded with HTTP ${status}. Pass a token: --header "Authorization: Bearer …".`;
  }
  if (status >= 300 && status < 400)
    return `The server responded with a redirect (HTTP ${status}). Use the URL that it redirects to.`;
  return `The server responded with HTTP ${status}, without a JSON-RPC response to the request.`;
}
