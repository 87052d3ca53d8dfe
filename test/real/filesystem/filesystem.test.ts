import { chmodSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder, putFiles } from '../../kit/make-folder.js';
import { buildOurs } from '../build-ours.js';
import { checkAdded, checkReasons, checkTable } from '../check-page.js';
import { listProblems } from '../compare-fields.js';
import { compareCalls, compareLists, type Side } from '../compare-servers.js';
import { installOriginals } from '../originals.js';
import { openServer } from '../open-server.js';
import { acceptedInLists, calls } from './calls.js';

let packages: string;
let original: Side;
let ours: Side;

beforeAll(async () => {
  packages = await installOriginals();
  const ourServer = await buildOurs('filesystem', packages);
  const originalServer = path.join(packages, '@modelcontextprotocol/server-filesystem/dist/index.js');
  original = await openSide((folder) => [originalServer, folder]);
  ours = await openSide((folder) => [ourServer, '--', folder]);
});

afterAll(async () => {
  await Promise.all([original, ours].map((side) => side?.server.close()));
});

/** Starts a server that may use a folder of its own, which has the same files for both. */
async function openSide(argsFor: (folder: string) => readonly string[]): Promise<Side> {
  const folder = makeFolder();
  putFiles(folder, {
    'allowed/notes.txt': 'one\ntwo\nthree\nfour\n',
    'allowed/windows.txt': 'one\r\ntwo\r\n',
    'allowed/code/indented.js': 'function f() {\n    if (x) {\n        return 1;\n    }\n}\n',
    'allowed/code/fences.md': '```js\n1\n```\n',
    'allowed/code/deep/large.bin': new Uint8Array(3000),
    'allowed/pixel.PNG': new Uint8Array([137, 80, 78, 71]),
    'allowed/beep.wav': new Uint8Array([82, 73, 70, 70]),
    // With a combining accent; requests write it as one character.
    'allowed/cafe\u0301.txt': 'coffee',
    'outside/secret.txt': 'secret',
  });
  chmodSync(path.join(folder, 'allowed/notes.txt'), 0o640);
  symlinkSync(path.join(folder, 'outside'), path.join(folder, 'allowed/way-out'));
  symlinkSync(path.join(folder, 'allowed/notes.txt'), path.join(folder, 'allowed/link.txt'));
  const allowed = path.join(folder, 'allowed');
  const server = await openServer([process.execPath, ...argsFor(allowed)]);
  return {
    server,
    place: (text) => text.replaceAll('<folder>', folder),
    normalize: (text) =>
      text.replaceAll(folder, '<folder>').replaceAll(/(created|modified|accessed): [^\\]+/gu, '$1: <time>'),
  };
}

test('rebuilt from its own lists, the server is the same but for what test/real/README.md explains', async () => {
  const lists = await compareLists(original.server, ours.server, acceptedInLists);
  expect(listProblems(lists)).toEqual([]);
  const compared = await compareCalls(original, ours, calls);
  expect(listProblems(compared)).toEqual([]);
  checkReasons(acceptedInLists, calls);
  const source = path.join(packages, '@modelcontextprotocol/server-filesystem/dist');
  await checkAdded('filesystem', [process.execPath, path.join(source, 'index.js'), packages]);
  await checkTable('filesystem', { lists, calls: compared, source: [source] });
});
