// Measures how long the Dev UI takes to list the tools of the bookshop in Chromium, and the bytes sent. Needs `npm run
// build` and `npm run servers`.
//
// node bench/measure-dev-ui.mjs # 20 of each kind node bench/measure-dev-ui.mjs 100
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const server = path.join(root, 'dist', 'bookshop', 'server.mjs');
const loads = Number(process.argv[2] ?? 20);

/**
 * Runs in the page before its script. Records when the list is in the document and painted, in milliseconds since
 * navigation.
 */
const observe = `new MutationObserver((_changes, observer) => {
  if (document.querySelector('nav .entry') === null) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { globalThis.listed = performance.now(); }));
}).observe(document, { childList: true, subtree: true });`;

/** Processes to end on exit. */
const children = [];

/** Starts a program and waits until its stderr matches a pattern. */
function start(args, pattern) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'ignore', 'pipe'] });
  children.push(child);
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed += text;
      const [, found] = pattern.exec(printed) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.on('close', () => reject(new Error(`node ${args.join(' ')} has ended: ${printed}`)));
  });
}

function startPage(target) {
  const cli = path.join(root, 'dist', 'generator', 'cli.js');
  return start([cli, 'ui', target], /^Dev UI: (\S+)$/mu);
}

/** Time in milliseconds after which the page has certainly loaded. Polling would slow it down. */
const enoughMs = 1500;

/** Opens the page. Its site is new to the window, so the browser starts a new process for it. */
async function open(chromium, url) {
  await chromium.send('Page.navigate', { url: 'about:blank' });
  await sleep(enoughMs / 5);
  await chromium.send('Page.navigate', { url });
}

/** Reloads the page as a user does. */
async function reload(chromium) {
  await chromium.send('Page.reload');
}

/** Loads the page without a cache and returns times in milliseconds and bytes sent. */
async function measure(chromium, url, load) {
  await load(chromium, url);
  await sleep(enoughMs);
  const { result } = await chromium.send('Runtime.evaluate', { expression: readTimes, returnByValue: true });
  return result.value;
}

/** Runs in the page at the end. */
const readTimes = `(() => {
  const [{ transferSize, responseEnd, domInteractive }] = performance.getEntriesByType('navigation');
  const [{ startTime }] = performance.getEntriesByName('first-contentful-paint');
  return { received: responseEnd, run: domInteractive, painted: startTime, listed: globalThis.listed, bytes: transferSize };
})()`;

/**
 * Starts Chromium with one window and controls it through a pipe. A testing library would report each request, which
 * adds a third to the measured time.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/
 */
async function startChromium(folder) {
  const options = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
  const child = spawn(
    process.env.CHROMIUM ?? '/usr/bin/chromium',
    [...options, '--remote-debugging-pipe', `--user-data-dir=${folder}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  children.push(child);
  const waiting = new Map();
  let received = '';
  child.stdio[4].setEncoding('utf8').on('data', (text) => {
    const messages = (received + text).split('\0');
    received = messages.pop();
    for (const { id, result } of messages.map((message) => JSON.parse(message))) waiting.get(id)?.(result);
  });
  let count = 0;
  const call = (message) =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      child.stdio[3].write(`${JSON.stringify({ id: count, ...message })}\0`);
    });
  await sleep(enoughMs);
  const { targetInfos } = await call({ method: 'Target.getTargets' });
  const { targetId } = targetInfos.find(({ type }) => type === 'page');
  const { sessionId } = await call({ method: 'Target.attachToTarget', params: { targetId, flatten: true } });
  const send = (method, params = {}) => call({ method, params, sessionId });
  await send('Page.enable');
  await send('Page.addScriptToEvaluateOnNewDocument', { source: observe });
  return { send };
}

const middle = (values) => values.toSorted((one, two) => one - two)[Math.floor(values.length / 2)];

const folder = mkdtempSync(path.join(os.tmpdir(), 'page-'));
try {
  const window = await startChromium(folder);
  const address = await start([server, '--http', '0'], /Listening on (http:\S+)/u);
  const targets = { 'a server over HTTP': address, 'a server that a command starts': `node ${server}` };
  for (const [name, target] of Object.entries(targets)) {
    const url = await startPage(target);
    await measure(window, url, open);
    for (const load of [open, reload]) {
      const measured = [];
      for (let count = 0; count < loads; count += 1) measured.push(await measure(window, url, load));
      const [received, painted, run, listed] = ['received', 'painted', 'run', 'listed'].map((part) =>
        middle(measured.map((one) => one[part])).toFixed(0),
      );
      console.log(
        `${name}, ${load.name}: received after ${received} ms, script read after ${run} ms, first painted after ${painted} ms, ` +
          `list shown after ${listed} ms; ${measured[0].bytes} bytes sent`,
      );
    }
  }
} finally {
  const ends = children.map((child) => new Promise((resolve) => child.once('close', resolve)));
  for (const child of children) child.kill();
  await Promise.all(ends);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
