import { describe, expect, test } from 'vitest';
import { readTable } from '../kit/read-table.js';
import { diagnose, print, read, type Files } from './diagnose.js';
import { define } from './frames.js';

type Case = readonly [what: string, files: Files, problems: readonly string[]];

const repeat = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('');
const letters = 'abcdefghij';
const growing = repeat(
  9,
  (index) => `x-${letters[index + 1]}: &${letters[index + 1]} [${repeat(10, () => `*${letters[index]},`)}]\n`,
);

/** Definitions that do not fit into a cell of the table. */
const long: readonly Case[] = [
  ['an empty file', '', ['wrong-type 1:1']],
  [
    'a name of 129 characters',
    define(`server tools: { ${'a'.repeat(129)}: { description: d } }`),
    ['invalid-name 2:10'],
  ],
  ['a name of 128 characters', define(`server tools: { ${'a'.repeat(128)}: { description: d } }`), []],
  ['too deep nesting', define(`server x-a: ${'['.repeat(200)}${']'.repeat(200)}`), ['too-large 2:134']],
  ['aliases that grow without end', define(`server x-a: &a [1,1,1,1,1,1,1,1,1,1]\n${growing}`), ['too-large 3:31']],
  ['nesting of JSON without end', define(`json {"x-a":${'['.repeat(500_000)}`), ['too-large 1:136']],
  ['a byte order mark', define('yaml \ufeffserver: { name: s, version: 1.0.0 }\ntool: {}\n'), ['unknown-key 2:1']],
  ['10,000 values', define(`complete [${repeat(10_000, (index) => `v${index},`)}]`), []],
  ['10,001 values', define(`complete [${repeat(10_001, (index) => `v${index},`)}]`), ['invalid-value 5:49']],
];

/** The cases of the table next to this file. */
const cases = readTable('definitions/diagnostics.tsv').map(([what = '', definition = '', problems]): Case => [
  what,
  define(definition),
  problems?.split(', ') ?? [],
]);

describe('diagnostics', () => {
  test.each([...cases, ...long])('%s', async (_what, files, problems) => {
    expect(await diagnose(files)).toEqual(problems);
  });

  test('all problems of all files are found in one run and printed with line, arrow and help', async () => {
    const printed = await print({
      'definitions/a.mcp.yaml':
        'server: { name: s, version: 1.0.0 }\ntools:\n  find:\n    description: d\n    inputShema: {}\n',
      'definitions/b.mcp.yaml': 'tools:\n  find: { description: "" }\n',
    });
    expect(printed).toBe(`definitions/a.mcp.yaml:5:5 error unknown-key: The key \`inputShema\` is not allowed here.
  5 |     inputShema: {}
    |     ^^^^^^^^^^
  help: did you mean \`inputSchema\`?

definitions/b.mcp.yaml:2:3 error duplicate-name: Duplicate tool \`find\`.
  2 |   find: { description: "" }
    |   ^^^^
  definitions/a.mcp.yaml:3:3 first here
  3 |   find:
    |   ^^^^

definitions/b.mcp.yaml:2:24 error missing-description: The description of \`find\` is empty.
  2 |   find: { description: "" }
    |                        ^^

3 errors
`);
  });

  test.each([
    ['server tools: [a]\n', 'help: Use `name:` keys instead of `- name`.'],
    ['server tools:\n  a:\n', 'help: Write its keys on the following lines, indented further'],
    ['member ui: { visibility: [] }', '`visibility` must not be empty.'],
    ['member ui: { view: ./a, permissions: { camera: { a: 1 } } }', '`camera` must be empty.'],
    ["yaml server: { name: '', version: '1' }\n", '`name` must not be empty.'],
    [`server package: { summary: ${'s'.repeat(101)} }\n`, '`summary` must have at most 100 characters.'],
    ['property type: string', 'error invalid-schema: `type` must be an object or a boolean.'],
    [
      'auth issuers: [https://a.example]\nscopes: { books:read: A }\nrequiredScopes: [books:raed]',
      '`auth` does not declare the scope `books:raed`.',
    ],
    [
      'auth issuers: [https://a.example]\nscopes: { books:read: A }\nrequiredScopes: [books:raed]',
      'did you mean `books:read`?',
    ],
    [
      'message Show {{id}.',
      'broken-placeholder: `{{id}` is read as text instead of a placeholder, because a brace is missing.',
    ],
    ['message Show {{id}.', 'help: Write `{{id}}`, or write `\\{{` for literal braces.'],
    ['complete [1.0]', 'error wrong-type: An item of `complete` must be a string, not a number.'],
    ['complete [1.0]', 'help: Put quotes around it.'],
    ['complete [null]', 'help: Put quotes around it.'],
    ['complete [sea, epic, sea]', '5:61 error invalid-value: An item of `complete` is repeated.'],
    ['complete [sea, epic, sea]', '5:50 first here'],
    ['complete handlr', 'help: did you mean `handler`?'],
    ['variable isnb: {}', 'help: did you mean `isbn`?'],
    ['variable author: {}', 'help: Template variables: `isbn`, `page`.'],
    [
      'server prompts:\n  p-q: { description: d, arguments: { r: { complete: handler } } }\n  p: { description: d, arguments: { q-r: { complete: handler } } }\n',
      'error colliding-names: `p: q-r` and `p-q: r` would both generate the file handlers/completions/p-q-r.ts.',
    ],
    ['field { type: object }', '`type` must be one of string, number, integer, boolean, array, not "object".'],
    [
      'tool elicitations: { 1st: { message: Well? } }',
      'An elicitation name has up to 64 letters, digits, _ and -, and begins with a letter.',
    ],
    ['capabilities { tools: { listChange: true } }', 'help: did you mean `listChanged`?'],
    ['member toolset: a b', 'help: One or more toolsets (1 to 64 of the characters `A-Z a-z 0-9 _ . -`, not `all`).'],
    ['toolsets [mial]', 'help: did you mean `mail`?'],
  ])('%j is reported in words', async (definition, words) => {
    expect(await print(define(definition))).toContain(words);
  });

  test('a hundred thousand brackets are one problem', async () => {
    const { diagnostics } = await read('['.repeat(100_000));
    expect(diagnostics.map(({ code }) => code)).toEqual(['too-large']);
  });

  test('a chain and a mesh of references of any length are resolved', async () => {
    const refer = (to: number) => ({ $ref: `#/$defs/D${to % 1500}` });
    const $defs = Object.fromEntries(
      Array.from({ length: 1500 }, (_, index) => [
        `D${index}`,
        { properties: { next: refer(index + 1), far: refer(index * 7 + 3), farther: refer(index * 13 + 5) } },
      ]),
    );
    const tools = { t: { description: 'd', outputSchema: { $ref: '#/$defs/D0' } } };
    const server = { name: 's', version: '1' };
    const { diagnostics, resolved } = await read({
      'definitions/a.mcp.json': JSON.stringify({ server, tools, $defs }),
    });
    expect(diagnostics).toEqual([]);
    expect(resolved.model.definitions).toHaveLength(1500);
  });

  test('control characters of a definition do not reach the terminal', async () => {
    const printed = await print('"\\e[31mred": 1\nserver: { name: s, version: 1 }\n');
    expect(printed).not.toContain('\u001b');
  });
});

test('a mistake in an entry under `openapi` is reported once, in words', async () => {
  const printed = await print({
    'definitions/a.mcp.yaml': `server: { name: s, version: 1.0.0 }\nopenapi:
  a:
    document: ./a.json
    output: { maxTokens: 100 }
    implement: [1]
    toolsets: { all: deprecated, a b: deprecated }
    tools: { t: { output: { maxTokens: true } }, u: { output: { maxTokens: x } } }
  1b: { document: ./a.json }
`,
    'definitions/a.json': '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": {} }',
  });
  const errors = printed.split('\n\n').filter((text) => / error \S+:/u.test(text));
  const lines = errors.flatMap((text) =>
    Array.from(text.matchAll(/(?: error \S+|help): (.*)/gu), ([, words]) => words),
  );
  const toolset =
    'A toolset name has 1 to 64 of the characters A-Z a-z 0-9 _ . - and is not `all`, which selects every tool.';
  expect(lines.toSorted()).toEqual(
    [
      '`1b` is not a valid name.',
      'An API name has up to 64 letters, digits, _ and -, and begins with a letter.',
      '`maxTokens` must be at least 500, not 100.',
      'An item of `implement` must be a string, not a number.',
      'Put quotes around it.',
      '`all` is not a valid name.',
      toolset,
      '`a b` is not a valid name.',
      toolset,
      '`maxTokens` cannot be true.',
      '`maxTokens` must be an integer or a boolean, not a string.',
    ].toSorted(),
  );
});

test('a slow pattern that begins with `^` is not told to begin with it', async () => {
  const slow = async (pattern: string): Promise<string> =>
    print(define(`property q: { pattern: '${pattern}', description: d }`));
  const separate = 'Separate them with a character that neither matches';
  expect(await slow('^[a-z]+[a-z]*$')).toContain(`${separate}.\n`);
  expect(await slow('[a-z]+[a-z]*$')).toContain(`${separate}, or begin with \`^\`.\n`);
});

test('scopes of prompts, resources and templates are checked too', async () => {
  const definition = `server: { name: s, version: 1.0.0 }
auth: { issuers: [https://a.example], scopes: { a: A } }
prompts: { p: { description: P., scopes: [b] } }
resources: { s://r: { name: r, description: R., text: x, scopes: [b] } }
resourceTemplates: { 's://r/{id}': { name: rs, description: R., scopes: [b] } }
`;
  const found = (await diagnose(definition)).filter((line) => line.startsWith('unknown-scope'));
  expect(found.map((line) => line.split(/[ :]/u)[1])).toEqual(['3', '4', '5']);
});

test('more scopes than the format allows are reported, and not followed', async () => {
  const scopes = `{ ${repeat(3000, (index) => `s${index}: x, `)} }`;
  const implies = `{ ${repeat(3000, (index) => `s${index}: [s${index + 1}], `)} }`;
  const found = await diagnose(define(`auth issuers: [https://a.example]\nscopes: ${scopes}\nimplies: ${implies}`));
  expect(found.filter((line) => line.startsWith('invalid-value'))).toEqual([
    'invalid-value 4:11',
    'invalid-value 5:12',
  ]);
});

test('a brace that a placeholder lacks is found in the message and the address of a question, and in a template', async () => {
  const open =
    "tool elicitations:\n  open: { message: 'See {{page} of {{book}} and {book}', url: 'https://a.example/{{page' }";
  expect(await diagnose(define(open))).toContain('broken-placeholder 6:24');
  for (const [template, column] of [
    ['book://{id', 11],
    ['book://id}', 13],
    ['book://{{id}}', 12],
  ] as const) {
    const found = await diagnose(define(`server resourceTemplates:\n  '${template}': { name: b }\n`));
    expect(found).toContain(`invalid-template 3:${column}`);
  }
});

test('a brace that a path of an API lacks is found', async () => {
  const get = {
    operationId: 'a',
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  };
  for (const [path, problems] of [
    ['/books/{id}', 0],
    ['/books/{id', 1],
    ['/books/{{id}', 1],
    ['/books/id}', 1],
  ] as const) {
    const document = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: { [path]: { get } } };
    const found = await diagnose({ 'definitions/a.openapi.json': JSON.stringify(document, null, 2) });
    expect(found.filter((line) => line === 'invalid-api 9:7')).toHaveLength(problems);
  }
});
