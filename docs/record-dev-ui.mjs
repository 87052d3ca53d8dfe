// Records the Dev UI in Chromium, for README.md and docs/dev-server.md: npm run build && node docs/record-dev-ui.mjs
// Its encoders (gifenc, pngjs) are installed below dist/ on the first run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const docs = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(docs);
const pictures = path.join(docs, 'pictures');

/** Window size in pixels, and maximum file sizes in bytes. */
const viewport = { width: 1240, height: 760 };
const maxPicture = 120_000;
const maxRecording = 1_500_000;

/** GIF encoder and PNG decoder. */
async function loadEncoders() {
  const folder = path.join(root, 'dist', 'record-tools');
  if (!existsSync(path.join(folder, 'node_modules'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
    const { status } = spawnSync('npm', ['install', 'gifenc@1.0.3', 'pngjs@7.0.0'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('The encoders cannot be installed.');
  }
  const require = createRequire(path.join(folder, 'package.json'));
  return { ...require('gifenc'), PNG: require('pngjs').PNG };
}

/** Bundles the TypeScript test kit, and imports it. */
async function loadKit() {
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'dist', 'record-'));
  try {
    const outfile = path.join(folder, 'kit.mjs');
    const modules = ['ui-session', 'restaurant-project'];
    const contents = modules.map((name) => `export * from './test/dev-ui/${name}.ts';`).join('\n');
    const options = { bundle: true, format: 'esm', platform: 'node', packages: 'external', outfile };
    await build({ stdin: { contents, resolveDir: root, loader: 'ts' }, ...options });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Frames of a recording: PNG files with their display times in milliseconds. */
class Recorder {
  frames = [];

  constructor(page) {
    this.page = page;
  }

  /** Shows a caption in the page header. */
  say(text) {
    return this.page.evaluate((sentence) => {
      const bar = document.querySelector('.recorded') ?? document.body.appendChild(document.createElement('p'));
      bar.className = 'recorded';
      bar.textContent = sentence;
      bar.hidden = sentence === '';
      bar.style.cssText =
        'position:fixed;inset:.6rem 9rem auto 37rem;width:fit-content;margin:auto;padding:.3rem 1rem;pointer-events:none;' +
        'font:600 18px system-ui;color:#fff;background:#0b3d91;border-radius:2rem;box-shadow:0 2px 8px #0006';
    }, text);
  }

  async frame(milliseconds) {
    this.frames.push({ png: await this.page.screenshot(), milliseconds });
  }

  /** Writes into a field, a few characters in each frame. */
  async type(field, text) {
    await field.click();
    const pieces = text.match(/.{1,4}/gu) ?? [];
    for (const [index] of pieces.entries()) {
      await field.fill(pieces.slice(0, index + 1).join(''));
      await this.frame(250);
    }
  }

  /** Highlights an element for a moment, then clicks it. */
  async click(element) {
    await element.scrollIntoViewIfNeeded();
    await element.evaluate((shown) => (shown.style.boxShadow = '0 0 0 4px #ff9f1c'));
    await this.frame(700);
    await element.evaluate((shown) => (shown.style.boxShadow = ''));
    await element.click();
  }

  /** Saves a screenshot for the docs. */
  async picture(name, colorScheme) {
    await this.page.evaluate(() => document.querySelector('.recorded')?.style.setProperty('display', 'none'));
    await this.page.emulateMedia({ colorScheme });
    const png = await this.page.screenshot();
    await this.page.emulateMedia({ colorScheme: 'light' });
    await this.page.evaluate(() => document.querySelector('.recorded')?.style.removeProperty('display'));
    save(`${name}.png`, png, maxPicture);
  }
}

/** The recording: the story of one tool, from the search to a test, and an edit of its definition. */
async function tell({ choose, resultOf }, session, page, recorder) {
  const field = (name) => page.getByRole('textbox', { name });
  const call = page.getByRole('button', { name: 'Call tool' });
  const result = resultOf(page);
  const settle = () => page.waitForTimeout(300);
  await recorder.say('The Dev UI: your server at a glance');
  await recorder.frame(3000);
  await recorder.say('Search a tool');
  await recorder.type(page.getByRole('searchbox', { name: 'Search' }), 'reserve');
  await choose(page, 'book_table');
  await settle();
  await recorder.say('The form follows its schema');
  await recorder.frame(2500);
  await field('date').fill('2027-05-01');
  await recorder.frame(1200);
  await recorder.type(field('guests'), '40');
  await recorder.click(call);
  await page.getByText('1 problem').waitFor();
  await recorder.say('Errors read as the model would get them');
  await recorder.frame(4500);
  await recorder.picture('page-errors', 'light');
  await recorder.say('Fix it');
  await field('guests').fill('4');
  await recorder.frame(1500);
  await recorder.click(call);
  const question = page.getByRole('region', { name: /requests input$/u });
  await question.waitFor();
  await settle();
  await recorder.say('The tool elicits input: submit it');
  await recorder.frame(3500);
  await question.getByRole('combobox', { name: 'Where' }).selectOption({ label: 'garden' });
  await recorder.frame(800);
  await recorder.type(question.getByRole('textbox', { name: 'Name' }), 'Lovelace');
  await recorder.click(question.getByRole('button', { name: 'Submit' }));
  await result.getByText('Reserved: 4 guests').waitFor();
  await settle();
  await recorder.say('The result, as the model gets it …');
  await recorder.frame(3500);
  await recorder.click(result.getByRole('tab', { name: 'Messages' }));
  await result.getByRole('tab', { name: 'Messages' }).scrollIntoViewIfNeeded();
  await settle();
  await recorder.say('… and every message, in any protocol version');
  await recorder.frame(4500);
  await recorder.click(result.getByRole('tab', { name: 'Content' }));
  await recorder.say('Save the call as a test');
  await recorder.type(result.getByLabel('Name of the example or test'), 'a table in the garden');
  await recorder.click(result.getByRole('button', { name: 'Save as test' }));
  await result.getByText('Saved as test').waitFor();
  await result.getByText('Saved as test').scrollIntoViewIfNeeded();
  await recorder.frame(4000);
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await choose(page, 'find_dishes');
  await settle();
  await recorder.say('Now change the definition in your editor …');
  await recorder.frame(3500);
  await session.edit('definitions/restaurant.mcp.yaml', (text) =>
    text
      .replace('description: Searches the menu.', 'description: Searches the menu of this evening.')
      .replace('vegan: { type: boolean, default: false', 'vegan_only: { type: boolean, default: false'),
  );
  const news = page.getByRole('log', { name: 'Changes and problems' });
  await news.getByText('Tools: changed find_dishes').waitFor({ timeout: 20_000 });
  await recorder.say('… and see which clients it breaks');
  await settle();
  await recorder.frame(3000);
  await recorder.click(news.getByText('Impact of the last change on clients'));
  await settle();
  await recorder.frame(6000);
  await recorder.say('create-mcp-from-schema dev --ui');
  await recorder.frame(4000);
}

/** Encodes frames as an animated GIF. Unchanged pixels are transparent, which compresses well. */
function encode(frames, { GIFEncoder, quantize, applyPalette, PNG }) {
  const gif = GIFEncoder();
  const images = frames.map(({ png, milliseconds }) => ({ ...PNG.sync.read(png), milliseconds }));
  const transparentIndex = 63;
  let before;
  for (const { width, height, data, milliseconds } of images) {
    const palette = quantize(data, transparentIndex);
    while (palette.length <= transparentIndex) palette.push([0, 0, 0]);
    const index = applyPalette(data, palette.slice(0, transparentIndex));
    const points = new Uint32Array(data.buffer, data.byteOffset, width * height);
    if (before !== undefined) {
      for (let at = 0; at < points.length; at += 1) if (points[at] === before[at]) index[at] = transparentIndex;
    }
    const transparent = before !== undefined;
    gif.writeFrame(index, width, height, { palette, delay: milliseconds, transparent, transparentIndex, dispose: 1 });
    before = points;
  }
  gif.finish();
  return gif.bytes();
}

function save(name, bytes, maximum) {
  writeFileSync(path.join(pictures, name), bytes);
  console.log(`docs/pictures/${name}: ${bytes.length} bytes`);
  if (bytes.length > maximum) throw new Error(`${name} has more than ${maximum} bytes: make it smaller.`);
}

mkdirSync(pictures, { recursive: true });
const encoders = await loadEncoders();
const kit = await loadKit();
const session = await kit.startUiSession(kit.restaurant);
try {
  const page = await session.open({ viewport, colorScheme: 'light' });
  const recorder = new Recorder(page);
  await tell(kit, session, page, recorder);
  const seconds = recorder.frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  console.log(`${recorder.frames.length} frames, ${seconds} seconds`);
  save('page.gif', encode(recorder.frames, encoders), maxRecording);
} finally {
  await session.close();
  rmSync(session.project.folder, { recursive: true, force: true });
}
