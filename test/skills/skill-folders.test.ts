import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sortDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { readDefinitions } from '../../generator/pipeline/read/read-definitions.js';
import { regenerate } from '../../generator/tools/runs/regenerate.js';
import { diagnose, print, type Files } from '../definitions/diagnose.js';
import { createProject } from '../kit/build-server.js';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { byId, talk } from '../kit/talk.js';
import { files as guide } from './guide.js';

const server = 'server: { name: s, version: 1.0.0 }\n';
/** A server with one skill: its definition is in line 3, where its folder begins in column 21. */
const one = (main: string | Uint8Array, more: { readonly [file: string]: string | Uint8Array } = {}): Files => ({
  'definitions/s.mcp.yaml': `${server}skills:\n  refund: { folder: ./refund }\n`,
  'definitions/refund/SKILL.md': main,
  ...Object.fromEntries(Object.entries(more).map(([file, text]) => [`definitions/refund/${file}`, text])),
});
const front = (yaml: string): Files => one(`---\n${yaml}\n---\nText.\n`);
const good = 'name: refund\ndescription: Refunds.';

describe('frontmatter', () => {
  const cases: readonly (readonly [what: string, files: Files, wanted: readonly string[]])[] = [
    ['name and description', front(good), []],
    ['all fields', front(`${good}\nlicense: MIT\ncompatibility: Any.\nallowed-tools: Bash\nmetadata: { a: b }`), []],
    ['fields that nobody knows', front(`${good}\nfuture: [1, { a: null }]`), []],
    ['no text after it', one('---\nname: refund\ndescription: Refunds.\n---'), []],
    ['CRLF', one('---\r\nname: refund\r\ndescription: Refunds.\r\n---\r\nText.\r\n'), []],
    ['a byte order mark', one('\ufeff---\nname: refund\ndescription: Refunds.\n---\n'), []],
    ['a folded description', front('name: refund\ndescription: >\n  Refunds\n  orders.'), []],
    ['none', one('# Refund\n'), ['invalid-skill 1:1']],
    ['an empty file', one(''), ['invalid-skill 1:1']],
    ['text before it', one(`\n---\n${good}\n---\n`), ['invalid-skill 1:1']],
    ['no end', one(`---\n${good}\n`), ['invalid-skill 1:1']],
    ['nothing in it', one('---\n---\n'), ['invalid-skill 1:4', 'invalid-skill 1:4']],
    ['a list', front('- a'), ['invalid-skill 2:1', 'invalid-skill 2:1']],
    ['wrong YAML', front('name: [\ndescription: a'), ['syntax 2:7']],
    ['a repeated key', front(`${good}\nname: other`), ['duplicate-key 4:1']],
    ['no name', front('description: Refunds.'), ['invalid-skill 2:1']],
    ['a number as name', front('name: 7\ndescription: Refunds.'), ['invalid-skill 2:7']],
    ['another name', front('name: other\ndescription: Refunds.'), ['invalid-skill 2:7']],
    ['capital letters', front('name: Refund\ndescription: Refunds.'), ['invalid-skill 2:7']],
    ['two hyphens', front('name: re--fund\ndescription: Refunds.'), ['invalid-skill 2:7']],
    ['65 letters', front(`name: ${'a'.repeat(65)}\ndescription: Refunds.`), ['invalid-skill 2:7']],
    ['no description', front('name: refund'), ['invalid-skill 2:1']],
    ['an empty description', front('name: refund\ndescription: " "'), ['invalid-skill 3:14']],
    ['1024 characters', front(`name: refund\ndescription: ${'😀'.repeat(1024)}`), []],
    ['1025 characters', front(`name: refund\ndescription: ${'a'.repeat(1025)}`), ['invalid-skill 3:14']],
    ['501 characters', front(`${good}\ncompatibility: ${'a'.repeat(501)}`), ['invalid-skill 4:16']],
    ['metadata that is a text', front(`${good}\nmetadata: a`), ['invalid-skill 4:11']],
    ['metadata of the protocol', front(`${good}\nmetadata: { io.modelcontextprotocol/a: b }`), ['reserved-meta 4:13']],
    ['a value that JSON does not have', front(`${good}\nx: .nan`), ['not-json 4:4']],
    ['SKILL.md that is no text', one(Uint8Array.from([0xff, 0xfe])), ['invalid-skill 1:1']],
  ];

  test.each(cases)('with %s', async (_, files, wanted) => {
    expect(await diagnose(files)).toEqual(wanted);
  });

  test('without an end is not said to be missing', async () => {
    const printed = await print(one(`---\n${good}\n`));
    expect(printed).toContain('SKILL.md:1:1 error invalid-skill: The frontmatter has no closing `---`.');
    expect(printed).toContain('help: Add a line `---` after the last field.');
  });

  test('is reported where it stands, with all problems at once', async () => {
    expect(await print(front('name: Refund\ncompatibility: 1'))).toMatchInlineSnapshot(`
      "definitions/refund/SKILL.md:2:1 error invalid-skill: The frontmatter has no \`description\`.
        2 | name: Refund
          | ^^^^^^^^^^^^
        help: Add a line \`description: …\`.

      definitions/refund/SKILL.md:2:7 error invalid-skill: \`Refund\` is not a valid skill name.
        2 | name: Refund
          |       ^^^^^^
        help: Use lowercase letters, digits and single hyphens.

      definitions/refund/SKILL.md:3:16 error invalid-skill: \`compatibility\` must be a string.
        3 | compatibility: 1
          |                ^
        help: Put quotes around it.

      3 errors
      "
    `);
  });
});

describe('folders', () => {
  const skill = (name: string) => `---\nname: ${name}\ndescription: D.\n---\n`;
  /** A definition whose skills begin in line 3, and other files, below the folder of definitions. */
  const given = (skills: string, files: { readonly [file: string]: string }): Files => ({
    'definitions/s.mcp.yaml': `${server}skills:\n${skills}`,
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`definitions/${file}`, text])),
  });
  const usual = '  a: { folder: ./a }\n';
  const a = { 'a/SKILL.md': skill('a') };
  const cases: readonly (readonly [what: string, files: Files, wanted: readonly string[]])[] = [
    ['that do not exist', given(usual, {}), ['missing-file 3:16']],
    ['without SKILL.md', given(usual, { 'a/b.md': 'b' }), ['invalid-skill 3:16']],
    ['with skill.md', given(usual, { 'a/skill.md': skill('a') }), ['invalid-skill 3:16']],
    ['that are files', given(usual, { a: skill('a') }), ['unreadable-file 3:16']],
    [
      'outside of the definitions',
      given('  a: { folder: ../a }\n', { '../a/SKILL.md': skill('a') }),
      ['ref-outside-project 3:16'],
    ],
    ['with absolute paths', given('  a: { folder: /a }\n', a), ['ref-outside-project 3:16']],
    ['of another name', given('  a: { folder: ./b }\n', { 'b/SKILL.md': skill('a') }), ['invalid-skill 3:16']],
    ['with a slash at the end', given('  a: { folder: ./a/ }\n', a), []],
    ['in groups', given('  x/y.z/a: { folder: ./a }\n', a), []],
    ['without a key', given('  a: {}\n', {}), ['missing-key 3:3']],
    ['with an unknown key', given('  a: { folder: ./a, name: a }\n', a), ['unknown-key 3:21']],
    ['inside of each other', given(`${usual}  a/b: { folder: ./a/b }\n`, { ...a, 'a/b/SKILL.md': skill('b') }), []],
    [
      'whose addresses are inside of each other',
      given(`${usual}  a/b: { folder: ./b }\n`, { ...a, 'b/SKILL.md': skill('b') }),
      ['invalid-skill 4:3'],
    ],
    ['twice', given(usual, { ...a, 't.mcp.yaml': `skills:\n${usual}` }), ['duplicate-name 2:3']],
    [
      'with the address of a resource',
      given(`${usual}resources:\n  skill://a/x.txt: { name: x, text: x }\n`, { ...a, 'a/x.txt': 'x' }),
      ['duplicate-name 5:3'],
    ],
  ];

  test.each([
    ['that auth declares', 'auth: { issuers: [https://a.example], scopes: { s: S } }', 's', []],
    [
      'that auth does not declare',
      'auth: { issuers: [https://a.example], scopes: { s: S } }',
      't',
      ['unused-scope 2:49', 'unknown-scope 4:32'],
    ],
    ['without auth', '', 's', ['invalid-auth 4:32']],
  ])('may need scopes %s', async (_, auth, scope, wanted) => {
    const definition = `${server}${auth}\nskills:\n  a: { folder: ./a, scopes: [  ${scope}] }\n`;
    expect(await diagnose({ 'definitions/s.mcp.yaml': definition, 'definitions/a/SKILL.md': skill('a') })).toEqual(
      wanted,
    );
  });

  test.each(cases)('%s', async (_, files, wanted) => {
    expect(await diagnose(files)).toEqual(wanted);
  });

  test.each(['A', 'a/B', '../a', 'a/..', '/a', 'a/', 'a//b', 'a b', 'a--b', '-a', 'a%62', 'é', 'a\\u0000', ''])(
    'a skill cannot have the path %j',
    async (key) => {
      expect(await diagnose(given(`  "${key}": { folder: ./a }\n`, a))).toContain('invalid-name 3:3');
    },
  );

  test('a skill may have 512 files and 16 MiB, and no more', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f/${index}`, '']));
    const long = (size: number) => ({ 'a.bin': new Uint8Array(size / 2), 'b.bin': new Uint8Array(size / 2) });
    const main = `---\n${good}\n---\n`;
    const limit = 16 * 1024 * 1024;
    expect(await diagnose(one(main, many(511)))).toEqual([]);
    expect(await diagnose(one(main, many(512)))).toEqual(['large-skill 3:21']);
    expect(await diagnose(one(main.padEnd(1000), long(limit - 1000)))).toEqual([]);
    expect(await diagnose(one(main.padEnd(1002), long(limit - 1000)))).toEqual(['large-skill 3:21']);
    expect(await diagnose(one(main, { 'a.bin': new Uint8Array(limit + 1) }))).toEqual(['large-skill 3:21']);
  });

  test.skipIf(process.platform === 'win32')('links lead to files inside of the definitions only', async () => {
    const secret = makeFolder({ 'secret.txt': 'secret' });
    const root = makeFolder(one(`---\n${good}\n---\n`) as { [file: string]: string });
    putFiles(root, { 'definitions/inside.txt': 'inside', 'definitions/more/a.txt': 'a' });
    const link = (name: string, target: string) => symlinkSync(target, path.join(root, 'definitions/refund', name));
    const problems = async () => {
      const { diagnostics } = await readDefinitions(root, 'definitions', new Map());
      return sortDiagnostics(diagnostics).map(({ code, message }) => `${code}: ${message}`);
    };
    link('inside.txt', '../inside.txt');
    expect(await problems()).toEqual([]);
    link('secret.txt', path.join(secret, 'secret.txt'));
    expect(await problems()).toEqual([
      'ref-outside-project: `definitions/refund/secret.txt` is a symbolic link to a file outside definitions/.',
    ]);
    rmSync(path.join(root, 'definitions/refund/secret.txt'));
    link('more', '../more');
    link('up', '..');
    expect(await problems()).toEqual([
      'invalid-skill: `more` is a symbolic link to a folder, which is not followed.',
      'invalid-skill: `up` is a symbolic link to a folder, which is not followed.',
    ]);
    rmSync(path.join(root, 'definitions/refund'), { recursive: true });
    mkdirSync(path.join(secret, 'refund'));
    writeFileSync(path.join(secret, 'refund/SKILL.md'), `---\n${good}\n---\n`);
    symlinkSync(path.join(secret, 'refund'), path.join(root, 'definitions/refund'));
    expect(await problems()).toEqual(['ref-outside-project: `./refund` is outside definitions/.']);
  });

  test('with --keep-going, an invalid skill is skipped and the others are generated', async () => {
    const project = await createProject(guide);
    putFiles(project.folder, { 'definitions/skills/triage/SKILL.md': 'broken' });
    const report = await run(project.folder, { keepGoing: true });
    expect(report.omitted).toEqual(['acme/billing/triage (skills of definitions/guide.mcp.yaml)']);
    expect(report.write?.diagnostics).toEqual([]);
    expect(report.summary).toMatchObject({ skills: 2, resources: 2 });
  });
});

function run(root: string, more: object = {}) {
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  return regenerate({ root, ...folders, check: false, force: false, strict: false, ...more });
}

describe('a generated project', () => {
  test('is out of date when bytes or texts of a skill change, or it gets or loses a file, but not for a hidden file', async () => {
    const { folder } = await createProject(guide);
    const check = async () => (await run(folder, { check: true })).ok;
    expect(await check()).toBe(true);
    const skill = 'definitions/skills/refunds';
    const changes = [
      () => putFiles(folder, { [`${skill}/references/GUIDE.md`]: 'New' }),
      () => putFiles(folder, { [`${skill}/assets/deep/logo.png`]: Uint8Array.from([0xff, 1]) }),
      () => putFiles(folder, { [`${skill}/new/a.md`]: 'New' }),
      () => rmSync(path.join(folder, `${skill}/references/GUIDE.md`)),
    ];
    for (const change of changes) {
      change();
      expect(await check()).toBe(false);
      expect((await run(folder)).ok).toBe(true);
      expect(await check()).toBe(true);
    }
    putFiles(folder, { [`${skill}/.env`]: 'SECRET=2' });
    expect(await check()).toBe(true);
  });

  test('has no module of a skill that is gone', async () => {
    const { folder } = await createProject(guide);
    putFiles(folder, { 'definitions/guide.mcp.yaml': server });
    const { write } = await run(folder);
    expect(write?.removed?.toSorted()).toEqual([
      'generated/skills.ts',
      'generated/skills/skill-acme--billing--triage.ts',
      'generated/skills/skill-refunds--inner.ts',
      'generated/skills/skill-refunds.ts',
    ]);
  });

  test('holds hostile text as text only', async () => {
    const text = '`${process.exit(1)}` \\u0027 \' " */ // <!-- --> \u2028 \u0001 {{name}} {{{x}}}\n';
    const { bundle } = await createProject({
      'definitions/s.mcp.yaml': `${server}skills:\n  a: { folder: ./a }\n`,
      'definitions/a/SKILL.md': `---\nname: a\ndescription: |\n  ${text}---\n${text}`,
      'definitions/a/__proto__': text,
      "definitions/a/it's `${1}`.md": text,
    });
    const { messages } = await talk(await bundle(), [
      { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'skill://a/__proto__' } },
      { jsonrpc: '2.0', id: 2, method: 'resources/read', params: { uri: "skill://a/it's%20%60%24%7B1%7D%60.md" } },
      { jsonrpc: '2.0', id: 3, method: 'skills/get', params: { uri: 'skill://a/SKILL.md' } },
    ]);
    const [proto, other, skill] = byId(messages);
    expect([proto?.result.contents[0].text, other?.result.contents[0].text]).toEqual([text, text]);
    expect(skill?.result.skill.frontmatter).toEqual({ name: 'a', description: text });
  });
});
