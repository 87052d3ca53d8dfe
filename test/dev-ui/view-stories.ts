import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { FrameLocator, Page } from 'playwright-core';
import { choose, patience, resultOf, speak, type UiSession } from './ui-session.js';

const definition = `tools:
  find_books:
    description: Finds books.
    inputSchema: { type: object, properties: { query: { type: string, description: Words. } }, required: [query] }
    outputSchema: { type: object, properties: { titles: { type: array, items: { type: string } } }, required: [titles] }
    ui: { view: ../views/shelf, csp: { connectDomains: ['https://books.example.com'] } }
  pick_book:
    description: Picks a book.
    inputSchema: { type: object, properties: { title: { type: string, description: Title. } }, required: [title] }
    ui: { visibility: [app] }
  burn_books:
    description: For the model alone.
    ui: { visibility: [model] }
`;

const view = `import { openShelf } from '../../generated/views/shelf.ts';
const view = openShelf();
const list = document.createElement('ul');
const state = document.createElement('p');
state.textContent = 'waiting';
document.body.append(state, list);
const say = (text: string) => { state.textContent = text; };
const button = (text: string, act: () => Promise<unknown>) => {
  const made = document.createElement('button');
  made.textContent = text;
  made.onclick = () => void act().then((value) => say(String(value)), (error: Error) => say(error.message));
  list.append(made);
};
view.onResult((result) => {
  if (result.isError) return say('failed: ' + result.text);
  for (const title of result.output.titles) button(title, async () => (await view.call.pick_book({ title })).text);
  button('burn', () => view.app.callServerTool({ name: 'burn_books', arguments: {} }));
  button('open', () => view.openLink('https://books.example.com/emma').then(() => 'asked'));
  button('script link', () => view.openLink('javascript:alert(1)').then(() => 'asked'));
  button('reach out', () => fetch('https://elsewhere.example.com/').then(() => 'reached', () => 'kept in'));
  button('look up', async () => { try { return String(window.parent.document.title); } catch { return 'no parent'; } });
  button('store', async () => { try { return String(sessionStorage.length); } catch { return 'no storage'; } });
  for (let line = 0; line < 20; line += 1) list.append(document.createElement('br'));
});
view.onTeardown(async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  await view.call.pick_book({ title: 'nothing else' });
});
view.onContext(({ theme }) => { document.documentElement.title = theme ?? ''; });
`;

/** Files of the view, for the project gallery. */
export const shelf = {
  'definitions/shop.mcp.yaml': definition,
  'views/shelf/view.ts': view,
  'handlers/tools/find-books.ts': `import { error } from 'create-mcp-from-schema/runtime';
import type { FindBooks } from '../../generated/handlers.ts';
export const findBooks: FindBooks = ({ query }) => query === 'x' ? error('No such words.') : { titles: ['Emma', 'Moby-Dick'] };
`,
  'handlers/tools/pick-book.ts': `import type { PickBook } from '../../generated/handlers.ts';
export const pickBook: PickBook = ({ title }) => 'picked ' + title;
`,
  'handlers/tools/burn-books.ts': `import type { BurnBooks } from '../../generated/handlers.ts';
export const burnBooks: BurnBooks = () => 'burned';
`,
};

/** Stories of a user who looks at views. */
export function viewStories(session: () => UiSession): void {
  let page: Page;
  let frame: FrameLocator;

  beforeAll(async () => {
    page = await session().open({ colorScheme: 'light' });
    frame = page.frameLocator('main iframe');
  });

  // The browser may say later what it has refused.
  afterEach(() => {
    const others = session()
      .takeErrors()
      .filter((error) => !error.includes('elsewhere.example.com'));
    expect(others).toEqual([]);
  });

  afterAll(() => page.context().close());

  async function call(query: string): Promise<void> {
    await choose(page, 'find_books');
    await page.getByRole('textbox', { name: 'query' }).fill(query);
    await page.getByRole('button', { name: 'Call tool' }).click();
    await resultOf(page)
      .getByText(query === 'x' ? 'Tool error' : 'Completed in')
      .waitFor();
    await resultOf(page).getByRole('tab', { name: 'View' }).click();
  }

  test.each(['2025-11-25', '2026-07-28'])(
    'someone sees the view of a tool, and uses it, in %s',
    async (protocolVersion) => {
      await speak(page, protocolVersion);
      await call('sea');
      await frame.getByRole('button', { name: 'Emma' }).click();
      await frame.getByText('picked Emma').waitFor();
      await expect
        .poll(() => page.locator('main iframe').getAttribute('height').then(Number), { timeout: patience })
        .toBeGreaterThan(300);

      await frame.locator('html[title=light]').waitFor();
      await resultOf(page).getByLabel('Theme').selectOption('dark');
      await frame.locator('html[title=dark]').waitFor();
      await resultOf(page).getByLabel('Width').selectOption('320 px');
      expect((await page.locator('main iframe').boundingBox())?.width).toBeLessThan(330);

      await resultOf(page)
        .getByText(/^Messages between Dev UI and view/u)
        .click();
      for (const message of ['received ui/initialize', 'sent ui/notifications/tool-result', 'received tools/call']) {
        await resultOf(page).getByText(message).first().waitFor();
      }
    },
  );

  test('a view reaches neither the page nor other servers nor tools of the model', async () => {
    await call('sea');
    for (const [button, text] of [
      ['burn', 'Tool "burn_books" is not available to views.'],
      ['script link', 'Only http and https URLs can be opened.'],
      ['look up', 'no parent'],
      ['store', 'no storage'],
      ['reach out', 'kept in'],
      ['open', 'asked'],
    ] as const) {
      await frame.getByRole('button', { name: button, exact: true }).click();
      await frame.locator('p').filter({ hasText: text }).waitFor();
    }
    const link = resultOf(page).getByRole('link', { name: 'https://books.example.com/emma' });
    expect(await link.getAttribute('rel')).toBe('noreferrer');
    // The browser says what it has refused, and nothing else went wrong.
    const refusals: string[] = [];
    await expect.poll(() => refusals.push(...session().takeErrors()), { timeout: patience }).toBeGreaterThan(0);
    for (const refusal of refusals) expect(refusal).toMatch(/elsewhere\.example\.com/u);
  });

  test('a view that is removed saves its state before its frame goes', async () => {
    await call('sea');
    await frame.getByRole('button', { name: 'Emma' }).waitFor();
    // The view of the call before it saves its state, too.
    await expect.poll(() => page.locator('iframe').count(), { timeout: patience }).toBe(1);
    const timeline = page.getByRole('complementary', { name: 'Timeline' });
    await timeline.getByRole('button', { name: 'Clear' }).click();
    await timeline.getByRole('searchbox', { name: 'Filter messages' }).fill('received picked nothing else');
    await choose(page, 'burn_books');
    await timeline.getByText(/^1 of/u).waitFor();
    await page.locator('iframe').waitFor({ state: 'detached' });
    await timeline.getByRole('searchbox', { name: 'Filter messages' }).fill('');
  });

  test('a view is told that its tool has failed', async () => {
    await call('x');
    await frame.getByText('failed: No such words.').waitFor();
  });

  test('the sandbox of views takes origins only, and has none itself', async () => {
    const { origin } = new URL(session().command.url);
    const csp = {
      connectDomains: ['https://api.example.com', "https://x.example.com; script-src 'unsafe-eval'", '*', "'self'"],
      resourceDomains: ['https://*.example.com:8443', 7],
    };
    const answer = await fetch(`${origin}/sandbox?csp=${encodeURIComponent(JSON.stringify(csp))}`);
    expect(answer.headers.get('content-security-policy')).toBe(
      [
        "default-src 'none'",
        "script-src 'unsafe-inline' https://*.example.com:8443",
        "style-src 'unsafe-inline' https://*.example.com:8443",
        'img-src data: https://*.example.com:8443',
        'media-src data: https://*.example.com:8443',
        'font-src data: https://*.example.com:8443',
        'connect-src https://api.example.com',
        "frame-src 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        'sandbox allow-scripts',
        "webrtc 'block'",
      ].join('; '),
    );
    expect(answer.headers.get('connection-allowlist')).toBe(
      '("https://api.example.com" "https://*.example.com:8443");redirects=allow;webrtc=block',
    );
    expect(answer.headers.get('x-dns-prefetch-control')).toBe('off');
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    for (const broken of ['', 'null', '[', '"x"', `"${'x'.repeat(12_000)}"`]) {
      const other = await fetch(`${origin}/sandbox?csp=${encodeURIComponent(broken)}`);
      expect(other.headers.get('content-security-policy')).toContain("connect-src 'none'");
      expect(other.headers.get('connection-allowlist')).toBe('();redirects=allow;webrtc=block');
    }
    const post = await fetch(`${origin}/sandbox`, { method: 'POST' });
    expect(post.status).toBe(401);
  });
}
