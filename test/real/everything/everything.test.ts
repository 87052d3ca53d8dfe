import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOurs } from '../build-ours.js';
import { checkAdded, checkReasons, checkTable } from '../check-page.js';
import { listProblems } from '../compare-fields.js';
import { compareCalls, compareLists, type Side } from '../compare-servers.js';
import { installOriginals } from '../originals.js';
import { openServer, type ClientSide, type OpenServer } from '../open-server.js';
import { acceptedInLists, calls } from './calls.js';

/** Neither time nor chance may make a difference. */
const environment = {
  NODE_OPTIONS: `--import=data:text/javascript,Math.random=()=>0.5;Date.prototype.toLocaleTimeString=()=>"noon"`,
};

let source: string;
let original: OpenServer;
let ours: OpenServer;

beforeAll(async () => {
  const packages = await installOriginals();
  source = path.join(packages, '@modelcontextprotocol/server-everything/dist');
  const ourServer = await buildOurs('everything', packages, addFiles);
  original = await openServer([process.execPath, path.join(source, 'index.js')], makeClient(), environment);
  ours = await openServer([process.execPath, ourServer], makeClient(), environment);
  // The original asks for roots a while after it was initialized.
  await original.waitFor('notifications/message');
});

afterAll(async () => {
  await Promise.all([original, ours].map((server) => server?.close()));
});

/** Adds documents and a picture of the original to the project. */
function addFiles(folder: string): void {
  cpSync(path.join(source, 'docs'), path.join(folder, 'definitions/docs'), { recursive: true });
  const code = readFileSync(path.join(source, 'tools/get-tiny-image.js'), 'utf8');
  const image = /"[A-Za-z0-9+/=]{1000,}"/u.exec(code)?.[0];
  writeFileSync(path.join(folder, 'handlers/tiny-image.ts'), `export const tinyImage = ${image};\n`);
}

/** A client that has everything but tasks. It accepts the first form and page, declines the second and cancels the third. */
function makeClient(): ClientSide {
  const asked = { form: 0, url: 0 };
  return {
    capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } },
    answers: {
      'roots/list': () => ({ roots: [{ uri: 'file:///home/ada', name: 'Home' }, { uri: 'file:///tmp' }] }),
      'sampling/createMessage': () => ({
        role: 'assistant',
        content: { type: 'text', text: 'A poem.' },
        model: 'poet',
        stopReason: 'endTurn',
      }),
      'elicitation/create': ({ mode }) => {
        const kind = mode === 'url' ? 'url' : 'form';
        const action = ['accept', 'decline', 'cancel'][asked[kind]++];
        const content = { name: 'Ada', check: true, email: 'ada@example.com', integer: 7, number: 3.14 };
        return { action, ...(action === 'accept' && kind === 'form' && { content }) };
      },
    },
  };
}

test('rebuilt from its own lists, the server is the same but for what test/real/README.md explains', async () => {
  const lists = await compareLists(original, ours, acceptedInLists);
  expect(listProblems(lists)).toEqual([]);
  const sides = [original, ours].map((server): Side => ({ server, normalize: hideIds }));
  const compared = await compareCalls(sides[0] as Side, sides[1] as Side, calls);
  expect(listProblems(compared)).toEqual([]);
  checkReasons(acceptedInLists, calls);
  await checkAdded('everything', [process.execPath, path.join(source, 'index.js')]);
  await checkTable('everything', { lists, calls: compared, source: listSource() });
});

/** Files of the original, without the two tools for clients with tasks and the transports that ours has by itself. */
function listSource(): readonly string[] {
  const tools = readdirSync(path.join(source, 'tools')).filter((file) => !file.endsWith('-async.js'));
  const parts = ['index.js', 'server', 'resources', 'prompts', 'transports/stdio.js'];
  return [...parts, ...tools.map((file) => `tools/${file}`)].map((part) => path.join(source, part));
}

function hideIds(text: string): string {
  return text.replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gu, '<id>');
}
