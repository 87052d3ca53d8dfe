import { toolsetsPart } from '../../generator/features/toolsets/toolsets-part.js';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runInMemory } from '../cli/run-in-memory.js';
import { makeFolder } from '../kit/make-folder.js';
import { readDefinitions } from '../../generator/pipeline/read/read-definitions.js';

const operation = (id: string, tags: readonly string[]) => ({
  get: { operationId: id, tags, summary: `About ${id}.`, responses: { 204: { description: 'd' } } },
});

/** 92 operations of one tag: 71 below one path, 14, 6 and 1 below others. */
const paths = Object.fromEntries([
  ...Array.from({ length: 40 }, (_each, index) => [
    `/v1/users/{id}/posts/${index}`,
    operation(`post${index}`, ['Big Tag']),
  ]),
  ...Array.from({ length: 30 }, (_each, index) => [
    `/v1/users/{id}/likes/${index}`,
    operation(`like${index}`, ['Big Tag']),
  ]),
  ['/v1/users', operation('users', ['Big Tag'])],
  ...Array.from({ length: 14 }, (_each, index) => [`/v1/keys/${index}`, operation(`key${index}`, ['Big Tag'])]),
  ...Array.from({ length: 6 }, (_each, index) => [`/v1/logs/${index}`, operation(`log${index}`, ['Big Tag'])]),
  ["/v1/it's", operation('its', ['Big Tag'])],
  ['/v1/keys/special', operation('special', ['small'])],
  ['/status', operation('status', [])],
]);
const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };

const folder = makeFolder({ 'definitions/things.openapi.json': JSON.stringify(document) });

const inspect = (...argv: readonly string[]) => runInMemory(['inspect', ...argv], { cwd: folder });

test('inspect says what each toolset costs, and which clients take fewer tools', async () => {
  const { out } = await inspect('--profile', 'cursor', '--profile', 'claude');
  const rows = out.split('\n').map((line) => line.replace(/ {2,}/gu, ' | '));
  expect(rows).toContainEqual(
    expect.stringMatching(/^Big_Tag \| 92 \| [\d,]+ \| [\d,]+ \| [\d,]+ \| too many for cursor$/u),
  );
  expect(rows).toContainEqual(expect.stringMatching(/^small \| 1 \| \d+ \| \d+ \| \d+$/u));
  expect(rows).toContainEqual(expect.stringMatching(/^\(none; always served\) \| 1 \| \d+ \| \d+ \| \d+$/u));
  expect(out).toContain(
    'To serve fewer tools, start the server with `--toolsets`, `--tools` or `--read-only`, or set `mode: discover`',
  );
  expect(out).toContain(
    'warning tool-count: There are 94 tools, but the client accepts at most 80 from all servers together; earlier versions accepted 40. (cursor)\n  help: To serve fewer tools,',
  );
  expect((await inspect('--profile', 'claude')).out).not.toContain('serve fewer');
});

test('inspect warns of more tools than earlier versions of a client took', async () => {
  const listed = (count: number) => {
    const few = Object.fromEntries(Object.entries(paths).slice(0, count));
    const cwd = makeFolder({ 'definitions/things.openapi.json': JSON.stringify({ ...document, paths: few }) });
    return runInMemory(['inspect', '--profile', 'cursor'], { cwd });
  };
  expect((await listed(41)).out).toContain(
    'warning tool-count: There are 41 tools, but the client accepts at most 80 from all servers together; earlier versions accepted 40. (cursor)',
  );
  expect((await listed(40)).out).not.toContain('tool-count');
});

test('inspect reports the same as JSON', async () => {
  const { toolsets, splits } = JSON.parse((await inspect('--json', '--profile', 'vscode')).out);
  expect(toolsets).toEqual([
    { name: 'Big_Tag', tools: 92, bytes: expect.anything(), tokens: expect.any(Number), exceeds: [] },
    { name: 'small', tools: 1, bytes: expect.anything(), tokens: expect.any(Number), exceeds: [] },
    { tools: 1, bytes: expect.anything(), tokens: expect.any(Number), exceeds: [] },
  ]);
  expect(splits).toMatchObject([{ api: 'things', document: './things.openapi.json', toolsets: [{ name: 'Big_Tag' }] }]);
});

test('the toolsets that inspect proposes have each operation of the long one', async () => {
  const { out } = await inspect('--profile', 'claude');
  const [, proposal = ''] =
    /^Toolsets with more than 60 tools: Big_Tag\. .*\n\n(openapi:\n(?: .*\n)+)/mu.exec(out) ?? [];
  const file = path.join(folder, 'definitions/server.mcp.yaml');
  await writeFile(file, `server: { name: s, version: '1' }\n${proposal}`);
  const { resolved, diagnostics } = await readDefinitions(folder, 'definitions', new Map());
  expect(diagnostics.filter(({ code }) => code !== 'invalid-api')).toEqual([]);
  const { tools } = resolved.model;
  const parts = new Set(
    tools.flatMap((tool) => toolsetsPart.of(tool) ?? []).filter((name) => name.startsWith('Big_Tag-')),
  );
  const sizes = [...parts].map((name) => [name, tools.filter((tool) => toolsetsPart.of(tool)?.includes(name)).length]);
  expect(Object.fromEntries(sizes)).toEqual({
    'Big_Tag-posts': 40,
    'Big_Tag-likes': 30,
    'Big_Tag-keys': 14,
    'Big_Tag-other': 8,
  });
  for (const [name, size] of sizes)
    expect(proposal).toMatch(new RegExp(`^      ${name}: \\[.*\\] # ${size} tools$`, 'mu'));
  const toolsetsOf = (wanted: string) => toolsetsPart.of(tools.find(({ name }) => name === wanted) ?? {});
  expect(toolsetsOf('special')).toEqual(['small']);
  expect(toolsetsOf('status')).toBeUndefined();
  expect(toolsetsOf('its')).toEqual(['Big_Tag', 'Big_Tag-other']);
  expect((await inspect('--profile', 'claude')).out).toContain('Toolsets with more than 60 tools: Big_Tag.');
  await rm(file);
});

test('inspect counted tools of toolsets as not served where the definition says `toolsets: [all]`', async () => {
  const cwd = makeFolder({
    'definitions/s.mcp.yaml': `server: { name: s, version: 1.0.0, toolsets: [all] }
tools: { a: { description: A., toolset: x }, b: { description: B. } }
`,
  });
  const { out } = await runInMemory(['inspect', '--json'], { cwd });
  const { tools } = JSON.parse(out) as { readonly tools: { readonly served: { readonly count: number } } };
  expect(tools.served.count).toBe(2);
});
