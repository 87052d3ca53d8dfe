import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { askServer } from '../kit/ask-server.js';
import { startChromium } from '../kit/start-chromium.js';
import { showView, type ViewHost } from './view-host.js';

const definition = `
server: { name: bookshop, version: 1.2.0 }
tools:
  find_books:
    description: Finds books.
    inputSchema: { type: object, properties: { query: { type: string, description: Words. } }, required: [query] }
    outputSchema:
      type: object
      properties: { titles: { type: array, items: { type: string } } }
      required: [titles]
    ui: { view: ../views/shelf, prefersBorder: true, csp: { resourceDomains: ['https://covers.example.com'] } }
  pick_book:
    description: Picks a book.
    inputSchema: { type: object, properties: { title: { type: string, description: Title. } }, required: [title] }
    outputSchema: { type: array, items: { type: string } }
    ui: { view: ../views/shelf, visibility: [app] }
`;

const view = `
import { openShelf } from '../../generated/views/shelf.ts';
import './style.css';

const view = openShelf();
const list = document.createElement('ul');
const state = document.createElement('p');
document.body.append(list, state);

view.onInput(({ input }) => (state.textContent = 'asked for ' + input.query));
view.onResult((result) => {
  if (result.isError) {
    state.textContent = 'failed: ' + result.text;
    return;
  }
  for (const title of result.output.titles) {
    const button = document.createElement('button');
    button.textContent = title;
    button.onclick = async () => {
      const { structured } = await view.call.pick_book({ title });
      state.textContent = 'picked ' + structured.join(' and ');
    };
    list.append(button);
  }
});
view.onContext(({ theme, locale }) => (document.title = theme + ' ' + locale));
view.onCancelled((reason) => (state.textContent = 'cancelled: ' + reason));
view.onTeardown(() => void (state.textContent = 'gone'));
const image = new Image();
image.src = 'https://elsewhere.example.com/pixel.png';
const cover = new Image();
cover.src = 'https://covers.example.com/1.png';
document.body.append(image, cover);
`;

let browser: Browser;
let html: string;
let host: ViewHost;

beforeAll(async () => {
  const project = await createProject({
    'definitions/shop.mcp.yaml': definition,
    'views/shelf/view.ts': view,
    'views/shelf/style.css': 'li { color: var(--color-text-primary, red) }',
  });
  const server = await askServer(await project.bundle(), { carrier: 'stdio', revision: '2025-11-25' });
  const answer = await server.ask('resources/read', { uri: 'ui://bookshop/shelf' });
  await server.close();
  html = (answer.result.contents as readonly { readonly text: string }[])[0]?.text ?? '';
  browser = await startChromium();
}, 300_000);

afterAll(() => browser?.close());

test(
  'a built view shakes hands with its host, shows a result, calls a tool and follows its host',
  { timeout: 60_000 },
  async () => {
    host = await showView(browser, html, { resourceDomains: ['https://covers.example.com'] });
    const initialize = await host.next('ui/initialize');
    expect(initialize).toEqual({
      jsonrpc: '2.0',
      id: initialize.id,
      method: 'ui/initialize',
      params: {
        appInfo: { name: 'bookshop/shelf', version: '1.2.0' },
        appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
        protocolVersion: '2026-01-26',
      },
    });
    await host.send({
      jsonrpc: '2.0',
      id: initialize.id,
      result: {
        protocolVersion: '2026-01-26',
        hostInfo: { name: 'by hand', version: '1' },
        hostCapabilities: { serverTools: {}, openLinks: {} },
        hostContext: {
          theme: 'dark',
          locale: 'de-CH',
          styles: { variables: { '--color-text-primary': 'rgb(1, 2, 3)' } },
          containerDimensions: { width: 600, maxHeight: 400 },
        },
      },
    });
    expect(await host.next('ui/notifications/initialized')).toMatchObject({ jsonrpc: '2.0' });
    await host.send({ jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { query: 'sea' } } });
    expect(await host.textOf('p', 'asked')).toBe('asked for sea');
    await host.send({
      jsonrpc: '2.0',
      method: 'ui/notifications/tool-result',
      params: { content: [{ type: 'text', text: 'Two books' }], structuredContent: { titles: ['Emma', 'Moby-Dick'] } },
    });
    expect(await host.textOf('ul', 'Emma')).toBe('EmmaMoby-Dick');
    const size = await host.next('ui/notifications/size-changed');
    expect(size.params).toEqual({ width: expect.any(Number) as number, height: expect.any(Number) as number });

    const frame = host.page.frameLocator('iframe');
    await frame.getByText('Moby-Dick').click();
    const call = await host.next('tools/call');
    expect(call.params).toMatchObject({ name: 'pick_book', arguments: { title: 'Moby-Dick' } });
    // A host that speaks an older revision with the server has the output as an object.
    const structuredContent = { result: ['Moby-Dick', 'a bookmark'] };
    await host.send({ jsonrpc: '2.0', id: call.id, result: { content: [], structuredContent } });
    expect(await host.textOf('p', 'picked')).toBe('picked Moby-Dick and a bookmark');

    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(
      await frame.locator('html').evaluate((element) => element.style.getPropertyValue('--color-text-primary')),
    ).toBe('rgb(1, 2, 3)');
    await host.send({ jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: { theme: 'light' } });
    await frame.locator('html[data-theme=light]').waitFor();
    expect(await frame.locator('title').textContent()).toBe('light de-CH');

    expect(host.listBlocked()).toEqual(['https://elsewhere.example.com/pixel.png']);
    await host.send({ jsonrpc: '2.0', id: 'end', method: 'ui/resource-teardown', params: {} });
    expect(await host.next('answer')).toEqual({ jsonrpc: '2.0', id: 'end', result: {} });
    expect(await host.textOf('p', 'gone')).toBe('gone');
    // Nothing but the refused image is an error.
    expect(host.listErrors().filter((text) => !text.includes('elsewhere.example.com'))).toEqual([]);
    await host.close();
  },
);
