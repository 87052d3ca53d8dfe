import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundlePage } from '../../generator/features/views/pages/bundle-page.js';
import { createProject } from '../kit/build-server.js';
import { installPackages } from '../kit/install-packages.mjs';
import { putFiles } from '../kit/make-folder.js';
import { startChromium } from '../kit/start-chromium.js';
import { typeCheck } from '../kit/type-check.js';
import { showView } from './view-host.js';

const definition = `
server: { name: bookshop, version: 1.0.0 }
tools:
  find_books:
    description: Searches the catalogue.
    outputSchema: { $ref: '#/$defs/BookList' }
    ui: { view: ../views/shelf }
  pick_book:
    description: Puts a book aside for the reader.
    inputSchema: { type: object, properties: { isbn: { type: string, description: The book. } }, required: [isbn] }
    ui: { visibility: [app] }
$defs:
  BookList:
    type: object
    properties:
      books:
        type: array
        items: { type: object, properties: { isbn: { type: string }, title: { type: string } }, required: [isbn, title] }
    required: [books]
`;

/** Code blocks of the documentation that are scripts of a view: plain TypeScript, Preact, the end of that for React, Lit. */
const [plain = '', preact = '', reactEnd = '', lit = ''] = [
  ...readFileSync('docs/views.md', 'utf8').matchAll(/^( *)```tsx?\n(.*?)^ *```$/gmsu),
].map(([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gmu'), ''));

/** The sample for React differs from that for Preact in its imports and its last line, as the documentation says. */
const [reactImport = '', reactRender = ''] = reactEnd.trim().split('\n\n');
const react = `${reactImport}\n${preact}`
  .replace("import { render } from 'preact';\n", '')
  .replace("'preact/hooks'", "'react'")
  .replace(/^render\(.*$/mu, reactRender);

const packages = ['react@19.2.0', 'react-dom@19.2.0', 'lit@3.3.1'];

const preactOptions = { jsx: 'react-jsx', jsxImportSource: 'preact' };

const samples = [
  { name: 'plain TypeScript', file: 'views/shelf/view.ts', options: {} },
  { name: 'Preact', file: 'views/preact/view.tsx', options: preactOptions },
  { name: 'React', file: 'views/react/view.tsx', options: { jsx: 'react-jsx' } },
  { name: 'Lit', file: 'views/lit/view.ts', options: {} },
];

let browser: Browser;
let folder: string;

beforeAll(async () => {
  const [chromium, project, installed] = await Promise.all([
    startChromium(),
    createProject({
      'definitions/shop.mcp.yaml': definition,
      'views/shelf/view.ts': plain,
      'views/preact/view.tsx': preact,
      'views/react/view.tsx': react,
      'views/lit/view.ts': lit,
    }),
    installPackages('views-react-19.2.0-lit-3.3.1', packages),
  ]);
  browser = chromium;
  folder = project.folder;
  for (const name of ['react', 'react-dom', 'lit']) {
    symlinkSync(path.join(installed, 'node_modules', name), path.join(folder, 'node_modules', name), 'junction');
  }
}, 600_000);

afterAll(() => browser?.close());

test.each(samples)('the sample of the documentation for $name works', { timeout: 120_000 }, async (sample) => {
  putFiles(folder, { 'tsconfig.json': JSON.stringify({ compilerOptions: sample.options }) });
  const { html } = await bundlePage(folder, sample.file);

  const host = await showView(browser, html);
  const { id } = await host.next('ui/initialize');
  const result = {
    protocolVersion: '2026-01-26',
    hostInfo: { name: 'by hand', version: '1' },
    hostCapabilities: { serverTools: {} },
    hostContext: {},
  };
  await host.send({ jsonrpc: '2.0', id, result });
  await host.next('ui/notifications/initialized');
  const books = [
    { isbn: '1', title: 'Emma' },
    { isbn: '2', title: 'Moby-Dick' },
  ];
  const params = { content: [], structuredContent: { books } };
  await host.send({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params });
  await host.page.frameLocator('iframe').getByRole('button', { name: 'Moby-Dick' }).click();
  expect((await host.next('tools/call')).params).toMatchObject({ name: 'pick_book', arguments: { isbn: '2' } });
  expect(host.listErrors()).toEqual([]);
  await host.close();
});

// The types of React are in a package of their own.
test('the samples of the documentation are typed, except for React', { timeout: 120_000 }, async () => {
  putFiles(folder, { 'views/wrong/view.tsx': preact.replace('result.output.books', 'result.output.shelves') });
  const views = ['shelf', 'lit', 'preact', 'wrong'].map((name) => `views/${name}`);
  const options = { isolatedDeclarations: false, declaration: false, ...preactOptions };
  const problems = (await typeCheck(folder, ['generated', ...views], options))
    .split('\n')
    .filter((line) => line !== '');
  expect(problems).toEqual([
    expect.stringMatching(/^\S*views\/wrong\/view\.tsx\(.*Property 'shelves' does not exist/u),
  ]);
});
