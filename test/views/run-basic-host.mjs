// Tries the view of the bookshop in the official example of a host, `examples/basic-host` of modelcontextprotocol/ext-apps, which
// must be running (`npm start` in its folder): node test/views/run-basic-host.mjs [picture]
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [picture] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '../..');
const shop = spawn(process.execPath, ['dist/bookshop/server.mjs', '--http', '3001'], { cwd: root });
await once(shop.stderr, 'data');
const browser = await startChromium();
try {
  const page = await browser.newPage({ viewport: { width: 760, height: 1000 }, colorScheme: 'light' });
  page.setDefaultTimeout(30_000);
  await page.goto('http://localhost:8080/');
  const tools = page.locator('select').nth(1);
  await tools.locator('option', { hasText: 'find_books' }).waitFor({ state: 'attached' });
  report('tools that the host shows', await tools.locator('option').allTextContents(), ['find_books', 'order_book']);

  const shelf = await search(page, 0, 'sea');
  await shelf.getByText('2 books').waitFor();
  report('books that the view shows', await shelf.locator('h2').allTextContents(), ['The Odyssey', 'Moby-Dick']);
  // Asks for the stock with a tool that only views see.
  await shelf.getByRole('button', { name: 'Order The Odyssey' }).click();
  await shelf.getByRole('button', { name: 'Yes, order The Odyssey' }).click();
  report('order', await shelf.getByText('Ordered: number').textContent(), 'Ordered: number 1001.');
  await page.getByText('Model Context').click();
  report('told the model', await page.getByText('The user has ordered "The Odyssey"').count(), 1);
  if (picture !== undefined) {
    await page.mouse.move(0, 0);
    await page.locator('[class*=toolCallInfoPanel]').screenshot({ path: picture });
  }

  const readBackground = () => shelf.locator('body').evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await readBackground();
  await page.getByTitle('Switch to dark mode').click();
  await shelf.locator('html[data-theme=dark]').waitFor();
  report('other colours in the dark', (await readBackground()) !== light, true);
  await page.setViewportSize({ width: 360, height: 1000 });
  await page.waitForFunction('document.querySelector("iframe").offsetWidth < 360');
  const fits = 'document.documentElement.scrollWidth <= innerWidth';
  report('fits a narrow window', await shelf.locator('html').evaluate(fits), true);
  const request = `fetch('https://elsewhere.example.com').then(() => 'let through', () => 'refused')`;
  report('request to another origin', await shelf.locator('html').evaluate(request), 'refused');

  const failed = await search(page, 1, '');
  const error = await failed.locator('#summary.error').textContent();
  report('error', error?.includes('query: must not be empty'), true);
  await page.getByTitle('Close').first().click();
  await page.waitForFunction('document.querySelectorAll("iframe").length === 1');
  report('frames after one was closed', await page.locator('iframe').count(), 1);
} finally {
  await browser.close();
  shop.kill();
}

/** Calls find_books; returns the view of this call, which is in a frame in the frame of the sandbox. */
async function search(page, index, query) {
  await page.locator('textarea').fill(JSON.stringify({ query }));
  await page.getByRole('button', { name: 'Call Tool' }).click();
  return page.frameLocator('iframe').nth(index).frameLocator('iframe');
}

function report(what, is, wanted) {
  assert.deepEqual(is, wanted, what);
  console.log(`${what}: ${JSON.stringify(is)}`);
}

/** Starts the browser of the tests, whose code is TypeScript. */
async function startChromium() {
  const outfile = path.join(root, 'dist', 'start-chromium.mjs');
  const entryPoints = [path.join(root, 'test', 'kit', 'start-chromium.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', packages: 'external' });
  return (await import(pathToFileURL(outfile).href)).startChromium();
}
