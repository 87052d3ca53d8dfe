import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bundleProject } from '../kit/build-server.js';
import { makeFolder } from '../kit/make-folder.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { talk } from '../kit/talk.js';
import { typeCheck } from '../kit/type-check.js';
import { hashContent } from '../../generator/pipeline/write/hash-content.js';
import { handlers, shop } from './shop.js';
import { edit, generateIn, readGenerated, readOwn } from './story.js';

let folder: string;
beforeEach(async () => {
  folder = makeFolder();
  await cp(path.join(import.meta.dirname, 'projects/0.1-first'), folder, { recursive: true });
});

describe('a project that the first version made', () => {
  test('is generated anew, with what is new, and all files of the user stay', async () => {
    const own = await readOwn(folder);
    const { exitCode, out, error } = await generateIn(folder);
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).toMatch(
      /\n\nThe generated files were previously written by another version \(0\.1\.0\):\n {2}\S.*\n {2}\S/u,
    );
    expect(out).toContain('\n  See CHANGELOG.md of create-mcp-from-schema for details.\n');
    expect(out).not.toMatch(/\(new\)|No longer defined/u);
    expect(await readOwn(folder)).toEqual(own);
    expect(Object.keys(await readGenerated(folder))).not.toContain('generated/contents.ts');
    expect((await readGenerated(folder))['generated/manifest.json']).not.toContain('"generatorVersion": "0.1.0"');
    expect((await generateIn(folder)).out).not.toContain('another version');
  });

  test('knows its stubs from what was implemented', async () => {
    const { out } = await generateIn(folder);
    expect(out.split('\n').filter((line) => /^ {2}handlers\//u.test(line))).toEqual([
      '  handlers/tools/lend-book.ts',
      '  handlers/prompts/recommend.ts',
      '  handlers/resources/catalogue.ts',
    ]);
  });

  test('has types that its handlers still fit', async () => {
    expect(await generateIn(folder)).toMatchObject({ exitCode: 0 });
    linkPackages(folder);
    expect(await typeCheck(folder)).toBe('');
  });

  test('is out of date for a check, which names the version', async () => {
    const before = { ...(await readOwn(folder)), ...(await readGenerated(folder)) };
    const { exitCode, out } = await generateIn(folder, ['--check', '--json']);
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ upgradedFrom: '0.1.0', diagnostics: [{ code: 'out-of-date' }] });
    expect({ ...(await readOwn(folder)), ...(await readGenerated(folder)) }).toEqual(before);
  });

  test('is not written over where it was edited by hand', async () => {
    await edit(folder, { 'generated/types.ts': (text) => `${text}// mine\n` });
    const before = await readGenerated(folder);
    const { exitCode, error } = await generateIn(folder);
    expect(exitCode, error).toBe(1);
    expect(error).toContain(
      'error hand-edited: These files have been changed since they were generated: generated/types.ts.',
    );
    expect(await readGenerated(folder)).toEqual(before);
  });
});

describe('a project of version 0.2, which had a copy of the runtime', () => {
  const copied = 'export class AccessError {}\n';
  const oldImport = "import type { StartOptions } from '../generated/runtime/node/index.js';\n";

  beforeEach(async () => {
    folder = makeFolder();
    await edit(folder, {
      'definitions/shop.mcp.yaml': shop(),
      'handlers/tools/find-books.ts': handlers.findBooks,
      'handlers/server.ts': `${oldImport}export const options: StartOptions = {};\n`,
    });
    await generateIn(folder);
    await edit(folder, {
      'generated/runtime/index.js': copied,
      'generated/manifest.json': (text) =>
        text
          .replace(/"generatorVersion": "[^"]*"/u, '"generatorVersion": "0.2.0"')
          .replace('"outputs": {', `"outputs": {\n    "runtime/index.js": "${hashContent(copied)}",`),
    });
  });

  test('loses the copy, keeps the files of the user, and is told which imports to change', async () => {
    const own = await readOwn(folder);
    const { exitCode, out } = await generateIn(folder);
    expect(exitCode).toBe(0);
    expect(out).toContain("replace '../../generated/runtime/index.js' with 'create-mcp-from-schema/runtime'");
    expect(out).toContain("'../generated/runtime/node/index.js'");
    expect(await readOwn(folder)).toEqual(own);
    expect(Object.keys(await readGenerated(folder)).filter((file) => file.includes('runtime'))).toEqual([]);
  });

  test('type-checks once these imports are changed', async () => {
    await generateIn(folder);
    linkPackages(folder);
    await edit(folder, {
      'handlers/server.ts': (text) =>
        text.replace("'../generated/runtime/node/index.js'", "'create-mcp-from-schema/runtime/node'"),
    });
    expect(await typeCheck(folder)).toBe('');
  });
});

describe('a project that the last version before 0.3 made', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/upgrading.md'), 'utf8');

  /** Rows of a table of the page: the cells that are code. */
  const readTable = (title: string): readonly (readonly string[])[] => {
    const section = page.split(/^## /mu).find((each) => each.startsWith(`${title}\n`)) ?? '';
    return section
      .split('\n')
      .map((line) => [...line.matchAll(/(?<=\| )`([^`]+)`/gu)].map(([, code = '']) => code))
      .filter((cells) => cells.length > 1);
  };

  // Of the copy of the runtime, two files are kept.
  beforeEach(async () => {
    folder = makeFolder();
    await cp(path.join(import.meta.dirname, 'projects/0.2-last'), folder, { recursive: true });
  });

  test('is upgraded by what the page says, and answers a client', async () => {
    const own = await readOwn(folder);
    const { exitCode, out, error } = await generateIn(folder);
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).toContain('The generated files were previously written by another version (0.2.0):');
    expect(await readOwn(folder)).toEqual(own);
    expect((await readGenerated(folder))['generated/env.example']).toContain('\nLIBRARY__CATALOGUE__KEY=\n');

    linkPackages(folder);
    expect(await typeCheck(folder)).toContain('../generated/runtime/');
    const moves = readTable('From 0.2 to 0.3');
    expect(moves.map(([before]) => before)).toContain('../generated/runtime/node/index.js');
    for (const file of Object.keys(own).filter((name) => name.startsWith('handlers/'))) {
      await edit(folder, {
        [file]: (text) =>
          moves.reduce((moved, [before = '', after = '']) => moved.replace(`'${before}'`, `'${after}'`), text),
      });
    }
    expect(await typeCheck(folder)).toBe('');

    const params = { name: 'find_books', arguments: { query: 'dune', limit: 1 } };
    const { messages } = await talk(await bundleProject(folder), [
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    ]);
    expect(messages[0]?.result).toMatchObject({ structuredContent: { titles: ['Dune'] } });
  });

  test('what the page calls deprecated still works, and so does what replaces it', async () => {
    const { exports } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
      readonly exports: { readonly [entry: string]: unknown };
    };
    const entries = readTable('Deprecated')
      .flat()
      .filter((name) => name.startsWith('create-mcp-from-schema/'));
    expect(entries).toHaveLength(2);
    const known = entries.map((name) => exports[name.replace('create-mcp-from-schema', '.')]);
    expect(known[0]).toEqual(known[1]);
    expect(known[0]).toBeDefined();
  });
});

describe('a project that a later version made', () => {
  const laterVersion = (text: string) => text.replace('"generatorVersion": "0.1.0"', '"generatorVersion": "9.8.7"');
  const laterFormat = (text: string) => laterVersion(text).replace('"version": 1', '"version": 2');

  test.each([
    ['of the generator', laterVersion],
    ['of the manifest', laterFormat],
  ])('%s is refused, with what to install', async (_, change) => {
    await edit(folder, { 'generated/manifest.json': change });
    const before = { ...(await readOwn(folder)), ...(await readGenerated(folder)) };
    for (const more of [[], ['--check'], ['--dry-run'], ['--stub', 'find_books']]) {
      const { exitCode, out, error } = await generateIn(folder, more);
      expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
      expect(error).toMatch(
        /^error newer-generator: generated\/ was generated by version 9\.8\.7; this is version \d+\.\d+\.\d+\.\n {2}help: Install create-mcp-from-schema@9\.8\.7 or later\. To go back to this version, use --force\.\n/u,
      );
    }
    expect({ ...(await readOwn(folder)), ...(await readGenerated(folder)) }).toEqual(before);
  });

  test('can be taken back on demand', async () => {
    await edit(folder, { 'generated/manifest.json': laterVersion });
    const own = await readOwn(folder);
    expect(await generateIn(folder, ['--force'])).toMatchObject({ exitCode: 0, error: '' });
    expect(await readOwn(folder)).toEqual(own);
  });
});
