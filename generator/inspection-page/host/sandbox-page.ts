import { isRecord } from '../../dev/json-message.js';

/** Longest policy of a view that is read, in characters. */
const maximalCspLength = 10_000;

/** Origin in a policy: an address without a path, with a `*` for subdomains or ports at most. */
const originPattern = /^(?:https?|wss?):\/\/(?:\*\.)?[\w.-]{1,253}(?::(?:\d{1,5}|\*))?$/iu;

/**
 * Empty document in which the page shows a view. It replaces itself by the HTML that its parent sends; the policy of the
 * response stays in force. The frame has no origin, so that a view reaches neither the page nor its token.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#sandbox-proxy
 */
export const sandboxHtml = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>View</title></head><body><script>
if (parent !== window) {
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.method !== 'ui/notifications/sandbox-resource-ready') return;
    document.open();
    document.write(String(data.params.html));
    document.close();
  });
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
}
</script></body></html>
`;

/**
 * Prints the Content Security Policy for a view. Entries that are no origins are left out, so that none can add a directive.
 *
 * @param text `_meta.ui.csp` of the view as JSON. Without it the view loads nothing that it does not contain.
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#host-behavior
 */
export function printSandboxPolicy(text: string | null): string {
  const csp = parseCsp(text);
  const list = (name: string, ...own: readonly string[]): string => {
    const named = csp[name];
    const origins = Array.isArray(named)
      ? named.filter((one) => typeof one === 'string' && originPattern.test(one))
      : [];
    const all = [...own, ...(origins as readonly string[])];
    return all.length === 0 ? "'none'" : all.join(' ');
  };
  return [
    "default-src 'none'",
    `script-src ${list('resourceDomains', "'unsafe-inline'")}`,
    `style-src ${list('resourceDomains', "'unsafe-inline'")}`,
    `img-src ${list('resourceDomains', 'data:')}`,
    `media-src ${list('resourceDomains', 'data:')}`,
    `font-src ${list('resourceDomains', 'data:')}`,
    `connect-src ${list('connectDomains')}`,
    `frame-src ${list('frameDomains')}`,
    `base-uri ${list('baseUriDomains')}`,
    "object-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // A window that is opened with this address has no origin either.
    'sandbox allow-scripts',
  ].join('; ');
}

function parseCsp(text: string | null): { readonly [name: string]: unknown } {
  if (text === null || text.length > maximalCspLength) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
