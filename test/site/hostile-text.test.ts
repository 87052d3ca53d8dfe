import { parsers } from 'prettier/plugins/markdown';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GeneratedFile } from '../../generator/core/code/generated-file.js';
import { stringifyJson } from '../../generator/core/model/json.js';
import { planSite } from '../../generator/outputs/site/plan-site.js';
import { fromPlainJson } from '../kit/from-plain-json.js';
import { startChromium } from '../kit/start-chromium.js';
import { lookAt, openDetails } from './look-at-page.js';
import { parseModel } from './read-model.js';

const attacks: readonly string[] = [
  '<script>ran()</script>',
  '"><img src=x onerror=ran()>',
  "'><svg onload=ran()>",
  '</code></pre></style></title><script>ran()</script>',
  '--><script>ran()</script><!--',
  '</details><iframe srcdoc="<script>parent.ran()</script>"></iframe>',
  '[click](javascript:ran())',
  '[click](https://example.com/"onmouseover="ran()")',
  '[click]: javascript:ran()',
  '<javascript:ran()>',
  '![](https://evil.example/pixel.png)',
  'a | b | c\n| --- | --- |\n| d | e |',
  '\n\n# A heading\n\n***\n\n- item\n\n> quote',
  '```\n</code></pre><script>ran()</script>\n```\n```js',
  '~~~\nx\n~~~',
  '`` ` ``` | `',
  '`a|b` \\| \\` \\',
  '**bold** __bold__ ~~gone~~ <!-- comment',
  '\u202Ereversed\u202C \u0000 \u0008 \uD800',
  '&lt;script&gt; &#60;b&#62; &copy;',
  '{{title}} ${title} <%= title %>',
  '\r\nSet-Cookie: a=b',
];
const attack = attacks.join(' ');
const lines = attacks.join('\n');

/** A definition with hostile text in every place that takes text. */
function makeDefinition(): string {
  const key = '<img src=x onerror=ran()>|`"';
  const texts = { title: attack, description: lines };
  const field = { ...texts, default: attack, examples: [attack], pattern: '<script>|`', const: attack };
  const input = { type: 'object', title: attack, properties: { [key]: field, b: { enum: attacks } } };
  return stringifyJson(
    fromPlainJson({
      server: {
        name: 'hostile',
        version: '1.0.0',
        ...texts,
        instructions: lines,
        websiteUrl: 'https://example.com/?javascript:ran()',
      },
      auth: { issuers: ['https://login.example.com'], scopes: { read: attack }, required: ['read'] },
      tools: {
        attack: {
          ...texts,
          handler: '../src/a.ts#a',
          inputSchema: input,
          outputSchema: {
            type: 'object',
            properties: { shape: { $ref: '#/$defs/Shape' }, other: { $ref: '#/$defs/Shape' } },
          },
          examples: [{ title: attack, input: { [key]: attack, b: attacks[0] } }],
          elicitations: { ask: { message: attack, url: 'https://example.com/' } },
        },
        other: { ...texts, handler: '../src/a.ts#a', inputSchema: { type: 'object' }, toolset: 'second' },
      },
      prompts: {
        attack: {
          ...texts,
          arguments: { a: { title: attack, description: lines } },
          messages: [{ role: 'user', content: 'a' }],
        },
      },
      resources: { 'x://a': { name: attack, ...texts, mimeType: 'text/plain', text: 'a' } },
      resourceTemplates: {
        'x://{id}': { name: attack, ...texts, handler: '../src/a.ts#a', variables: { id: { description: lines } } },
      },
      $defs: { Shape: { oneOf: [input, { ...input, title: 'Other' }] } },
    }),
  );
}

let files: readonly GeneratedFile[];
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
  const model = await parseModel(makeDefinition());
  files = planSite(model, { isLocal: true });
});
afterAll(() => browser?.close());

const find = (name: string) => files.find(({ path }) => path === name)?.content ?? '';

/** The tags that the page itself writes. */
const tags =
  'a body code details footer h1 h2 h3 h4 h5 h6 head header html li main meta nav p pre section strong style summary table tbody td th thead title tr ul'.split(
    ' ',
  );
const attributes = 'charset class content data-column href http-equiv id lang name rel scope aria-label'.split(' ');

describe('hostile text', () => {
  test('becomes neither script nor element in a browser', async () => {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    const faults: string[] = [];
    page.on('pageerror', (error) => void faults.push(error.message));
    await page.addInitScript('globalThis.ran = () => { globalThis.hasRun = true; }');
    // Without its policy the page must be safe as well.
    const html = find('index.html').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/u, '');
    expect(html).not.toContain('Content-Security-Policy');
    await page.setContent(html, { waitUntil: 'load' });
    await openDetails(page);
    const found = await lookAt(page);
    expect(found.hasRun).toBe(false);
    expect(faults).toEqual([]);
    expect(requests).toEqual([]);
    expect(found.tags.filter((tag) => !tags.includes(tag))).toEqual([]);
    expect(found.attributes.filter((name) => !attributes.includes(name) && name !== 'open')).toEqual([]);
    expect(found.targets.filter((target) => !/^(?:#|https:)/u.test(target))).toEqual([]);
    expect(found.text).toContain('</code></pre></style></title><script>ran()</script>');
    expect(found.title).toContain('<script>ran()</script>');
    for (const hidden of ['\u202e', '\u0000', '\u0008']) expect(found.text.includes(hidden)).toBe(false);
    await page.close();
  });

  test('becomes no markup in Markdown', () => {
    const root = parse(find('server.md'));
    const nodes = listNodes(root);
    const html = nodes.filter(({ type }) => type === 'html').map(({ value }) => value ?? '');
    expect(html.length).toBeGreaterThan(10);
    const own =
      /^(?:<a id="[\w.-]+">|<\/a>|<a id="[\w.-]+"><\/a>|<code>|<\/code>|<!-- -->|<!-- Generated by create-mcp-from-schema docs\. -->)$/u;
    expect(html.filter((text) => !own.test(text))).toEqual([]);
    const targets = nodes.flatMap(({ url }) => (url === undefined ? [] : [url]));
    expect(targets.filter((url) => !/^(?:#[\w.-]+|https?:\/\/\S+)$/u.test(url))).toEqual([]);
    const forbidden = /^(?:image|imageReference|definition|blockquote|thematicBreak|footnote|delete)$/u;
    expect(nodes.filter(({ type }) => forbidden.test(type))).toEqual([]);
  });

  test('changes neither headings nor columns of Markdown', async () => {
    const nodes = listNodes(parse(find('server.md')));
    const headings = nodes.filter(({ type }) => type === 'heading').map(({ depth }) => depth);
    const page = await browser.newPage();
    await page.setContent(find('index.html'));
    const { levels, tables: shapes } = await lookAt(page);
    await page.close();
    expect(headings).toEqual(levels);
    const tables = nodes.filter(({ type }) => type === 'table');
    expect(tables.map(({ children = [] }) => children.map((row) => row.children?.length))).toEqual(shapes);
  });

  test('stays on one line of llms.txt', () => {
    const own = /^(?:$|# |> |## |- \[|<!-- Generated)/u;
    expect(
      find('llms.txt')
        .split('\n')
        .filter((line) => !own.test(line)),
    ).toEqual([]);
    const html = listNodes(parse(find('llms.txt'))).filter(({ type }) => type === 'html');
    expect(html.map(({ value }) => value)).toEqual(['<!-- Generated by create-mcp-from-schema docs. -->']);
  });

  test('begins no list in llms.txt', async () => {
    const model = await parseModel('{ "server": { "name": "listed", "version": "1.0.0", "description": "- item" } }');
    const llms = planSite(model, { isLocal: true }).find(({ path }) => path === 'llms.txt');
    expect(llms?.content).toContain('\n> \\- item\n');
  });
});

/** Node of a syntax tree of Markdown. */
interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly depth?: number;
  readonly children?: readonly Node[];
}

function parse(markdown: string): Node {
  return parsers.markdown.parse(markdown, {} as never) as Node;
}

function listNodes(node: Node): readonly Node[] {
  return [node, ...(node.children ?? []).flatMap(listNodes)];
}
