import type { PageCsp } from './host-page-api.js';

/** Origin of the host page. */
export const hostOrigin = 'https://host.test';

/**
 * Page of the sandbox proxy: writes the page of the view into a frame that inherits its policy, and passes messages on.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#sandbox-proxy
 */
export const sandboxHtml = `<!doctype html><html><head><title>Sandbox</title>
<style>html, body, iframe { margin: 0; width: 100%; height: 100%; border: 0; display: block }</style></head><body><script>
  const inner = document.createElement('iframe');
  inner.title = 'View';
  inner.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  document.body.append(inner);
  addEventListener('message', ({ source, origin, data }) => {
    if (source === inner.contentWindow) return parent.postMessage(data, '${hostOrigin}');
    if (source !== parent || origin !== '${hostOrigin}') return;
    if (data.method !== 'ui/notifications/sandbox-resource-ready') return inner.contentWindow.postMessage(data, '*');
    inner.contentDocument.open();
    inner.contentDocument.write(data.params.html);
    inner.contentDocument.close();
  });
  parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '${hostOrigin}');
</script></body></html>`;

/** Prints the policy of the specification for the origins that a view declares. Those of the sandbox itself are inline. */
export function printPolicy({ connectDomains = [], resourceDomains = [] }: PageCsp): string {
  const resources = resourceDomains.join(' ');
  return [
    `default-src 'none'`,
    `script-src 'self' 'unsafe-inline' ${resources}`,
    `style-src 'self' 'unsafe-inline' ${resources}`,
    `connect-src 'self' ${connectDomains.join(' ')}`,
    `img-src 'self' data: ${resources}`,
    `font-src 'self' ${resources}`,
    `media-src 'self' data: ${resources}`,
    `frame-src 'self'`,
    `object-src 'none'`,
    `base-uri 'self'`,
  ].join('; ');
}
