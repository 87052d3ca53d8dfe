import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Frame, Page } from 'playwright-core';
import type { HostNews, HostPage, PageCsp, ShownPage } from './host-page-api.js';
import { hostOrigin, printPolicy, sandboxHtml } from './sandbox-page.js';

/** Host with the official bridge (`AppBridge`), in a window of Chromium. */
export interface AppsHost {
  readonly page: Page;
  /** Messages of the view, in order. */
  readonly news: readonly HostNews[];
  /** Addresses that the content security policy has kept the view from. */
  readonly blocked: readonly string[];
  /** Addresses of all requests that have left the host and the sandbox. */
  readonly requests: readonly string[];
  /** Errors in the consoles of host, sandbox and view. */
  readonly errors: readonly string[];
  /** Shows a view; returns the frame in which its page runs. */
  show(shown: ShownPage): Promise<Frame>;
  /** Calls a function of the host page. */
  tell<Name extends Exclude<keyof HostPage, 'showPage'>>(
    name: Name,
    ...values: Parameters<HostPage[Name]>
  ): Promise<void>;
  close(): Promise<void>;
}

/** Opens a host whose tool calls go to a server. */
export async function openAppsHost(
  browser: Browser,
  callServer: (name: string, input: object) => Promise<unknown>,
  { width = 800 }: { readonly width?: number } = {},
): Promise<AppsHost> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: 'light' });
  const page = await context.newPage();
  const [news, blocked, requests, errors]: [HostNews[], string[], string[], string[]] = [[], [], [], []];
  page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
  page.on('pageerror', (error) => void errors.push(String(error)));
  const script = await bundleHostPage();
  await page.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (url.origin === hostOrigin) {
      return route.fulfill({ contentType: 'text/html;charset=utf-8', body: printHost(script) });
    }
    if (url.origin === 'https://sandbox.test') {
      const csp = JSON.parse(url.searchParams.get('csp') ?? '{}') as PageCsp;
      const headers = { 'content-security-policy': printPolicy(csp) };
      return route.fulfill({ contentType: 'text/html;charset=utf-8', headers, body: sandboxHtml });
    }
    requests.push(url.href);
    return route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } });
  });
  await page.exposeFunction('callServer', callServer);
  await page.exposeFunction('reportNews', (one: HostNews) => void news.push(one));
  await page.exposeFunction('reportBlocked', (url: string) => void blocked.push(url));
  await page.goto(`${hostOrigin}/`);
  return {
    page,
    news,
    blocked,
    requests,
    errors,
    show: async (shown) => {
      await page.evaluate((value) => (globalThis as unknown as HostPage).showPage(value), shown);
      const frame = page.frames().find((one) => one.parentFrame()?.parentFrame() === page.mainFrame());
      if (frame === undefined) throw new Error('The sandbox has no frame.');
      await frame.evaluate(
        `addEventListener('securitypolicyviolation', ({ blockedURI }) => void reportBlocked(blockedURI))`,
      );
      return frame;
    },
    tell: async (name, ...values) => {
      await page.evaluate(
        ([method, list]) => ((globalThis as unknown as HostPage)[method] as (...all: unknown[]) => unknown)(...list),
        [name, values] as const,
      );
    },
    close: () => context.close(),
  };
}

async function bundleHostPage(): Promise<string> {
  const entry = path.join(import.meta.dirname, '../fixtures/apps-host-page.ts');
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', write: false });
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}

function printHost(script: string): string {
  const frame = `<iframe title="Sandbox" sandbox="allow-scripts allow-same-origin allow-forms"></iframe>`;
  const style = `<style>body { margin: 0 } iframe { display: block; width: 100%; height: 200px; border: 0 }</style>`;
  return `<!doctype html><html lang="en"><head><title>Host</title>${style}</head><body>${frame}<script>${script}</script></body></html>`;
}
