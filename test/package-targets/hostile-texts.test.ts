import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import fc from 'fast-check';
import { check } from 'prettier';
import { parsers } from 'prettier/plugins/markdown';
import { expect, test } from 'vitest';
import { parseAllDocuments, parse as parseYaml, visit } from 'yaml';
import { loadProject } from '../../generator/tools/packages/load-project.js';
import { planPackages } from '../../generator/tools/packages/plan-packages.js';
import { packageTargets } from '../../generator/tools/packages/targets.js';
import { makeFolder } from '../kit/make-folder.js';

/** Parts of texts that mean something in some format, in a shell, or on a terminal. */
const parts = [
  '"',
  "'",
  '`',
  '\\',
  '\n',
  '\r\n',
  '\n\n',
  '\t',
  ' ',
  '$',
  '${HOME}',
  '$(id)',
  '{{name}}',
  '<%= x %>',
  '%s',
  '${user_config.acme_key}',

  '---\n',
  '...\n',
  '# Heading\n',
  '- item\n',
  '1. item\n',
  '> quote\n',
  '| a | b |\n',
  '```',
  '~~~\n',
  '===\n',
  '***\n',

  '<script>run()</script>',
  '<img src=x onerror=run()>',
  '<!-- ',
  ' -->',
  ']]>',
  '[x](javascript:run())',
  '![](https://evil.example/)',

  'key: value\n',
  '- !!js/function x\n',
  '&anchor ',
  '*anchor',
  '!tag ',
  '{',
  '}',
  '[',
  ']',
  ',',
  ': ',
  ' #',
  '@',
  '?',
  '|\n',
  '>\n',
  'RUN curl evil.example\n',
  'ENV A=b\n',
  'A=b\n',
  '; rm -rf ~',
  '&& id',
  '*/',
  '/*',
  '// ',
  '"});run();({"',

  '\u001B[31m',
  '\u001B]8;;https://evil.example\u0007',
  '\u009B2J',
  '\u0000',
  '\u202E',
  '\u2028',
  '\u200B',
  '\uFEFF',
  '\uD83D\uDE00',
  'MCP',
  'Server',
  'server',
  'null',
  'yes',
  '0x10',
  '~',
  'word',
  'é',
  'x'.repeat(1500),
] as const;

const anyText = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'grapheme', maxLength: 5 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((chosen) => chosen.join(''));

/** A text that the definition format takes in a place, where it allows so many characters on one or several lines. */
function limited(most: number, isLine = false): fc.Arbitrary<string> {
  return anyText.map((text) => {
    const line = isLine ? text.replaceAll(/[\r\n]+/gu, ' ') : text;
    const cut = [...line].slice(0, most).join('');
    // The definition format refuses texts without a visible character.
    return /[^\s\p{C}\p{Z}]/u.test(cut) ? cut : 'x';
  });
}

/** The texts of a definition, each of another arbitrary. */
const texts = fc.record({
  // All names give the same names of files.
  name: limited(90).map((text) => `shelf${[...text].filter((each) => !/[a-z0-9]/u.test(each.toLowerCase())).join('')}`),
  title: limited(400),
  description: limited(20_000),
  instructions: limited(5000),
  author: limited(200),
  summary: limited(90, true),
  keyword: limited(50),
  settingTitle: limited(200),
  settingDescription: limited(2000),
  settingDefault: limited(2000),
  tool: limited(5000),
  property: limited(2000),
  key: limited(60),
  example: limited(2000),
  prompt: limited(2000),
  // The definition format refuses placeholders that name no argument.
  message: limited(5000).map((text) => text.replaceAll('{{', '{ {')),
});

type Texts = typeof texts extends fc.Arbitrary<infer T> ? T : never;

const plain: Texts = {
  name: 'shelf',
  title: 'title',
  description: 'description',
  instructions: 'instructions',
  author: 'author',
  summary: 'summary',
  keyword: 'keyword',
  settingTitle: 'setting title',
  settingDescription: 'setting description',
  settingDefault: 'setting default',
  tool: 'tool',
  property: 'property',
  key: 'key',
  example: 'example',
  prompt: 'prompt',
  message: 'message',
};

function makeDefinition(given: Texts): string {
  const { title, description, instructions, author, keyword, settingTitle, settingDescription, prompt } = given;
  const about = { title: settingTitle, description: settingDescription };
  return JSON.stringify({
    server: {
      name: given.name,
      version: '1.0.0',
      title,
      description,
      instructions,
      environment: {
        SECRET: { ...about, secret: true },
        OPTIONAL: { ...about, required: false },
        CHOSEN: { ...about, default: given.settingDefault },
      },
    },
    package: {
      author: { name: author },
      license: 'MIT',
      summary: given.summary,
      keywords: [keyword],
      repository: 'https://github.com/acme/shelf',
      registryName: 'io.github.acme/shelf',
      npmName: 'shelf-mcp',
      image: 'ghcr.io/acme/shelf',
      url: 'https://shelf.example.com/mcp',
    },
    tools: {
      find: {
        title,
        description: given.tool,
        inputSchema: { type: 'object', properties: { [given.key]: { type: 'string', description: given.property } } },
        examples: [{ title: settingTitle, input: { [given.key]: given.example } }],
      },
    },
    prompts: {
      tidy: { description: prompt, messages: [{ role: 'user', content: { type: 'text', text: given.message } }] },
    },
  });
}

const folder = makeFolder({ 'definitions/s.mcp.json': '{}' });

/** Plans all packages of a definition; their files by path, and the steps that the command prints. */
async function planAll(given: Texts) {
  writeFileSync(path.join(folder, 'definitions/s.mcp.json'), makeDefinition(given));
  const options = {
    root: folder,
    definitions: 'definitions',
    handlers: 'handlers',
    out: 'generated',
    packages: 'packages',
  };
  const loaded = await loadProject(options, { names: new Map(), profiles: [] }, undefined);
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'));
  const { files, plans, diagnostics } = planPackages(loaded, packageTargets, packageTargets);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return {
    files: new Map(files.map((file) => [file.path, file.content])),
    steps: [...plans.values()].flatMap(({ steps = [] }) => steps),
  };
}

interface MarkdownNode {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
}

/** Blocks of a Markdown text without the inside of quotations, and everything in it that could run or load something. */
function outline(text: string): { readonly blocks: readonly string[]; readonly active: readonly string[] } {
  const blocks: string[] = [];
  const active: string[] = [];
  const walk = ({ type, url = '', value = '', children = [] }: MarkdownNode, isQuoted: boolean): void => {
    const isBlock =
      /^(?:heading|list|listItem|table|tableRow|code|thematicBreak|blockquote|paragraph|definition)$/u.test(type);
    if (isBlock && !isQuoted) blocks.push(type);
    if (type === 'html' || type.startsWith('image')) active.push(value || url);
    // Addresses that a text names become links, in GitHub's dialect.
    if (url !== '' && !/^(?:https?:|mailto:)/u.test(url)) active.push(url);
    for (const child of children) walk(child, isQuoted || type === 'blockquote');
  };
  walk(parsers.markdown.parse(text, {} as never) as MarkdownNode, false);
  return { blocks, active };
}

/** The members of a manifest that say what a host starts. */
function startOf(manifest: unknown): unknown {
  const { mcpServers, server, servers, scripts, bin, packages, remotes } = manifest as Record<string, unknown>;
  return { mcpServers, server, servers, scripts, bin, packages: placesOf(packages), remotes };
}

/** Packages of `server.json` without hashes, and without the descriptions of variables. */
function placesOf(packages: unknown): unknown {
  return (packages as readonly Record<string, unknown>[] | undefined)?.map(
    ({ registryType, identifier, version, transport, runtimeHint }) => ({
      registryType,
      identifier,
      version,
      transport,
      runtimeHint,
    }),
  );
}

/** Characters that a terminal or an editor obeys: controls other than line ends and tabs, and marks that turn the direction of writing. */
function hasObeyed(text: string): boolean {
  return /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(text.replaceAll(/[\n\t]/gu, ''));
}

/** Texts of a manifest that a host prints: all but values of settings, and texts that go to a model. */
function listPrinted(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listPrinted);
  const members = Object.entries((value ?? {}) as object);
  return members.flatMap(([key, member]) =>
    /^(?:default|vars|tools|prompts|arguments)$/u.test(key) ? [] : listPrinted(member),
  );
}

async function checkFile(file: string, text: string, plainText: string): Promise<void> {
  if (/\.jsonc?$/u.test(file)) {
    const found = JSON.parse(text) as unknown;
    if (!file.endsWith('tools.json')) expect(listPrinted(found).filter(hasObeyed), file).toEqual([]);
    expect(startOf(found)).toEqual(startOf(JSON.parse(plainText)));
    return;
  }
  expect(hasObeyed(text), file).toBe(false);
  if (file.endsWith('.yaml')) {
    const [document, ...others] = parseAllDocuments(text, { stringKeys: true });
    expect([others, document?.errors, document?.warnings]).toEqual([[], [], []]);
    const marked: unknown[] = [];
    visit(document ?? null, {
      Alias: (_, node) => void marked.push(node.source),
      Value: (_, { tag, anchor }) => void marked.push(...[tag, anchor].filter((each) => each !== undefined)),
    });
    expect(marked).toEqual([]);
    expect(await check(text, { parser: 'yaml' })).toBe(true);
    return;
  }
  // Pages about the server: test/site/hostile-text.test.ts.
  if (/(?:server\.md|llms\.txt)$/u.test(file)) return;
  if (file.endsWith('.md')) {
    const [, head, body = text] = /^---\n([^]*?)\n---\n([^]*)$/u.exec(text) ?? [];
    const [, plainHead, plainBody = plainText] = /^---\n([^]*?)\n---\n([^]*)$/u.exec(plainText) ?? [];
    if (plainHead !== undefined)
      expect(Object.keys(parseYaml(head ?? '') as object)).toEqual(Object.keys(parseYaml(plainHead) as object));
    const { blocks, active } = outline(body);
    const own = outline(plainBody);
    expect([blocks, active], file).toEqual([own.blocks, own.active]);
    return;
  }
  if (file.endsWith('.env.example')) {
    const values = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(values).toEqual(['SECRET=']);
    return;
  }
  // Defaults of settings, in front of the server.
  if (file.endsWith('.mjs')) {
    const literals = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gu;
    expect(text.replaceAll(literals, "''")).toBe(plainText.replaceAll(literals, "''"));
    return;
  }
  // Dockerfile, modules, licenses: no text of the definition is in them.
  expect(text).toBe(plainText);
}

/** Packages of the same definition with plain texts. */
const expected = await planAll(plain);

test('every file of every package parses, starts the same, and has nothing that a text of the definition put there', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const { files, steps } = await planAll(given);
      expect([...files.keys()]).toEqual([...expected.files.keys()]);
      expect(steps).toEqual(expected.steps);
      for (const [file, plainContent] of expected.files) {
        const content = files.get(file) ?? '';
        if (file.endsWith('.mcpb')) {
          const inside = unzipSync(Buffer.from(content));
          const plainInside = unzipSync(Buffer.from(plainContent));
          expect(Object.keys(inside)).toEqual(Object.keys(plainInside));
          for (const [entry, bytes] of Object.entries(inside)) {
            await checkFile(entry, strFromU8(bytes), strFromU8(plainInside[entry] ?? new Uint8Array()));
          }
        } else await checkFile(file, String(content), String(plainContent));
      }
    }),
    {
      numRuns: 20,
      examples: [
        // A description began a list.
        [{ ...plain, description: '- item', summary: '- item' }],
        // An address swallowed the backslash in front of the element.
        [{ ...plain, settingTitle: 'https://evil.example/<img src=x onerror=run()>' }],
        // Prettier and the package `yaml` choose other quotes.
        [{ ...plain, settingDefault: `'"`, settingDescription: `a 'b' "c"`, settingTitle: `"'\\` }],
      ],
    },
  );
});
