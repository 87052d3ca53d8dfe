// Takes the pictures of the docs in Chromium: node docs/take-pictures.mjs [name …]
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const docs = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(docs);

/** Maximum picture size, in bytes. */
const maxBytes = 120_000;

/** Commands that serve pages; they are stopped at the end. */
const commands = [];

/** Opens the view of a server in the Dev UI. The window must be high enough for the view. Needs `npm run build` and `npm run servers`. */
const viewOf = (server) => ({ url: () => startDevUi(server), part: 'iframe' });

/**
 * The pictures by name, each with the address of a page, its colors and its size in pixels. `prepare` may change the opened page before
 * the picture is taken; `part` is the selector of an element that is taken instead of the page.
 */
const pictures = {
  'site-bookshop-light': { url: fileUrl('samples/bookshop/index.html'), colors: 'light', width: 1000, height: 900 },
  'view-bookshop-light': {
    ...viewOf('bookshop'),
    prepare: showShelf('e', 'Frankenstein'),
    colors: 'light',
    width: 1200,
    height: 2400,
  },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(pictures, name));
if (unknown.length > 0) throw new Error(`There is no picture ${unknown[0]}: ${Object.keys(pictures).join(', ')}`);

const browser = await startChromium();
try {
  mkdirSync(path.join(docs, 'pictures'), { recursive: true });
  for (const [name, picture] of Object.entries(pictures)) {
    if (named.length === 0 || named.includes(name)) await take(name, picture);
  }
} finally {
  for (const command of commands) command.kill();
  await browser.close();
}

async function take(name, { url, colors, width, height, prepare, part }) {
  const page = await browser.newPage({ colorScheme: colors, viewport: { width, height } });
  await page.goto(typeof url === 'string' ? url : await url());
  await prepare?.(page);
  const file = path.join(docs, 'pictures', `${name}.png`);
  await (part === undefined ? page : page.locator(part)).screenshot({ path: file });
  await page.close();
  const { size } = statSync(file);
  console.log(`docs/pictures/${name}.png: ${size} bytes`);
  if (size > maxBytes) throw new Error(`${name}.png has more than ${maxBytes} bytes: make it smaller.`);
}

function fileUrl(file) {
  return pathToFileURL(path.join(docs, file)).href;
}

/** Serves the Dev UI for an example server; returns its URL. */
function startDevUi(server) {
  const cli = path.join(root, 'dist', 'generator', 'cli.js');
  const command = spawn(process.execPath, [cli, 'ui', `node dist/${server}/server.mjs`], { cwd: root });
  commands.push(command);
  return new Promise((resolve, reject) => {
    let said = '';
    command.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const [, url] = /^Dev UI: (\S+)$/mu.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
    command.on('close', () => reject(new Error(said)));
  });
}

/** Searches the bookshop, and begins to order a book in the view of the result. */
function showShelf(query, title) {
  return async (page) => {
    await page.getByRole('navigation').getByRole('button', { name: 'find_books' }).click();
    await page.getByRole('textbox', { name: 'query' }).fill(query);
    await page.getByRole('button', { name: 'Call tool' }).click();
    await page.getByRole('tab', { name: 'View' }).click();
    const shelf = page.frameLocator('iframe');
    await shelf.getByRole('button', { name: `Order ${title}` }).click();
    await shelf.getByRole('group', { name: `Order ${title}?` }).waitFor();
  };
}

/** Starts the browser of the TypeScript test kit. */
async function startChromium() {
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'dist', 'pictures-'));
  try {
    const outfile = path.join(folder, 'start-chromium.mjs');
    const entry = path.join(root, 'test', 'kit', 'start-chromium.ts');
    const options = { bundle: true, format: 'esm', platform: 'node', packages: 'external' };
    await build({ entryPoints: [entry], outfile, ...options });
    const kit = await import(pathToFileURL(outfile).href);
    return await kit.startChromium();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
