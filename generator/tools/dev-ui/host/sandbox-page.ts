import { isJsonObject } from '../../../../runtime/wire/json.js';

/** Maximum length of a view's policy, in characters. */
const maxCspLength = 10_000;

/** Origin in a policy: a URL without a path, with `*` only for subdomains or ports. */
const originPattern = /^(?:https?|wss?):\/\/(?:\*\.)?[\w.-]{1,253}(?::(?:\d{1,5}|\*))?$/iu;

/** Constructors whose connections ignore `connect-src`. */
const webRtcNames = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection', 'RTCIceTransport'];

/**
 * Empty document in which the page shows a view. It removes WebRTC, then replaces itself with the HTML that its parent
 * sends: the window stays the same, and the response headers stay in force. The frame has no origin, so that a view
 * cannot access the page or its token, and cannot take constructors out of frames that it creates.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#sandbox-proxy
 * @see docs/decisions/0027-views-run-in-a-sandbox-with-an-address.md
 */
export const sandboxHtml = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>View</title></head><body><script>
for (const name of ${JSON.stringify(webRtcNames)}) delete window[name];
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

/** Response headers that limit what a view can access. */
interface SandboxHeaders {
  readonly 'content-security-policy': string;
  /** Blocks what the policy cannot block: WebRTC, navigation and preconnections, including in frames of the view. */
  readonly 'connection-allowlist': string;
  readonly 'x-dns-prefetch-control': 'off';
}

/**
 * Returns the headers for a view. Entries that are not origins are skipped, so that no entry can add a directive.
 *
 * @param text `_meta.ui.csp` of the view as JSON. Without it, the view cannot load external content.
 * @param brands Header `Sec-CH-UA` of the request. Chromium logs an error for the directive `webrtc`, and supports the allowlist instead.
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#host-behavior
 * @see https://wicg.github.io/connection-allowlists
 */
export function printSandboxHeaders(text: string | null, brands: string): SandboxHeaders {
  const csp = parseCsp(text);
  const policy = printPolicy(csp);
  return {
    'content-security-policy': brands.includes('"Chromium"') ? policy : `${policy}; webrtc 'block'`,
    'connection-allowlist': printAllowlist(csp),
    'x-dns-prefetch-control': 'off',
  };
}

type ViewCsp = { readonly [name: string]: unknown };

function printPolicy(csp: ViewCsp): string {
  const list = (name: string, ...own: readonly string[]): string => {
    const all = [...own, ...originsOf(csp, name)];
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
    // Windows opened with this URL have no origin either.
    'sandbox allow-scripts',
  ].join('; ');
}

/** Returns the schemes that an origin in a policy allows; browsers also allow the secure variant. */
const schemes: { readonly [scheme: string]: readonly string[] } = {
  http: ['http', 'https'],
  https: ['https'],
  ws: ['ws', 'wss', 'http', 'https'],
  wss: ['wss', 'https'],
};

/** Returns the origins of all directives as URL patterns. The policy decides which of these origins are allowed for redirects. */
function printAllowlist(csp: ViewCsp): string {
  const origins = ['connectDomains', 'resourceDomains', 'frameDomains'].flatMap((name) => originsOf(csp, name));
  const patterns = origins.flatMap((origin) => {
    const [scheme = '', rest = ''] = origin.toLowerCase().split('://');
    return (schemes[scheme] ?? []).map((one) => `"${one}://${rest}"`);
  });
  return `(${[...new Set(patterns)].join(' ')});redirects=allow;webrtc=block`;
}

function originsOf(csp: ViewCsp, name: string): readonly string[] {
  const named = csp[name];
  return Array.isArray(named) ? named.filter((one) => typeof one === 'string' && originPattern.test(one)) : [];
}

function parseCsp(text: string | null): ViewCsp {
  if (text === null || text.length > maxCspLength) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
