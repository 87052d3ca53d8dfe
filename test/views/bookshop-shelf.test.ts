import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unlikeKinds, type ConnectedClient } from '../clients/client-kinds.js';
import { startChromium } from '../kit/start-chromium.js';
import type { PageCsp } from './apps-host/host-page-api.js';
import { openAppsHost, type AppsHost } from './apps-host/open-apps-host.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface ReadPage {
  readonly contents: readonly {
    readonly text: string;
    readonly _meta?: { readonly ui?: { readonly csp?: PageCsp } };
  }[];
}

let browser: Browser;
let client: ConnectedClient;

beforeAll(async () => {
  browser = await startChromium();
}, 300_000);
afterAll(() => browser?.close());

/** Connects to a fresh bookshop as a host does, shows the view of find_books, and runs a story with it. */
async function withShelf(story: (host: AppsHost, shelf: Frame) => Promise<void>): Promise<void> {
  client = await unlikeKinds[0]!.connect('dist/bookshop/server.mjs');
  const { tools } = (await client.listTools()) as { tools: readonly { _meta?: { ui?: { resourceUri?: string } } }[] };
  const { contents } = (await client.readResource(tools[0]?._meta?.ui?.resourceUri ?? '')) as ReadPage;
  const host = await openAppsHost(browser, (name, input) => client.callTool(name, { ...input }));
  const page = { html: contents[0]?.text ?? '', csp: contents[0]?._meta?.ui?.csp ?? {} };
  const shelf = await host.show({ ...page, hostContext: { theme: 'light', locale: 'en-GB' } });
  await story(host, shelf);
  await host.close();
  await client.close();
}

/** Calls find_books as a host does for its model, and sends arguments and result to the view. */
async function search(host: AppsHost, input: { readonly [name: string]: unknown }): Promise<void> {
  await host.tell('sendInput', input);
  await host.tell('sendResult', (await client.callTool('find_books', input)) as object);
}

const titles = (shelf: Frame): Promise<readonly string[]> => shelf.locator('li:visible h2').allTextContents();

test(
  'the shelf shows what was found, filters it, and orders a book after a question',
  { timeout: 60_000 },
  async () => {
    await withShelf(async (host, shelf) => {
      await host.tell('sendInput', { query: 'sea' });
      await shelf.getByText('Looking for “sea” …').waitFor();
      await search(host, { query: 'sea' });
      await shelf.getByText('2 books').waitFor();
      expect(await titles(shelf)).toEqual(['The Odyssey', 'Moby-Dick']);
      expect(
        await shelf.evaluate(
          `[...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)`,
        ),
      ).toBe(true);

      await shelf.getByLabel('Only books in stock').check();
      expect(await titles(shelf)).toEqual(['The Odyssey']);
      await shelf.getByText('1 of 2 books').waitFor();
      await shelf.getByLabel('Only books in stock').uncheck();
      await shelf.getByLabel('Subject').selectOption('novel');
      expect(await titles(shelf)).toEqual(['Moby-Dick']);
      await shelf.getByLabel('Subject').selectOption('All subjects');
      expect(await shelf.getByRole('button', { name: 'Order Moby-Dick' }).isDisabled()).toBe(true);

      // By keyboard alone. A question that is left orders nothing.
      const order = shelf.getByRole('button', { name: 'Order The Odyssey', exact: true });
      await order.focus();
      await host.page.keyboard.press('Enter');
      await shelf.getByRole('group', { name: 'Order The Odyssey?' }).getByText('Order for €12.00?').waitFor();
      await host.page.keyboard.press('Escape');
      await order.waitFor();
      await host.page.keyboard.press('Enter');
      await shelf.getByRole('button', { name: 'Yes, order The Odyssey' }).waitFor();
      await host.page.keyboard.press('Enter');
      await shelf.getByText('Ordered: number 1001.').waitFor();
      expect(await shelf.locator('li', { hasText: 'The Odyssey' }).getByText('Out of stock').count()).toBe(1);
      const isbn = '9780140449136';
      expect(host.news.filter(({ kind }) => kind !== 'size')).toEqual([
        { kind: 'call', name: 'check_stock', input: { isbn } },
        { kind: 'call', name: 'check_stock', input: { isbn } },
        { kind: 'call', name: 'order_book', input: { isbn } },
        {
          kind: 'context',
          content: [
            { type: 'text', text: `The user has ordered "The Odyssey" (ISBN ${isbn}) in the view: order 1001.` },
          ],
        },
      ]);
      await host.tell('tearDown');
      expect([host.errors, host.blocked, host.requests]).toEqual([[], [], []]);
    });
  },
);

test(
  'the shelf says that a book was sold in the meantime, and what is wrong with a search',
  { timeout: 60_000 },
  async () => {
    await withShelf(async (host, shelf) => {
      await search(host, { query: 'odyssey' });
      await shelf.getByText('1 book', { exact: true }).waitFor();
      await client.callTool('order_book', { isbn: '9780140449136' });
      await shelf.getByRole('button', { name: 'Order The Odyssey' }).click();
      await shelf.getByText('The Odyssey has just been sold.').waitFor();

      await search(host, { query: 'dune' });
      await shelf.getByRole('button', { name: 'Order Dune' }).click();
      const yes = shelf.getByRole('button', { name: 'Yes, order Dune' });
      await yes.waitFor();
      for (let left = 4; left > 0; left -= 1) await client.callTool('order_book', { isbn: '9780441172719' });
      await yes.click();
      await shelf.getByText('Dune is out of stock.').waitFor();

      await search(host, { query: '' });
      await shelf.getByText('query: must not be empty').waitFor();
      expect(await titles(shelf)).toEqual([]);
      await search(host, { query: 'cookery' });
      await shelf.getByText('0 books').waitFor();
      await host.tell('sendCancelled', 'The user has stopped it.');
      await shelf.getByText('The search was cancelled.').waitFor();
      expect(host.errors).toEqual([]);
    });
  },
);

/** Problems that axe-core finds in the shelf while it asks about an order. */
async function findProblems(shelf: Frame): Promise<readonly string[]> {
  await shelf.evaluate(axe);
  const { violations, passes } = await shelf.evaluate<AxeResults>(`axe.run()`);
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

test('the shelf follows theme, locale and size of its host, accessible in each', { timeout: 60_000 }, async () => {
  await withShelf(async (host, shelf) => {
    const background = (): Promise<string> => shelf.evaluate('getComputedStyle(document.body).backgroundColor');
    const expectFit = async (): Promise<void> =>
      expect(await shelf.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await search(host, { query: 'e' });
    await shelf.getByText('10 books').waitFor();
    await shelf.getByRole('button', { name: 'Order Dune' }).click();
    await shelf.getByRole('group', { name: 'Order Dune?' }).waitFor();
    expect(await background()).toBe('rgb(255, 255, 255)');
    const tallest = (): number => {
      const sizes = host.news.flatMap((one) => (one.kind === 'size' ? [one.height ?? 0] : []));
      return sizes.at(-1) ?? 0;
    };
    await expect.poll(tallest).toBeGreaterThan(300);
    const wide = tallest();
    await host.page.setViewportSize({ width: 300, height: 900 });
    await expect.poll(tallest).toBeGreaterThan(wide);
    await expectFit();
    expect(await findProblems(shelf)).toEqual([]);

    await host.page.emulateMedia({ colorScheme: 'dark' });
    await host.tell('setContext', { theme: 'dark' });
    await expect.poll(background).toBe('rgb(28, 27, 26)');
    await host.page.setViewportSize({ width: 1200, height: 900 });
    await expectFit();
    expect(await findProblems(shelf)).toEqual([]);
    // What is open stays as it is.
    expect(await titles(shelf)).toHaveLength(10);
    await shelf.getByRole('group', { name: 'Order Dune?' }).waitFor();
  });
});
