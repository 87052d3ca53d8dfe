import type { Browser, Page } from 'playwright-core';

/** JSON-RPC message between a view and its host. */
export interface ViewMessage {
  readonly jsonrpc: '2.0';
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
}

/** Page of a host with a view in a frame of another origin. Messages are written by hand. */
export interface ViewHost {
  readonly page: Page;
  /** The next message of the view with this method; messages before it are dropped. */
  next(method: string): Promise<ViewMessage>;
  send(message: object): Promise<void>;
  /** Text of the first element in the view that fits a selector, once it contains `part`. */
  textOf(selector: string, part: string): Promise<string>;
  /** Addresses that the content security policy has kept the view from. */
  listBlocked(): readonly string[];
  /** Errors in the console of the view. */
  listErrors(): readonly string[];
  close(): Promise<void>;
}

const hostAddress = 'https://host.test/';
const viewAddress = 'https://view.test/';

/** Origins that a page may load from, as `_meta.ui.csp` has them. */
export interface Origins {
  readonly connectDomains?: readonly string[];
  readonly resourceDomains?: readonly string[];
}

/**
 * Shows the page of a view, with the policy that the specification has hosts make of `csp`.
 *
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#4-content-security-policy-enforcement
 */
export async function showView(browser: Browser, html: string, csp: Origins = {}): Promise<ViewHost> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const blocked: string[] = [];
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url === hostAddress) return route.fulfill({ contentType: 'text/html', body: hostHtml });
    if (url === viewAddress) {
      const headers = { 'content-security-policy': printPolicy(csp) };
      return route.fulfill({ contentType: 'text/html;charset=utf-8', headers, body: html });
    }
    return route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } });
  });
  await page.exposeFunction('reportBlocked', (url: string) => blocked.push(url));
  await page.addInitScript({
    content: `addEventListener('securitypolicyviolation', ({ blockedURI }) => void reportBlocked(blockedURI));`,
  });
  await page.goto(hostAddress);
  const frame = page.frameLocator('iframe');
  return {
    page,
    next: async (method) => {
      for (;;) {
        const message = await page.evaluate<ViewMessage>('nextMessage()');
        if (message.method === method || (message.method === undefined && method === 'answer')) return message;
      }
    },
    send: (message) => page.evaluate(`sendMessage(${JSON.stringify(message)})`),
    textOf: async (selector, part) => {
      const element = frame.locator(selector).filter({ hasText: part }).first();
      return (await element.textContent({ timeout: 10_000 })) ?? '';
    },
    listBlocked: () => blocked,
    listErrors: () => errors,
    close: () => context.close(),
  };
}

function printPolicy({ connectDomains = [], resourceDomains = [] }: Origins): string {
  const others = resourceDomains.join(' ');
  return [
    `default-src 'none'`,
    `script-src 'self' 'unsafe-inline' ${others}`,
    `style-src 'self' 'unsafe-inline' ${others}`,
    `connect-src 'self' ${connectDomains.join(' ')}`,
    `img-src 'self' data: ${others}`,
    `font-src 'self' ${others}`,
    `media-src 'self' data: ${others}`,
    `frame-src 'none'`,
    `object-src 'none'`,
    `base-uri 'self'`,
  ].join('; ');
}

const hostHtml = `<!doctype html><title>Host</title>
<script>
  const messages = [];
  let wake = () => {};
  addEventListener('message', ({ data, source }) => {
    if (source !== document.querySelector('iframe').contentWindow) return;
    messages.push(data);
    wake();
  });
  async function nextMessage() {
    while (messages.length === 0) await new Promise((resolve) => (wake = resolve));
    return messages.shift();
  }
  function sendMessage(message) {
    document.querySelector('iframe').contentWindow.postMessage(message, '*');
  }
</script>
<iframe src="${viewAddress}" width="600" height="400"></iframe>`;
