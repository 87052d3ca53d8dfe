import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planSite } from '../../generator/outputs/site/plan-site.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { startChromium } from '../kit/start-chromium.js';
import { lookAt, openDetails } from './look-at-page.js';
import { readModel } from './read-model.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = makeFolder();
const servers = ['test/site/everything', 'definitions/library'];
const screens = [
  { colors: 'light', width: 400 },
  { colors: 'dark', width: 1200 },
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
  for (const server of servers) {
    const site = planSite(await readModel(server), { isLocal: true, url: 'https://mcp.example.com/mcp' });
    putFiles(folder, Object.fromEntries(site.map(({ path, content }) => [`${server}/${path}`, content])));
  }
});
afterAll(() => browser?.close());

/** Opens the page of a server from the disk, as a reader who has downloaded it does. */
async function open(server: string, colors: 'light' | 'dark', width: number): Promise<Page> {
  // The policy of the page admits no script; axe is one.
  const page = await browser.newPage({ colorScheme: colors, viewport: { width, height: 800 }, bypassCSP: true });
  await page.goto(`file://${folder}/${server}/index.html`);
  return page;
}

const cases = servers.flatMap((server) => screens.map((screen) => [server, screen.colors, screen.width] as const));

test.each(cases)(
  '%s in %s colors at %d px is accessible and not wider than the screen',
  async (server, colors, width) => {
    const page = await open(server, colors, width);
    // Everything is looked at, also what is folded.
    await openDetails(page);
    await page.evaluate(axe);
    const found = await page.evaluate<AxeResults>('axe.run()');
    const broken = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    expect(broken).toEqual([]);
    expect(found.passes.map(({ id }) => id)).toContain('color-contrast');
    expect((await lookAt(page)).width).toBeLessThanOrEqual(width);
    await page.close();
  },
);

test.each(servers)(
  '%s is styled under its own policy, asks for nothing, and its links lead somewhere',
  async (server) => {
    const context = await browser.newContext({ colorScheme: 'dark', javaScriptEnabled: true });
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    const messages: string[] = [];
    page.on('console', (message) => void messages.push(message.text()));
    await page.goto(`file://${folder}/${server}/index.html`);
    expect(requests).toHaveLength(1);
    expect(messages).toEqual([]);
    const { background, ids, targets } = await lookAt(page);
    expect(background).toBe('rgb(20, 23, 26)');
    expect(new Set(ids).size).toBe(ids.length);
    expect(targets.length).toBeGreaterThan(5);
    const inside = targets.filter((target) => target.startsWith('#'));
    expect(inside.filter((target) => !ids.includes(target.slice(1)))).toEqual([]);
    await context.close();
  },
);

test.each(servers)('the links of llms.txt and server.md of %s lead to anchors of server.md', (server) => {
  const markdown = readFileSync(`${folder}/${server}/server.md`, 'utf8');
  const anchors = [...markdown.matchAll(/^<a id="([^"]+)"><\/a>$/gmu)].map(([, id]) => id);
  expect(new Set(anchors).size).toBe(anchors.length);
  const llms = readFileSync(`${folder}/${server}/llms.txt`, 'utf8');
  const links = [
    ...[...markdown.matchAll(/\]\(#([^)]+)\)/gu)].map(([, id]) => id),
    ...[...llms.matchAll(/\]\(server\.md#([^)]+)\)/gu)].map(([, id]) => id),
  ];
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((id) => !anchors.includes(id))).toEqual([]);
});
