import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOurs } from '../build-ours.js';
import { checkAdded, checkReasons, checkTable } from '../check-page.js';
import { listProblems } from '../compare-fields.js';
import { compareCalls, compareLists, type Side } from '../compare-servers.js';
import { installOriginals } from '../originals.js';
import { openServer, type OpenServer } from '../open-server.js';
import { acceptedInLists, calls, database } from './calls.js';
import { startPostgres, type Postgres } from '../../kit/start-postgres.js';

let packages: string;
let postgres: Postgres;
let original: Side;
let ours: Side;

beforeAll(async () => {
  packages = await installOriginals();
  const [ourServer, started] = await Promise.all([buildOurs('postgres', packages), startPostgres()]);
  postgres = started;
  original = await openSide('original', (url) => [originalFile(), url]);
  ours = await openSide('ours', (url) => [ourServer, '--', url]);
});

afterAll(async () => {
  await Promise.all([original, ours].map((side) => side?.server.close()));
  await postgres?.stop();
});

function originalFile(): string {
  return path.join(packages, '@modelcontextprotocol/server-postgres/dist/index.js');
}

/** Starts a server on a database of its own, which has the same tables for both. */
async function openSide(name: string, argsFor: (url: string) => readonly string[]): Promise<Side> {
  const url = postgres.create(name, database);
  const { port } = new URL(url);
  return {
    server: await openServer([process.execPath, ...argsFor(url)]),
    place: (text) => text.replaceAll('<port>', port),
    normalize: (text) => text.replaceAll(port, '<port>'),
  };
}

/** URIs of the resources that a server lists now. */
async function listUris({ request }: OpenServer): Promise<readonly string[]> {
  const { result } = await request('resources/list');
  return (result as { readonly resources: readonly { readonly uri: string }[] }).resources.map(({ uri }) => uri);
}

test('rebuilt from its own lists, the server is the same but for what test/real/README.md explains', async () => {
  const lists = await compareLists(original.server, ours.server, acceptedInLists);
  expect(listProblems(lists)).toEqual([]);
  const compared = await compareCalls(original, ours, calls);
  expect(listProblems(compared)).toEqual([]);
  await checkAdded('postgres', [process.execPath, originalFile(), postgres.create('another', database)]);
  checkReasons(acceptedInLists, calls);
  await checkTable('postgres', { lists, calls: compared, source: [originalFile()] });
});

test('a new table is listed at once, and a table that is gone no more', async () => {
  for (const name of ['original', 'ours']) postgres.run(name, 'create table late (x int); drop view cheap');
  const uris = await listUris(ours.server);
  expect(uris).toEqual(await listUris(original.server));
  expect(uris.map((uri) => new URL(uri).pathname).toSorted()).toEqual([
    '/books/schema',
    '/late/schema',
    '/order%20items/schema',
    '/orders/schema',
  ]);
});
