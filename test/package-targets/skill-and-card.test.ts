import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { fullDefinition, makeProject, packageFull, readPackaged, runPackage } from './packaged-projects.js';

/** Schema of server cards: schema.json of modelcontextprotocol/experimental-ext-server-card, of 2026-07-24. */
const cardSchema = path.join(import.meta.dirname, 'server-card-v1.schema.json');

async function readSkill(
  folder: string,
  name: string,
): Promise<{ frontmatter: Record<string, unknown>; body: string }> {
  const text = await readFile(path.join(folder, `packages/skill/${name}/SKILL.md`), 'utf8');
  const [, head = '', body = ''] = /^---\n([^]*?)\n---\n([^]*)$/u.exec(text) ?? [];
  return { frontmatter: parse(head) as Record<string, unknown>, body };
}

/** Rules of the specification of agent skills for the frontmatter. */
function expectSkill({ name, description, compatibility, ...others }: Record<string, unknown>, folder: string): void {
  expect(name).toBe(folder);
  expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/u);
  expect([...String(description)].length).toBeGreaterThan(0);
  expect([...String(description)].length).toBeLessThanOrEqual(1024);
  expect(String(compatibility).length).toBeLessThanOrEqual(500);
  const known = new Set(['license', 'metadata', 'allowed-tools']);
  expect(Object.keys(others).filter((key) => !known.has(key))).toEqual([]);
  for (const value of Object.values((others['metadata'] ?? {}) as object)) expect(value).toBeTypeOf('string');
}

test('a skill says when and how the server is used', async () => {
  const folder = await makeProject(
    fullDefinition.replace(
      'count_books: { description: Counts books. }',
      `count_books:
    description: Counts books.
    annotations: { readOnlyHint: true }
    inputSchema: { type: object, properties: { shelf: { type: string } } }
    examples: [{ title: All of a shelf, input: { shelf: north } }]`,
    ),
  );
  expect(await runPackage(folder, 'skill')).toMatchObject({ exitCode: 0, error: '' });
  const { frontmatter, body } = await readSkill(folder, 'acme-shelf');
  expectSkill(frontmatter, 'acme-shelf');
  expect(frontmatter).toEqual({
    name: 'acme-shelf',
    description:
      'Looks after the shelves of a warehouse. Use when the user asks for: count books. Topics: warehouse, books.',
    license: 'Apache-2.0 OR MIT',
    compatibility: 'Requires the MCP server "Acme Shelf" to be connected.',
    metadata: { version: '1.4.0', author: 'Jane Doe' },
  });
  expect(body).toContain('- `count_books`: Counts books. (only reads)\n');
  expect(body).toContain('- All of a shelf: `count_books` with ` {"shelf":"north"} `');
  expect(body).toContain('- `tidy`: Tidies a shelf.');
  expect(body).not.toContain('forget_books');
});

test('the description of a skill is cut to the length of the format', async () => {
  const folder = await makeProject(
    `server: { name: long, version: 1.0.0, description: "${'word '.repeat(600)}" }\ntools: { count_books: { description: x } }\n`,
  );
  expect(await runPackage(folder, 'skill')).toMatchObject({ exitCode: 0 });
  const { frontmatter } = await readSkill(folder, 'long');
  expectSkill(frontmatter, 'long');
  expect(String(frontmatter['description'])).toMatch(/…$/u);
});

test('a server card fits the schema of SEP-2127 and names the address with its revisions', async () => {
  const { folder } = await packageFull();
  const card = await readPackaged(folder, 'card/server-card.json');
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema(JSON.parse(await readFile(cardSchema, 'utf8')) as object, 'cards');
  ajv.validate('cards#/$defs/ServerCard', card);
  expect(ajv.errors ?? []).toEqual([]);
  expect(card).toEqual({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: 'io.github.acme/shelf',
    version: '1.4.0',
    description: 'Shelves of a warehouse.',
    title: 'The Shelf',
    websiteUrl: 'https://shelf.example.com/about',
    repository: { url: 'https://github.com/acme/shelf', source: 'github' },
    icons: [{ src: 'https://shelf.example.com/icon.png', sizes: ['48x48'], theme: 'light' }],
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://shelf.example.com/mcp',
        supportedProtocolVersions: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
      },
    ],
  });
  expect(await readPackaged(folder, 'card/ai-catalog.json')).toEqual({
    specVersion: '1.0',
    entries: [
      {
        identifier: 'urn:air:acme.github.io:mcp:shelf',
        type: 'application/mcp-server-card+json',
        url: 'https://shelf.example.com/mcp/server-card',
      },
    ],
  });
  const llms = await readFile(path.join(folder, 'packages/card/llms.txt'), 'utf8');
  expect(llms).toMatch(/^# The Shelf\n/u);
  expect(llms).toContain('](server.md#');
});
