import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { ClientPeer } from '../../runtime/clients/client/index.js';
import { openTestServer, type ServerUnderTest } from '../../runtime/clients/testing/index.js';
import { startDev, initialize, type DevSession } from '../dev/dev-session.js';
import { createProject } from '../kit/build-server.js';

let session: DevSession | undefined;
afterEach(() => session?.remove());

const definition = `server: { name: shop, version: 1.0.0 }
tools:
  show:
    description: Shows it.
    outputSchema: { type: object, properties: { a: { type: string } }, required: [a] }
    handler: ../handlers/show.ts#show
    ui: { view: ../views/shelf }
`;
const view = `import { openShelf } from '../../generated/views/shelf.ts';
import { word } from './word.ts';
openShelf().onResult(() => (document.title = word));
`;
const files = {
  'definitions/shop.mcp.yaml': definition,
  'handlers/show.ts': `export const show = () => ({ a: 'b' });\n`,
  'views/shelf/view.ts': view,
  'views/shelf/word.css': 'p { margin: \n',
  'views/shelf/word.ts': `export const word = 'first word';\n`,
};

test('the test kit reads the page of a view, and calls its tool', { timeout: 60_000 }, async () => {
  const { folder } = await createProject(files);
  const module = (await import(pathToFileURL(path.join(folder, 'generated/test-project.ts')).href)) as {
    project: ServerUnderTest & { connect(peer: ClientPeer): object };
  };
  const server = (await openTestServer(module.project)) as unknown as {
    readonly tools: { show(): Promise<{ structured: unknown }> };
    readonly resources: { [uri: string]: () => Promise<{ text: string }> };
  };
  expect((await server.tools.show()).structured).toEqual({ a: 'b' });
  expect((await server.resources['ui://shop/shelf']?.())?.text).toMatch(/^<!doctype html>.*first word/s);
});

test('dev shows a changed view at once, and tells its host', { timeout: 120_000 }, async () => {
  session = await startDev(files);
  const current = session;
  await initialize(current);
  const readUri = async (): Promise<string> => {
    const { result } = await current.ask('tools/list');
    return (result.tools as { _meta: { ui: { resourceUri: string } } }[])[0]?._meta.ui.resourceUri ?? '';
  };
  const readPage = async (uri: string): Promise<string> => {
    const { result } = await current.ask('resources/read', { uri });
    return (result.contents as { text: string }[])[0]?.text ?? '';
  };
  const first = await readUri();
  expect(await readPage(first)).toContain('first word');
  await current.edit('views/shelf/word.ts', (text) => text.replace('first', 'second'));
  await current.next(({ method }) => method === 'notifications/resources/list_changed');
  const second = await readUri();
  expect(second).not.toBe(first);
  expect(await readPage(second)).toContain('second word');

  // A view with an error leaves the present server as it is.
  await current.edit('views/shelf/word.ts', () => 'export const = 1;\n');
  await current.told('views/shelf/word.ts:1:14 error build-failed');
  expect(await readPage(second)).toContain('second word');

  // A style sheet with an error does not: browsers skip the rule.
  await current.edit('views/shelf/word.ts', () => `import './word.css';\nexport const word = 'third word';\n`);
  await current.told('views/shelf/word.css:1:3 warning view-warning: Expected "}" to go with "{".');
  await current.edit('views/shelf/word.css', () => 'p { margin: 0 }\n');
  await current.told('The bundler has no warnings any more.');
});
