import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProject } from '../kit/build-server.js';
import { byId, talk, type Message } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { initialize, initialized, modern, request } from '../wire/wire.js';
import { bytes, files, inner, listed, refunds, triage } from './guide.js';

const project = await createProject(files);
const server = await project.bundle();

const eras = [
  ...['2024-11-05', '2025-11-25'].map((revision) => ({ revision, make: request })),
  { revision: '2026-07-28', make: modern },
];

type Ask = readonly [method: string, params?: object];

/** The answers to requests of a revision, and the one that has the capabilities before them. */
async function ask(revision: string, asked: readonly Ask[], program = server): Promise<readonly Message[]> {
  const isModern = revision === '2026-07-28';
  const opening = isModern ? [modern(0, 'server/discover')] : [initialize(0, revision), initialized];
  const make = isModern ? modern : request;
  const requests = asked.map(([method, params], index) => make(index + 1, method, params ?? {}));
  const { messages, stderr } = await talk(program, [...opening, ...requests]);
  expect(stderr).toBe('');
  return byId(messages);
}

const unit = 'skill://refunds';
const guide = 'First\nSecond\n';
const oddFile = `${unit}/references/a%20b%23%3F%25%C3%A9.txt`;
const definitionText = 'tools: { not_mine: { description: No. } }\n';

const entries = [
  {
    uri: `${unit}/SKILL.md`,
    frontmatter: {
      name: 'refunds',
      description: 'Refunds an order: é',
      license: 'MIT',
      metadata: { version: '2', tags: ['a', 1, true, null] },
    },
    resources: [
      listed(`${unit}/SKILL.md`, refunds),
      listed(`${unit}/assets/deep/logo.png`, bytes),
      listed(`${unit}/assets/other.mcp.yaml`, definitionText),
      listed(`${unit}/inner/SKILL.md`, inner),
      listed(`${unit}/references/GUIDE.md`, guide),
      listed(oddFile, ''),
    ],
  },
  {
    uri: `${unit}/inner/SKILL.md`,
    frontmatter: { name: 'inner', description: 'Inner.' },
    resources: [listed(`${unit}/inner/SKILL.md`, inner)],
  },
  {
    uri: 'skill://acme/billing/triage/SKILL.md',
    frontmatter: { name: 'triage', description: 'Sorts.' },
    resources: [listed('skill://acme/billing/triage/SKILL.md', triage)],
  },
];

const mainFiles = [
  { uri: `${unit}/SKILL.md`, name: 'refunds', description: 'Refunds an order: é', size: Buffer.byteLength(refunds) },
  { uri: `${unit}/inner/SKILL.md`, name: 'inner', description: 'Inner.', size: inner.length },
  { uri: 'skill://acme/billing/triage/SKILL.md', name: 'triage', description: 'Sorts.', size: triage.length },
].map(({ uri, name, description, size }) => ({ uri, name, description, mimeType: 'text/markdown', size }));

describe.each(eras)('skills in $revision', ({ revision }) => {
  const isModern = revision === '2026-07-28';
  const hints = (ttlMs: number, cacheScope: string) => (isModern ? { ttlMs, cacheScope } : {});

  test('are declared, listed and got one by one', async () => {
    const uris = entries.map(({ uri }) => uri);
    const [opened, all, resources, ...single] = await ask(revision, [
      ['skills/list'],
      ['resources/list'],
      ...uris.map((uri): Ask => ['skills/get', { uri }]),
    ]);
    expect(opened?.result.capabilities.extensions).toEqual({
      'io.modelcontextprotocol/skills': { directoryRead: true },
    });
    expect(opened?.result.capabilities.resources).toEqual({});
    expect(all?.result).toMatchObject({ skills: entries, ...hints(60_000, 'public') });
    expect(Object.keys(all?.result)).toEqual(
      isModern ? ['resultType', 'skills', 'ttlMs', 'cacheScope', '_meta'] : ['skills'],
    );
    expect(resources?.result.resources).toEqual(mainFiles);
    for (const [index, answer] of single.entries()) {
      expect(answer.result).toMatchObject({ skill: entries[index], ...hints(60_000, 'public') });
      expect(answer.result.skill).toEqual(all?.result.skills[index]);
      expect(answer.result.nextCursor).toBeUndefined();
    }
  });

  test('have files whose contents fit their digests', async () => {
    const resources = entries.flatMap((entry) => entry.resources) as { uri: string; digest: string; size: number }[];
    const [, ...answers] = await ask(
      revision,
      resources.map(({ uri }): Ask => ['resources/read', { uri }]),
    );
    for (const [index, { uri, digest, size }] of resources.entries()) {
      const content = answers[index]?.result.contents[0];
      const read = content.blob === undefined ? Buffer.from(content.text) : Buffer.from(content.blob, 'base64');
      expect([content.uri, read.length]).toEqual([uri, size]);
      expect(`sha256:${createHash('sha256').update(read).digest('hex')}`).toBe(digest);
    }
    const types = answers.map(({ result }) => result.contents[0].mimeType);
    expect(types.slice(0, 6)).toEqual([
      'text/markdown',
      'image/png',
      'application/yaml',
      'text/markdown',
      'text/markdown',
      'text/plain',
    ]);
    expect(answers[1]?.result).toMatchObject({ contents: [{ blob: 'iVD/AA==' }], ...hints(60_000, 'public') });
    expect(answers.at(-1)?.result).toMatchObject(hints(5, 'private'));
  });

  test('have folders that can be listed', async () => {
    const [, root, assets, references, nested, group] = await ask(
      revision,
      [unit, `${unit}/assets`, `${unit}/references`, `${unit}/inner`, 'skill://acme'].map((uri) => [
        'resources/directory/read',
        { uri },
      ]),
    );
    const folder = (uri: string, name: string) => ({ uri, name, mimeType: 'inode/directory' });
    expect(root?.result.resources).toEqual([
      mainFiles[0],
      folder(`${unit}/assets`, 'assets'),
      folder(`${unit}/inner`, 'inner'),
      folder(`${unit}/references`, 'references'),
    ]);
    expect(Object.keys(root?.result)).toEqual(isModern ? ['resultType', 'resources', '_meta'] : ['resources']);
    expect(assets?.result.resources).toEqual([
      folder(`${unit}/assets/deep`, 'deep'),
      { uri: `${unit}/assets/other.mcp.yaml`, name: 'other.mcp.yaml', mimeType: 'application/yaml', size: 42 },
    ]);
    expect(references?.result.resources).toEqual([
      { uri: `${unit}/references/GUIDE.md`, name: 'GUIDE.md', mimeType: 'text/markdown', size: 13 },
      { uri: oddFile, name: 'a b#?%é.txt', mimeType: 'text/plain', size: 0 },
    ]);
    expect(nested?.result.resources).toEqual([mainFiles[1]]);
    expect(group?.result.resources).toEqual([folder('skill://acme/billing', 'billing')]);
  });

  const hostile = [
    'skill://refunds/../refunds/SKILL.md',
    'skill://refunds/./SKILL.md',
    'skill://refunds//SKILL.md',
    'skill://refunds/references/../SKILL.md',
    'skill://refunds/%2e%2e/triage/SKILL.md',
    'skill://refunds/references%2FGUIDE.md',
    'skill://refunds/SKILL.md\u0000',
    'skill://refunds/SKILL.md?a',
    'skill://refunds/SKILL.md#a',
    'skill://refunds/skill.md',
    'skill://Refunds/SKILL.md',
    'SKILL://refunds/SKILL.md',
    'skill://refunds/%53KILL.md',
    'skill://refunds/references/a b#?%é.txt',
    'skill://refunds/.env',
    'skill://refunds/.git/config',
    'skill://refunds/__pycache__/a.pyc',
    'skill://refunds/__proto__',
    'skill://refunds/constructor',
    'skill://refunds/',
    'skill://refunds/references/',
    'skill://refund/SKILL.md',
    'skill://acme',
    'skill://',
    'skill:',
    '',
    '../definitions/guide.mcp.yaml',
    'file:///etc/passwd',
    `skill://refunds/${'a/'.repeat(5000)}`,
  ];

  test('are found by no other spelling of their addresses', async () => {
    const methods = ['skills/get', 'resources/read', 'resources/directory/read'];
    for (const method of methods) {
      const uris = method === 'resources/directory/read' ? hostile.filter((uri) => uri !== 'skill://acme') : hostile;
      const [, ...answers] = await ask(
        revision,
        uris.map((uri) => [method, { uri }]),
      );
      const code = method === 'resources/read' && !isModern ? -32002 : -32602;
      expect(answers.map(({ error }) => error?.code)).toEqual(uris.map(() => code));
    }
  });

  test('are asked for by URI and cursor, and by nothing else', async () => {
    const wrong: Ask[] = [
      ['skills/get'],
      ['skills/get', { uri: 1 }],
      ['skills/get', { uri: [`${unit}/SKILL.md`] }],
      ['skills/get', { uri: `${unit}/references/GUIDE.md` }],
      ['skills/get', { uri: unit }],
      ['resources/directory/read'],
      ['resources/directory/read', { uri: { toString: 1 } }],
      ['resources/directory/read', { uri: `${unit}/SKILL.md` }],
      ['resources/directory/read', { uri: unit, cursor: 'x' }],
      ['skills/list', { cursor: 7 }],
      ['skills/list', { cursor: '' }],
      ['skills/list', { cursor: Buffer.from('resources x').toString('base64url') }],
    ];
    const [, ...answers] = await ask(revision, wrong);
    expect(answers.map(({ error }) => error?.code)).toEqual(wrong.map(() => -32602));
  });
});

test('skills and folders are listed page by page', async () => {
  const options = { 'handlers/server.ts': 'export const options = { pageSize: 2 };\n' };
  const paged = await (await createProject({ ...files, ...options })).bundle();
  const [, first, folder] = await ask(
    '2025-11-25',
    [['skills/list'], ['resources/directory/read', { uri: unit }]],
    paged,
  );
  expect(first?.result.skills).toEqual(entries.slice(0, 2));
  const [skillsCursor, folderCursor] = [first?.result.nextCursor, folder?.result.nextCursor];
  const [, second, rest, foreign] = await ask(
    '2025-11-25',
    [
      ['skills/list', { cursor: skillsCursor }],
      ['resources/directory/read', { uri: unit, cursor: folderCursor }],
      ['resources/directory/read', { uri: `${unit}/references`, cursor: folderCursor }],
    ],
    paged,
  );
  expect(second?.result).toEqual({ skills: entries.slice(2) });
  expect(rest?.result.resources.map(({ name }: { name: string }) => name)).toEqual(['inner', 'references']);
  expect(rest?.result.nextCursor).toBeUndefined();
  expect(foreign?.error?.code).toBe(-32602);
});

describe('a server without skills', async () => {
  const plain = await createProject({
    'definitions/a.mcp.yaml': 'server: { name: a, version: 1.0.0 }\nresources:\n  a://b: { name: b, text: b }\n',
  });
  const program = await plain.bundle();

  test.each(eras)('has none of the methods in $revision', async ({ revision, make }) => {
    const opening = make === modern ? modern(0, 'server/discover') : initialize(0, revision);
    const methods = ['skills/list', 'skills/get', 'resources/directory/read'];
    const { messages } = await talk(program, [opening, ...methods.map((method, index) => make(index + 1, method))]);
    const [opened, ...answers] = byId(messages);
    expect(opened?.result.capabilities.extensions).toBeUndefined();
    expect(answers.map(({ error }) => error?.code)).toEqual([-32601, -32601, -32601]);
  });

  test('has no code for them in its bundle, and the generated code has no type errors', async () => {
    const folder = path.dirname(program);
    const texts = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
    expect(texts.join('')).not.toContain('inode/directory');
    expect(await typeCheck(project.folder)).toBe('');
  });
});
