import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleServer } from '../../generator/tools/build/build-server.js';
import { bundlePage } from '../../generator/features/views/pages/bundle-page.js';
import { createProject } from '../kit/build-server.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder } from '../kit/make-folder.js';
import { startChromium } from '../kit/start-chromium.js';
import { showView } from './view-host.js';

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
}, 120_000);
afterAll(() => browser?.close());

function folderOf(files: { readonly [file: string]: string }): string {
  const folder = makeFolder({ 'package.json': '{"type":"module"}', ...files });
  linkPackages(folder);
  return folder;
}

/** The page of these files, shown by a host that says nothing. */
async function show(files: { readonly [file: string]: string }, entry: string) {
  const { html } = await bundlePage(folderOf(files), entry);
  return { html, host: await showView(browser, html) };
}

describe('the page of a view', () => {
  test('has scripts, styles and images in it, whatever they are named by', { timeout: 60_000 }, async () => {
    const image = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
    const files = {
      'views/a/index.html': `<!-- <script src="./gone.js"></script> -->
<html><head><title>A &amp; B <img src="./gone.png"></title>
<link rel="stylesheet" href="./page.css">
<link rel="preconnect" href="https://example.com">
<style>p::after { content: '<img src="./gone.png">' }</style></head>
<body><p id=one></p><p id="two"></p><p id="three">three</p>
<img id='icon' alt="An > icon" src=./icon.svg>
<img id="data" src="${image}">
<script src='./one.ts' type="module"></script>
<script type="module">import { text } from './text.ts'; const name: string = 'two'; document.getElementById(name)!.textContent = text;</script>
<script>document.title += '!'</script>
<script type="application/json" id="json">{"a": 1}</script>
</body></html>`,
      'views/a/page.css': `@import './more.css';\np { color: rgb(1, 2, 3) }`,
      'views/a/more.css': `p { background: url('./icon.svg') }`,
      'views/a/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
      'views/a/one.ts': `import './one.css';\nimport styles from './local.module.css';\ndocument.getElementById('one')!.textContent = await Promise.resolve('one');\ndocument.body.className = styles.wide;`,
      'views/a/one.css': 'body { margin: 3px }',
      'views/a/local.module.css': '.wide { width: 10px }',
      'views/a/text.ts': `export const text = 'two of two';`,
    };
    const { html, host } = await show(files, 'views/a/index.html');
    expect(html.startsWith('<!doctype html>')).toBe(true);
    expect(html).not.toMatch(/(?:src|href)="?\.\/(?!gone)/u);
    const frame = host.page.frameLocator('iframe');
    expect(await host.textOf('#one', 'one')).toBe('one');
    expect(await host.textOf('#two', 'two')).toBe('two of two');
    const readStyle = (selector: string, name: string): Promise<string> =>
      frame.locator(selector).evaluate((element, property) => {
        const { getComputedStyle } = globalThis as unknown as {
          getComputedStyle(of: unknown): { getPropertyValue(name: string): string };
        };
        return getComputedStyle(element).getPropertyValue(property);
      }, name);
    expect(await readStyle('#three', 'color')).toBe('rgb(1, 2, 3)');
    expect(await frame.locator('#icon').getAttribute('src')).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(await frame.locator('#icon').getAttribute('alt')).toBe('An > icon');
    expect(await readStyle('body', 'width')).toBe('10px');
    expect(await frame.locator('#json').textContent()).toBe('{"a": 1}');
    expect(host.listBlocked()).toEqual([]);
    expect(host.listErrors()).toEqual([]);
    await host.close();
  });

  test(
    'is not ended or changed by tags in texts, patterns, templates and comparisons of its scripts',
    { timeout: 60_000 },
    async () => {
      const script = `
const texts = ['</script><script>document.title = "hacked"</script>', '<!-- <script>', \`</SCRIPT >\${1}<!--\`, '<!--</script>'.replace(/<!--|<\\/script>/gu, 'x')];
let script = 3, one = 2;
/*! </script><script>document.title = 'hacked'</script> */
document.getElementById('root').textContent = JSON.stringify([texts, one <script, one < !--script, '\\u2028']);
document.title += 'fine';
`;
      for (const minify of [true, false]) {
        const { html } = await bundlePage(folderOf({ 'view.js': script }), 'view.js', minify);
        const host = await showView(browser, html);
        const text = await host.textOf('#root', '2028'.slice(0, 0));
        expect(JSON.parse(text)).toEqual([
          ['</script><script>document.title = "hacked"</script>', '<!-- <script>', '</SCRIPT >1<!--', 'xx'],
          true,
          false,
          '\u2028',
        ]);
        expect(await host.page.frameLocator('iframe').locator('title').textContent()).toBe('Viewfine');
        await host.close();
      }
    },
  );

  test('keeps tags in style sheets what they are: texts', { timeout: 60_000 }, async () => {
    const css = `p::after { content: '</style><script>document.title = "hacked"</script>' }`;
    const { html, host } = await show(
      { 'view.js': `import './a.css'; document.getElementById('root').innerHTML = '<p>';`, 'a.css': css },
      'view.js',
    );
    expect(html.match(/<\/style/giu)).toHaveLength(1);
    expect(await host.page.frameLocator('iframe').locator('title').textContent()).toBe('View');
    await host.close();
  });

  test('that uses the package of views is no larger than 260 kB', async () => {
    const view = `import { App } from '@modelcontextprotocol/ext-apps';\nvoid new App({ name: 'a', version: '1' }, {}).connect();`;
    const { html } = await bundlePage(folderOf({ 'view.ts': view }), 'view.ts');
    expect(html.length).toBeGreaterThan(100_000);
    expect(html.length).toBeLessThan(260_000);
  });
});

const shop = `server: { name: s, version: 1.0.0 }
tools:
  t: { description: Does., ui: { view: ../views/a } }
  u: { description: Does., ui: { view: ../views/b } }
`;

describe('a page that cannot be made', () => {
  test('of a module of Node does not advise to install it, and reports an error of a file that two views import once', async () => {
    const { folder } = await createProject({
      'definitions/s.mcp.yaml': shop,
      'views/a/view.ts': `import { readFileSync } from 'node:fs';\nimport '../shared.ts';\nreadFileSync('a');\n`,
      'views/b/view.ts': `import '../shared.ts';\n`,
      'views/shared.ts': 'const = a;\n',
    });
    const options = { root: folder, out: 'generated', dist: 'dist', minify: true, sourcemap: false };
    const built = await bundleServer({ ...options, external: [], bundled: [] });
    expect(built.ok ? [] : built.diagnostics).toMatchObject([
      { help: 'A view runs in a browser, which has no Node built-ins: call a tool of the server instead.' },
      { location: { file: 'views/shared.ts', line: 1, column: 7 } },
    ]);
  });
});
