import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../../kit/make-folder.js';
import { buildOurs } from '../build-ours.js';
import { checkAdded, checkReasons, checkTable } from '../check-page.js';
import { listProblems } from '../compare-fields.js';
import { compareCalls, compareLists, type Side } from '../compare-servers.js';
import { installOriginals } from '../originals.js';
import { openServer } from '../open-server.js';
import { acceptedInLists, calls } from './calls.js';
import { environment, makeRepositories } from './repositories.js';

let packages: string;
let original: Side;
let ours: Side;

beforeAll(async () => {
  packages = await installOriginals();
  const ourServer = await buildOurs('git', packages);
  original = await openSide(originalFile());
  ours = await openSide(ourServer);
});

afterAll(async () => {
  await Promise.all([original, ours].map((side) => side?.server.close()));
});

/** Modules of the original that are no part of its framework. */
const ownModule =
  /^src\/(?:services\/git\/|mcp-server\/\w+\/(?:definitions|schemas)\/|mcp-server\/tools\/utils\/(?:git|repo)-)/u;

function originalFile(): string {
  return path.join(packages, '@cyanheads/git-mcp-server/dist/index.js');
}

/** The modules of the original that do the work of our handlers, as files; its bundle names each module in a comment. */
function unpackOriginal(): string {
  const modules = readFileSync(originalFile(), 'utf8').split(/^\/\/ (?=src\/|node_modules\/)/mu);
  const own = modules.filter((text) => ownModule.test(text));
  return makeFolder(Object.fromEntries(own.map((text, index) => [`${index}.js`, text.replace(/^.*\n/u, '')])));
}

/** Starts a server on repositories of its own, which are the same for both. */
async function openSide(file: string): Promise<Side> {
  const folder = makeFolder();
  makeRepositories(folder);
  const settings = { ...environment, GIT_SIGN_COMMITS: 'false', MCP_LOG_LEVEL: 'error', LOGS_DIR: folder };
  return {
    server: await openServer([process.execPath, file], {}, settings),
    place: (text) => text.replaceAll('<folder>', folder),
    normalize: (text) => JSON.stringify(JSON.parse(text.replaceAll(folder, '<folder>'), readText)),
  };
}

/** The value in a text that is JSON: the texts of the original have line breaks, and fields in another order. */
function readText(name: string, value: unknown): unknown {
  if (name !== 'text' || typeof value !== 'string' || !value.startsWith('{')) return value;
  return JSON.parse(value);
}

test('rebuilt from its own lists, the server is the same but for what test/real/README.md explains', async () => {
  const lists = await compareLists(original.server, ours.server, acceptedInLists);
  expect(listProblems(lists)).toEqual([]);
  const compared = await compareCalls(original, ours, calls);
  expect(listProblems(compared)).toEqual([]);
  await checkAdded('git', [process.execPath, originalFile()]);
  checkReasons(acceptedInLists, calls);
  await checkTable('git', { lists, calls: compared, source: [unpackOriginal()] });
});
