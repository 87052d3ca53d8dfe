import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { diffLines } from 'diff';
import { expect, test } from 'vitest';
import { regenerate } from '../../generator/tools/runs/regenerate.js';
import { createProject } from '../kit/build-server.js';

const definition = 'definitions/dice.mcp.yaml';
const server = `
server: { name: dice, version: 1.0.0 }
tools:
  roll:
    description: Rolls a die.
    inputSchema: { type: object, properties: { sides: { type: integer, description: Sides., default: 6 } } }
    outputSchema: { type: object, properties: { rolled: { type: integer } } }
  flip:
    description: Flips a coin.
prompts:
  decide:
    description: Decides.
    arguments: { options: { description: Options., required: true } }
    messages: [{ role: user, content: { type: text, text: 'Decide between {{options}}.' } }]
resources:
  dice://rules: { name: rules, mimeType: text/plain, text: Nobody rolls twice. }
`;

/** The generated files of a folder that are committed, by their paths in it. */
async function readCommitted(folder: string): Promise<ReadonlyMap<string, string>> {
  const root = path.join(folder, 'generated');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('.cache'));
  const texts = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    return [path.relative(root, file).replaceAll('\\', '/'), await readFile(file, 'utf8')] as const;
  });
  return new Map(await Promise.all(texts));
}

/** Changes the definition, generates, and returns the new lines of each file that changed. */
async function changeDefinition(
  before: string,
  after: string,
): Promise<{ readonly [file: string]: readonly string[] }> {
  const { folder } = await createProject({ [definition]: server });
  const old = await readCommitted(folder);
  await writeFile(path.join(folder, definition), server.replace(before, after));
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  const report = await regenerate({ root: folder, ...folders, check: false, force: false, strict: false });
  expect(report).toMatchObject({ ok: true });
  const recent = await readCommitted(folder);
  expect([...recent.keys()]).toEqual([...old.keys()]);
  const added = [...recent].map(([file, text]) => {
    const parts = diffLines(old.get(file) ?? '', text).filter((part) => part.added);
    return [
      file,
      parts.flatMap(({ value }) =>
        value
          .trim()
          .split('\n')
          .map((line) => line.trim()),
      ),
    ] as const;
  });
  return Object.fromEntries(added.filter(([, lines]) => lines.length > 0));
}

test('a small server has thirteen generated files, and the manifest', async () => {
  const { folder } = await createProject({ [definition]: server });
  expect([...(await readCommitted(folder)).keys()].toSorted()).toEqual([
    'client.ts',
    'contract.json',
    'definition.schema.json',
    'definition.ts',
    'descriptors.ts',
    'handlers.ts',
    'manifest.json',
    'server.ts',
    'test-project.ts',
    'tools.ts',
    'types.ts',
    'validators/tools-1.d.ts',
    'validators/tools-1.js',
    'web.ts',
  ]);
});

test('static contents have a file of their own as long as they are long', async () => {
  const long = server.replace('Nobody rolls twice.', 'Nobody rolls twice. '.repeat(100));
  const { folder } = await createProject({ [definition]: long });
  const contents = path.join(folder, 'generated', 'static-content.ts');
  expect(await readFile(contents, 'utf8')).toContain('Nobody rolls twice. Nobody rolls twice.');
  await writeFile(path.join(folder, definition), server);
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  const report = await regenerate({ root: folder, ...folders, check: false, force: false, strict: false });
  expect(report).toMatchObject({ ok: true, write: { removed: ['generated/static-content.ts'] } });
  await expect(readFile(contents, 'utf8')).rejects.toThrow('ENOENT');
});

test('a changed description of a tool is a line of its descriptor, one of the client, its digests and those of the server, and the hashes of these and of the definition', async () => {
  const hash = '[0-9a-f]{64}';
  expect(await changeDefinition('Rolls a die.', 'Rolls one die.')).toEqual({
    'client.ts': ['/** Rolls one die. */'],
    'contract.json': ['server', 'tool'].flatMap(() => [
      expect.stringMatching(new RegExp(`^"2024-11-05": "sha256-${hash}",$`, 'u')),
      expect.stringMatching(new RegExp(`^"2025-06-18": "sha256-${hash}"$`, 'u')),
    ]),
    'descriptors.ts': [`description: '"Rolls one die."',`],
    'manifest.json': [
      expect.stringMatching(new RegExp(`^"${definition}": "${hash}"$`, 'u')),
      expect.stringMatching(new RegExp(`^"client.ts": "${hash}",$`, 'u')),
      expect.stringMatching(new RegExp(`^"contract.json": "${hash}",$`, 'u')),
      expect.stringMatching(new RegExp(`^"descriptors.ts": "${hash}",$`, 'u')),
    ],
  });
});
