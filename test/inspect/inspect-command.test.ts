import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../kit/make-folder.js';
import { runInMemory } from '../cli/run-in-memory.js';

const definition = `server: { name: shop, version: 1.0.0, toolsets: [reading] }
tools:
  find:
    description: Finds.
    toolset: reading
    inputSchema: { type: object, properties: { q: { type: string, description: What. } } }
  order_everything:
    description: Orders everything that is there.
    toolset: writing
    inputSchema:
      type: object
      properties: { list: { type: array, description: Of what. } }
      anyOf: [{ required: [list] }, { required: [other] }]
    outputSchema: { type: array, items: { type: string } }
prompts:
  ask:
    description: Asks.
    messages: [{ role: user, content: { type: text, text: Hello } }]
`;

const folder = makeFolder({ 'definitions/shop.mcp.yaml': definition });

function inspect(...argv: readonly string[]) {
  return runInMemory(['inspect', ...argv], { cwd: folder });
}

/** The descriptors as they go over the wire. */
const find = {
  name: 'find',
  title: 'find',
  description: 'Finds.',
  inputSchema: { type: 'object', properties: { q: { type: 'string', description: 'What.' } } },
};
const order = {
  name: 'order_everything',
  title: 'order_everything',
  description: 'Orders everything that is there.',
  inputSchema: {
    type: 'object',
    properties: { list: { type: 'array', description: 'Of what.' } },
    anyOf: [{ required: ['list'] }, { required: ['other'] }],
  },
};
const list = { type: 'array', items: { type: 'string' } };
const modern = [find, { ...order, outputSchema: list }];
const wrapped = { type: 'object', properties: { result: list }, required: ['result'] };
const legacy = [find, { ...order, outputSchema: wrapped }];

function sizes(descriptors: readonly object[]): readonly number[] {
  return descriptors.map((descriptor) => JSON.stringify(descriptor).length);
}

describe('inspect', () => {
  test('tells bytes as on the wire, for each era, and writes nothing', async () => {
    const { exitCode, out, error } = await inspect('--json');
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    const { tools, prompts, tokenizer } = JSON.parse(out);
    expect(tools.entries.map(({ bytes }: { bytes: { modern: number } }) => bytes.modern)).toEqual(sizes(modern));
    expect(tools.entries.map(({ bytes }: { bytes: { legacy: number } }) => bytes.legacy)).toEqual(sizes(legacy));
    expect(tools.bytes.modern).toBe(JSON.stringify({ tools: modern }).length - 2);
    expect(tools.served).toMatchObject({ count: 1, bytes: { modern: JSON.stringify({ tools: [find] }).length - 2 } });
    expect(prompts.entries).toMatchObject([{ key: 'ask' }]);
    expect(tokenizer).toEqual({ name: 'estimate', isEstimate: true });
    expect(await readdir(folder)).toEqual(['definitions']);
  });

  test('lists declared errors, which cost nothing', async () => {
    const tool = (name: string, more: string) =>
      `  ${name}:\n    description: Lends.\n    inputSchema: { type: object, properties: {} }\n${more}`;
    const errors = `    errors:
      lent: { description: The book is lent., data: { type: object }, retryable: true }
      locked: { description: The library is closed. }
`;
    const project = (more: string) =>
      makeFolder({
        'definitions/library.mcp.yaml': `server: { name: library, version: 1.0.0 }\ntools:\n${tool('lend', more)}${tool('give', more)}${tool('find', '')}`,
      });
    const [failing, plain] = [project(errors), project('')];
    const read = async (cwd: string) =>
      JSON.parse((await runInMemory(['inspect', '--json'], { cwd })).out) as {
        readonly tools: { readonly tokens: number; readonly entries: readonly { readonly errors?: object }[] };
      };
    const [first, second] = [await read(failing), await read(plain)];
    expect(first.tools.entries.map((entry) => entry.errors)).toEqual([
      [
        { name: 'lent', description: 'The book is lent.', hasData: true, retryable: true },
        { name: 'locked', description: 'The library is closed.', hasData: false },
      ],
      expect.any(Array),
      undefined,
    ]);
    expect(first.tools).toMatchObject({ ...second.tools, entries: second.tools.entries });
    const { out } = await runInMemory(['inspect'], { cwd: failing });
    expect(out).toContain('tools            declared errors\nlend and 1 more  lent, locked\n');
  });

  test('sorts tools by what they cost', async () => {
    const keys = async (...argv: readonly string[]) =>
      JSON.parse((await inspect('--json', ...argv)).out).tools.entries.map(({ key }: { key: string }) => key);
    expect(await keys()).toEqual(['find', 'order_everything']);
    expect(await keys('--sort', 'tokens')).toEqual(['order_everything', 'find']);
    expect(await keys('--sort', 'bytes')).toEqual(['order_everything', 'find']);
  });

  test('points at what clients refuse', async () => {
    const { out } = await inspect();
    expect(out).toMatch(/^tools +toolset +legacy bytes +modern bytes +tokens$/mu);
    expect(out).toMatch(/^find +reading +\d+ +\d+ +\d+$/mu);
    expect(out).toContain('definitions/shop.mcp.yaml:13:7 error root-keyword: `order_everything`:');
    expect(out).toContain('(claude, openai, gemini)');
    expect(out).toContain('`generate --profile claude` adapts it.');
    expect(out).toContain('definitions/shop.mcp.yaml:12:21 error missing-items:');
    expect(out).not.toContain('openai-strict');
    expect(out).toMatch(/^claude +1 +0 +1$/mu);
  });

  test('looks at the profiles that are named', async () => {
    const rules = async (...argv: readonly string[]) =>
      JSON.parse((await inspect('--json', ...argv)).out).findings.map(({ rule }: { rule: string }) => rule);
    expect(await rules('--profile', 'claude')).toEqual(['root-keyword']);
    expect(await rules('--profile', 'vscode')).toEqual(['missing-items']);
    expect(await rules('--profile', 'openai-strict')).toContain('optional-property');
    expect(await rules('--profile', 'none')).toEqual([]);
  });

  test('fails when it is told to', async () => {
    expect((await inspect('--fail-on', 'error')).exitCode).toBe(1);
    expect((await inspect('--fail-on', 'error', '--profile', 'cursor')).exitCode).toBe(0);
    expect((await inspect('--fail-on', 'warning', '--profile', 'cursor')).exitCode).toBe(0);
    expect((await inspect('--definitions', 'nowhere')).exitCode).toBe(2);
  });
});

describe('a tokenizer that the project has', () => {
  test.each([
    ['gpt-tokenizer', { './encoding/o200k_base': './main.js' }, 'export const encode = (text) => [...text];'],
    ['js-tiktoken', './main.js', 'export const getEncoding = () => ({ encode: (text) => [...text] });'],
  ])('%s counts', async (name, exported, code) => {
    const home = path.join(folder, 'node_modules', name);
    await mkdir(home, { recursive: true });
    await writeFile(path.join(home, 'package.json'), JSON.stringify({ name, type: 'module', exports: exported }));
    await writeFile(path.join(home, 'main.js'), code);
    const { tools, tokenizer } = JSON.parse((await inspect('--json')).out);
    await rm(path.join(folder, 'node_modules'), { recursive: true });
    expect(tokenizer).toEqual({ name: `${name} (o200k_base)`, isEstimate: false });
    const { title: _title, ...read } = find;
    expect(tools.entries[0].tokens).toBe(JSON.stringify(read).length);
  });
});
