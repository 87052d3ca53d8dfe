import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readServer } from '../../generator/tools/scaffold/server/read-server.js';
import type { ProjectSource } from '../../generator/tools/scaffold/source/project-source.js';
import { createProject } from '../kit/build-server.js';
import { talk } from '../kit/talk.js';
import { initialize, initialized, modern, request } from '../wire/wire.js';

const unused = () => {
  throw new Error('No template is needed.');
};

function listDefinitions({ name = 'x', title = '', description = '', listFiles }: ProjectSource) {
  const files = listFiles({ name, title, description }, unused);
  return Object.fromEntries(files.map(({ path, content }) => [`definitions/${path}`, String(content)]));
}

async function build(files: { readonly [file: string]: string }): Promise<string> {
  const project = await createProject(files);
  return project.bundle();
}

const methods = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];

/**
 * Lines of stdout: what a server says of itself, and its lists, in both eras. What it completes and which calls
 * become tasks does not follow from any list.
 */
async function list(server: string): Promise<readonly string[]> {
  const recent = ['server/discover', ...methods].map((method, index) => modern(index + 1, method));
  const requests = methods.map((method, index) => request(12 + index, method));
  const legacy = [initialize(11, '2025-11-25'), initialized, ...requests];
  const lines = [
    ...(await talk(server, recent)).stdout.split('\n'),
    ...(await talk(server, legacy)).stdout.split('\n'),
  ];
  const answers = lines.filter((line) => /"id":\d+,"result"/u.test(line)).toSorted();
  return answers.map((line) =>
    line
      .replace('"completions":{},', '')
      .replace(/,"extensions":\{(?:"[^"]+":\{[^{}]*\},?)+\}/u, '')
      // Which tools have tasks, only the lists of 2025-11-25 tell.
      .replace('"tasks":{"cancel":{},"requests":{"tools":{"call":{}}}},', '')
      .replaceAll(',"execution":{"taskSupport":"optional"}', ''),
  );
}

const pathOf = (name: string): string => fileURLToPath(new URL(`../../dist/${name}/server.mjs`, import.meta.url));

test.each(['bookshop', 'conformance'])(
  'the example server %s, and the one that is made of what it lists, list the same to the byte',
  async (name) => {
    const server = pathOf(name);
    const target = { server: `"${process.execPath}" '${server}'`, headers: new Map<string, string>(), cwd: '/' };
    const source = await readServer(target, new AbortController().signal);
    expect(source.name).toBe(name);
    const expected = await list(server);
    expect(expected.length).toBeGreaterThan(5);
    expect(await list(await build(listDefinitions(source)))).toEqual(expected);
  },
);

test('an example server, and its saved answer to tools/list as a definition, list the same tools', async () => {
  const server = pathOf('conformance');
  const tools = modern(1, 'tools/list');
  const { stdout } = await talk(server, [tools]);
  const files = {
    'definitions/server.mcp.yaml': 'server: { name: x, version: 1.0.0 }',
    'definitions/saved.tools.json': stdout,
  };
  const again = await talk(await build(files), [tools]);
  expect(JSON.stringify(again.messages[0]?.result.tools)).toBe(JSON.stringify(JSON.parse(stdout).result.tools));
});
