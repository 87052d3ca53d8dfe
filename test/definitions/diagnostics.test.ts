import { describe, expect, test } from 'vitest';
import { diagnose, print, read, type Files } from './diagnose.js';

const server = 'server: { name: s, version: 1.0.0 }\n';

/** JSON up to the value of the key `x-a`. */
const jsonServer = '{"server": {"name": "s", "version": "1.0.0"}, "x-a": ';

/** A tool `t` whose description and schema are given; its first line is line 2. */
const tool = (rest: string) => `${server}tools:\n  t:\n    description: Does it.\n${rest}`;

/** A resource with an annotation, in line 3. */
const resource = (annotation: string) =>
  `${server}resources:\n  a:b: { name: a, text: x, annotations: { ${annotation} } }\n`;

/** A static prompt with a content block, in line 6. */
const content = (block: string) =>
  `${server}prompts:\n  p:\n    description: D.\n    messages:\n      - { role: user, content: { ${block} } }\n`;

/** Input properties of that tool; the first one stands in line 8. */
const properties = (lines: string) =>
  tool(`    inputSchema:\n      type: object\n      properties:\n${lines.replace(/^/gmu, '        ')}\n`);

const cases: readonly (readonly [what: string, files: Files, wanted: readonly string[]])[] = [
  ['a good definition', properties('q: { type: string, description: Words. }'), []],
  ['no definition at all', { 'definitions/readme.md': '' }, ['no-definitions']],
  ['no server', 'tools: {}\n', ['missing-server 1:1']],
  ['an empty file', '', ['missing-server 1:1', 'wrong-type 1:1']],
  ['an unknown key', `${server}tool: {}\n`, ['unknown-key 2:1']],
  ['an unknown key of a tool', tool('    inputShema: { type: object }\n'), ['unknown-key 5:5']],
  ['`x-` keys', `x-a: 1\n${tool('    x-b: 2\n')}`, []],
  ['a wrong type', tool('    title: 3\n'), ['wrong-type 5:12']],
  ['a value out of range', tool('    timeoutMs: 0\n'), ['invalid-value 5:16']],
  ['a tool that becomes a task', tool('    task: required\n'), []],
  ['a tool that becomes a task when its handler says so', tool('    task: { begins: handler, ttlMs: 60000 }\n'), []],
  ['a word that is no support of tasks', tool('    task: always\n'), ['invalid-value 5:11']],
  ['a time of tasks that is none', tool('    task: { support: required, ttlMs: 0 }\n'), ['invalid-value 5:39']],
  ['an unknown key of tasks', tool('    task: { ttl: 5 }\n'), ['unknown-key 5:13']],
  ['tasks that are a number', tool('    task: 5\n'), ['wrong-type 5:11']],
  ['a website that is a script', server.replace(' }', ", websiteUrl: 'javascript:alert(1)' }"), ['invalid-uri 1:48']],
  ['a website without a scheme', server.replace(' }', ', websiteUrl: a.example }'), ['invalid-uri 1:48']],
  ['an icon without a host', tool("    icons: [{ src: 'https:' }]\n"), ['invalid-uri 5:20']],
  ['an icon that is a page', tool("    icons: [{ src: 'data:text/html,x' }]\n"), ['invalid-uri 5:20']],
  ['an icon that is not Base64', tool("    icons: [{ src: 'data:image/png;base64,?' }]\n"), ['invalid-uri 5:20']],
  [
    'an icon of one color',
    tool("    icons: [{ src: 'data:image/svg+xml,%3Csvg/%3E', mimeType: image/svg+xml, sizes: [any], theme: dark }]\n"),
    [],
  ],
  [
    'an icon of no media type',
    tool("    icons: [{ src: 'https://a.example/i', mimeType: png }]\n"),
    ['invalid-value 5:53'],
  ],
  [
    'an icon without a size',
    tool("    icons: [{ src: 'https://a.example/i', sizes: [1x0] }]\n"),
    ['invalid-value 5:51'],
  ],
  ['a time that is none', resource('lastModified: yesterday'), ['invalid-value 3:57']],
  ['a day that the calendar does not have', resource('lastModified: 2026-02-30'), ['invalid-value 3:57']],
  ['an hour that the day does not have', resource("lastModified: '2026-02-03T25:00:00Z'"), ['invalid-value 3:57']],
  ['a time', resource("lastModified: '2026-02-03T04:05:06.789+01:00'"), []],
  ['a day', resource("lastModified: '2026-02-03'"), []],
  ['too high a priority', resource('priority: 1.1'), ['invalid-value 3:53']],
  ['an audience that the protocol does not have', resource('audience: [model]'), ['invalid-value 3:54']],
  ['an image of no media type', content('type: image, data: aGk=, mimeType: png'), ['invalid-value 6:69']],
  ['a link without a scheme', content('type: resource_link, uri: a, name: a'), ['invalid-uri 6:60']],
  [
    'a link of an icon',
    content("type: resource_link, uri: 'a:b', name: a, icons: [{ src: i.png }]"),
    ['invalid-value 6:91'],
  ],
  ['an embedded resource without content', content("type: resource, resource: { uri: 'a:b' }"), ['missing-key 6:60']],
  [
    'a key of an embedded resource',
    content("type: resource, resource: { uri: 'a:b', text: a, _meta: { -a: 1 } }"),
    ['invalid-meta 6:92'],
  ],
  ['a value of no list', `${server.replace(' }', ', negotiation: lax }')}`, ['invalid-value 1:49']],
  ['a missing description', `${server}tools:\n  t: { title: T }\n`, ['missing-description 3:3']],
  ['an empty description', `${server}tools:\n  t: { description: ' ' }\n`, ['missing-description 3:21']],
  ['a parameter without description', properties('q: { type: string }'), ['missing-parameter-description 8:9']],
  [
    'a parameter without description behind a reference',
    `${properties("q: { $ref: '#/$defs/A' }")}$defs:\n  A: { type: string }\n`,
    ['missing-parameter-description 8:9'],
  ],
  [
    'a parameter with its description behind a reference',
    `${properties("q: { $ref: '#/$defs/A' }")}$defs:\n  A: { description: d }\n`,
    [],
  ],
  [
    'parameters behind a reference at the root',
    `${tool("    inputSchema: { $ref: '#/$defs/A' }\n")}$defs:\n  A: { type: object, properties: { q: {} } }\n`,
    ['missing-parameter-description 5:18'],
  ],
  [
    'a root that refers to nothing',
    `${tool("    inputSchema: { $ref: '#/$defs/Boock' }\n")}$defs:\n  Book: { type: object }\n`,
    ['dangling-ref 5:26'],
  ],
  [
    'a header behind a reference at the root',
    `${tool("    inputSchema: { $ref: '#/$defs/A' }\n")}$defs:\n  A: { type: object, properties: { q: { type: string, x-mcp-header: Q, description: d } } }\n`,
    [],
  ],
  [
    'a default of a property named like a keyword',
    properties('contains: { type: string, default: a, description: d }'),
    [],
  ],
  [
    'a property named `type` that is no schema',
    properties('type: string'),
    ['missing-parameter-description 8:9', 'invalid-schema 8:15'],
  ],
  [
    'a default in an alternative',
    properties('q: { anyOf: [{ type: string, default: a }], description: d }'),
    ['unfilled-default 8:38'],
  ],
  [
    'positional arguments that are no properties',
    tool('    handler: ./a.mcp.yaml#add\n    args: [a]\n'),
    ['invalid-handler 5:14', 'invalid-value 6:12'],
  ],
  ['a name with a space', `${server}tools:\n  a b: { description: d }\n`, ['invalid-name 3:3']],
  ['a name of 129 characters', `${server}tools:\n  ${'a'.repeat(129)}: { description: d }\n`, ['invalid-name 3:3']],
  ['a name of 128 characters', `${server}tools:\n  ${'a'.repeat(128)}: { description: d }\n`, []],
  ['a YAML syntax error', 'server: [1\ntools: {}\n', ['syntax 1:9']],
  ['a JSON syntax error', { 'definitions/a.mcp.json': '{"server": {"name": "s",}}' }, ['syntax 1:25']],
  ['comments in JSON', { 'definitions/a.mcp.json': '{"x-a": 1 // no\n}' }, ['syntax 1:11']],
  ['a key twice', `${server}tools: {}\ntools: {}\n`, ['duplicate-key 3:1']],
  ['a key that is no string', `${server}x-a: { ? [1] : 2 }\n`, ['not-json 2:10']],
  ['a number that JSON does not have', `${server}x-a: .nan\n`, ['not-json 2:6']],
  ['a tag', `${server}x-a: !!js/function 'x'\n`, ['syntax 2:6']],
  ['too deep nesting', `${server}x-a: ${'['.repeat(200)}${']'.repeat(200)}\n`, ['too-large 2:134']],
  [
    'aliases that grow without end',
    `${server}x-a: &a [1,1,1,1,1,1,1,1,1,1]\n${Array.from({ length: 9 }, (_, index) => {
      const [previous, name] = ['abcdefghij'[index], 'abcdefghij'[index + 1]];
      return `x-${name}: &${name} [${Array.from({ length: 10 }, () => `*${previous}`).join(',')}]\n`;
    }).join('')}`,
    ['too-large 3:31'],
  ],
  ['an anchor that an alias uses', `${server}x-a: [&one 1, *one]\n`, []],
  ['an alias without anchor', `${server}x-a: [&one 1, *onne]\n`, ['syntax 2:15']],
  ['a merge key', `x-a: &a { name: s }\nserver: { <<: *a, version: 1.0.0 }\n`, ['missing-key 2:1', 'unknown-key 2:11']],
  ['a second document', `${server}---\ntools: {}\n`, ['syntax 2:1']],
  ['a colon in a text', `${server}tools:\n  t:\n    description: One: two\n`, ['syntax 4:21']],
  ['a number as version', 'server: { name: s, version: 1.0 }\n', ['wrong-type 1:29']],
  ['an integer that is not exact', `${server}x-a: 12345678901234567890\n`, ['lossy-number 2:6']],
  ['a word in JSON', { 'definitions/a.mcp.json': '{\n  "server":\n    undefined\n}' }, ['syntax 3:5']],
  ['a comma too many in JSON', { 'definitions/a.mcp.json': '{"x-a": [1,]}' }, ['syntax 1:12']],
  ['nesting of JSON without end', { 'definitions/a.mcp.json': `{"x-a":${'['.repeat(500_000)}` }, ['too-large 1:136']],
  ['a number that is too large for JSON', { 'definitions/a.mcp.json': `${jsonServer}1e999}` }, ['not-json 1:54']],
  [
    'an integer in JSON that is not exact',
    { 'definitions/a.mcp.json': `${jsonServer}9007199254740993}` },
    ['lossy-number 1:54'],
  ],
  ['a key twice in JSON', { 'definitions/a.mcp.json': `${jsonServer}{"b": 1, "b": 2}}` }, ['duplicate-key 1:63']],
  ['a byte order mark', { 'definitions/a.mcp.yaml': `\ufeff${server}tool: {}\n` }, ['unknown-key 2:1']],
  [
    'a resource file that is no definition',
    {
      'definitions/a.mcp.yaml': `${server}resources:\n  x://a: { name: a, file: ./chart.yaml }\n`,
      'definitions/chart.yaml': 'a: 1\na: {{ .Values }}\n$ref: ./nothing.yaml\n',
    },
    [],
  ],
  [
    'a name twice, in two files',
    { 'definitions/a.mcp.yaml': tool(''), 'definitions/b.mcp.yaml': 'tools:\n  t: { description: d }\n' },
    ['duplicate-name 2:3'],
  ],
  ['two servers', { 'definitions/a.mcp.yaml': server, 'definitions/b.mcp.yaml': server }, ['duplicate-name 1:1']],
  [
    'names that differ in punctuation',
    `${server}tools:\n  a_b: { description: d }\n  a-b: { description: d }\n`,
    ['colliding-names 4:3'],
  ],
  [
    'names that differ in case',
    `${server}tools:\n  foo: { description: d }\n  Foo: { description: d }\n`,
    ['colliding-names 4:3'],
  ],
  [
    'a tool named like the input of another',
    `${server}tools:\n  find: { description: d }\n  find_input: { description: d }\n`,
    ['colliding-names 4:3'],
  ],
  [
    'a tool named like the output that another does not have',
    `${server}tools:\n  find: { description: d }\n  find_output: { description: d }\n`,
    [],
  ],
  ['a tool and a prompt of the same name', `${tool('')}prompts:\n  t: { description: d }\n`, []],
  ['a type that does not exist', properties('q: { type: strng, description: d }'), ['invalid-schema 8:20']],
  ['a keyword of the wrong type', properties('q: { minLength: x, description: d }'), ['invalid-schema 8:25']],
  ['a broken pattern', properties("q: { pattern: '(', description: d }"), ['invalid-schema 8:23']],
  [
    'a pattern that takes exponential time, with a default that it would not match in time',
    properties(`q: { pattern: '^(a+)+$', default: '${'a'.repeat(50)}!', description: d }`),
    ['slow-pattern 8:23'],
  ],
  [
    'a slow pattern with a back reference, which the server cannot match in linear time',
    properties(String.raw`q: { pattern: '^(a+)+\1$', description: d }`),
    ['unmatchable-pattern 8:23'],
  ],
  [
    'slow repetitions that are too long, in the name of a property',
    properties(`q: { patternProperties: { '^[a-z]{1,3000}[a-z]{1,3000}$': true }, description: d }`),
    ['unmatchable-pattern 8:35'],
  ],
  ['a back reference that is matched fast', properties(String.raw`q: { pattern: '^([xy])a*\1$', description: d }`), []],
  ['a misspelt keyword', properties('q: { minLenght: 1, description: d }'), ['unknown-keyword 8:14']],
  ['a comma in a text between braces', properties('q: { description: One, or two. }'), ['unknown-keyword 8:32']],
  ['a keyword of another vocabulary', properties('q: { vendorThing: 1, description: d }'), []],
  [
    'a required property that is not declared',
    tool('    inputSchema: { type: object, properties: {}, required: [a] }\n'),
    ['undeclared-required 5:61'],
  ],
  ['an input that is no object', tool('    inputSchema: { type: string }\n'), ['input-not-object 5:18']],
  [
    'an input that is an object by reference',
    `${tool("    inputSchema: { $ref: '#/$defs/A' }\n")}$defs:\n  A: { type: object }\n`,
    [],
  ],
  [
    'a dialect that is not supported',
    tool('    outputSchema: { $schema: "http://json-schema.org/draft-04/schema#" }\n'),
    ['unsupported-dialect 5:30'],
  ],
  [
    'draft-07',
    tool('    outputSchema: { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: string }] }\n'),
    [],
  ],
  ['draft-07 tuples in 2020-12', tool('    outputSchema: { items: [{ type: string }] }\n'), ['invalid-schema 5:21']],
  ['an unused schema that is wrong', `${server}$defs:\n  A: { type: strng }\n`, ['invalid-schema 3:14']],
  [
    'a default of the wrong type',
    properties('q: { type: string, default: 1, description: d }'),
    ['invalid-default 8:37'],
  ],
  [
    'an example out of range',
    properties('q: { maximum: 3, examples: [1, 4], description: d }'),
    ['invalid-example 8:40'],
  ],
  [
    'an example without the format',
    properties('q: { format: email, examples: [no], description: d }'),
    ['invalid-example 8:40'],
  ],
  [
    'an example of a referred schema',
    `${properties("q: { $ref: '#/$defs/A', examples: [b], description: d }")}$defs:\n  A: { enum: [a] }\n`,
    ['invalid-example 8:44'],
  ],
  ['a reference to nothing', properties("q: { $ref: '#/$defs/A', description: d }"), ['dangling-ref 8:20']],
  ['a reference to no file', properties("q: { $ref: './a.json', description: d }"), ['dangling-ref 8:20']],
  ['a reference out of the folder', properties("q: { $ref: '../a.json', description: d }"), ['outside-ref 8:20']],
  ['an absolute reference', properties("q: { $ref: '/etc/hostname', description: d }"), ['outside-ref 8:20']],
  [
    'a reference to another machine',
    properties("q: { $ref: 'https://example.com/a.json', description: d }"),
    ['remote-ref 8:20'],
  ],
  [
    'a reference without a scheme to another machine',
    properties("q: { $ref: '//example.com/a.json', description: d }"),
    ['remote-ref 8:20'],
  ],
  ['a reference in an example', properties("q: { examples: [{ $ref: '#/nothing' }], description: d }"), []],
  [
    'references in a circle',
    `${properties("q: { $ref: '#/$defs/A', description: d }")}$defs:\n  A: { $ref: '#/$defs/B' }\n  B: { allOf: [{ $ref: '#/$defs/A' }] }\n`,
    ['endless-ref 10:6', 'endless-ref 11:6'],
  ],
  [
    'recursion through a property',
    `${properties("q: { $ref: '#/$defs/A', description: d }")}$defs:\n  A: { properties: { a: { $ref: '#/$defs/A' } } }\n`,
    [],
  ],
  [
    'a dynamic reference that could mean two schemas',
    `${tool("    outputSchema: { $ref: '#/$defs/Strings' }\n")}$defs:
  Page: { $defs: { item: { $dynamicAnchor: item, not: {} } }, items: { $dynamicRef: '#item' } }
  Strings: { $defs: { item: { $dynamicAnchor: item, type: string } }, $ref: '#/$defs/Page' }
`,
    ['dynamic-ref 7:85'],
  ],
  [
    'a dynamic reference that means one schema',
    `${tool("    outputSchema: { $dynamicAnchor: node, properties: { next: { $dynamicRef: '#node' } } }\n")}`,
    [],
  ],
  [
    'draft-07 that refers to 2020-12',
    {
      'definitions/a.mcp.yaml': tool(
        '    outputSchema: { $schema: "http://json-schema.org/draft-07/schema#", allOf: [{ $ref: ./b.json }] }\n',
      ),
      'definitions/b.json': '{"$schema": "https://json-schema.org/draft/2020-12/schema"}',
    },
    ['mixed-dialects 5:89'],
  ],
  [
    'a schema file with a syntax error',
    { 'definitions/a.mcp.yaml': properties('q: { $ref: ./b.json, description: d }'), 'definitions/b.json': '{' },
    ['dangling-ref 8:20', 'syntax 1:2'],
  ],
  [
    'a schema file that is wrong',
    {
      'definitions/a.mcp.yaml': properties('q: { $ref: ./b.json, description: d }'),
      'definitions/b.json': '{"type": 1}',
    },
    ['invalid-schema 1:10'],
  ],
  [
    'a header name with a space',
    properties('q: { type: string, x-mcp-header: a b, description: d }'),
    ['invalid-header 8:42'],
  ],
  [
    'a header name with a control character',
    properties('q: { type: string, x-mcp-header: "a\\x07b", description: d }'),
    ['invalid-header 8:42'],
  ],
  [
    'a header name with a line end',
    properties('q: { type: string, x-mcp-header: "a\\r\\nb", description: d }'),
    ['invalid-header 8:42'],
  ],
  [
    'an empty header name',
    properties('q: { type: string, x-mcp-header: "", description: d }'),
    ['invalid-header 8:42'],
  ],
  ['a header of a number', properties('q: { type: number, x-mcp-header: A, description: d }'), ['invalid-header 8:20']],
  [
    'two headers that differ in case',
    properties(
      'a: { type: string, x-mcp-header: A, description: d }\nb: { type: string, x-mcp-header: a, description: d }',
    ),
    ['invalid-header 9:42'],
  ],
  [
    'a header of a nested property',
    properties('a: { description: d, properties: { b: { type: string, x-mcp-header: A } } }'),
    [],
  ],
  [
    'a header in an array',
    properties('a: { description: d, items: { type: string, x-mcp-header: A } }'),
    ['invalid-header 8:53'],
  ],
  [
    'a header behind a reference',
    `${properties("a: { $ref: '#/$defs/A', description: d }")}$defs:\n  A: { type: string, x-mcp-header: A }\n`,
    ['invalid-header 10:22'],
  ],
  ['a URI that is none', `${server}resources:\n  a b: { name: n, text: t }\n`, ['invalid-uri 3:3']],
  [
    'a media type that is none',
    `${server}resources:\n  a:b: { name: n, mimeType: nonsense, text: t }\n`,
    ['invalid-value 3:29'],
  ],
  ['a relative URI', `${server}resources:\n  a/b: { name: n, text: t }\n`, ['invalid-uri 3:3']],
  ['a template with an open brace', `${server}resourceTemplates:\n  "x://{a": { name: n }\n`, ['invalid-template 3:8']],
  ['a template without a scheme', `${server}resourceTemplates:\n  "/a/{b}": { name: n }\n`, ['invalid-template 3:3']],
  ['a resource without a name', `${server}resources:\n  x://a: { text: t }\n`, ['missing-key 3:3']],
  ['text and file', `${server}resources:\n  x://a: { name: n, text: t, blob: "" }\n`, ['conflicting-keys 3:30']],
  ['a file that is not there', `${server}resources:\n  x://a: { name: n, file: ./a.md }\n`, ['missing-file 3:27']],
  ['a file outside', `${server}resources:\n  x://a: { name: n, file: ../a.md }\n`, ['outside-ref 3:27']],
  ['a blob that is not Base64', `${server}resources:\n  x://a: { name: n, blob: abc }\n`, ['invalid-blob 3:27']],
  [
    'an icon with a dangerous address',
    `${server}tools:\n  t: { description: d, icons: [{ src: "javascript:1" }] }\n`,
    ['invalid-value 3:39'],
  ],
  [
    'a placeholder that is no argument',
    `${server}prompts:\n  p:\n    description: d\n    messages: [{ role: user, content: "{{a}} \\\\{{b}}" }]\n`,
    ['unknown-placeholder 5:39'],
  ],
  [
    'a message whose text is a number',
    `${server}prompts:\n  p:\n    description: d\n    messages: [{ role: user, content: { type: text, text: 5 } }]\n`,
    ['wrong-type 5:59'],
  ],
  [
    'a message without text',
    `${server}prompts:\n  p:\n    description: d\n    messages: [{ role: user, content: { type: text } }]\n`,
    ['missing-key 5:30'],
  ],
  [
    'an image that is not Base64',
    `${server}prompts:\n  p:\n    description: d\n    messages: [{ role: user, content: { type: image, mimeType: image/png, data: '!!' } }]\n`,
    ['invalid-blob 5:81'],
  ],
  [
    'a negative time to live',
    'server: { name: a, version: 1.0.0, cache: { ttlMs: -1 } }\ntools:\n  t: { description: d }\n',
    ['invalid-value 1:52'],
  ],
  [
    'names of `_meta`',
    tool('    _meta: { anthropic/alwaysLoad: true, com.example/a: 1, a: 2, a.b-c/d_e.f: 3, com.example.mcp/x: 4 }\n'),
    [],
  ],
  [
    'a bad name of `_meta`',
    tool("    _meta: { 'bad key!': 1, 1x/y: 2, -x: 3 }\n"),
    ['invalid-meta 5:14', 'invalid-meta 5:29', 'invalid-meta 5:38'],
  ],
  [
    'a reserved name of `_meta`',
    tool('    _meta: { io.modelcontextprotocol/x: 1, com.mcp.tools/y: 2 }\n'),
    ['reserved-meta 5:14', 'reserved-meta 5:44'],
  ],
  ['a handler that names no function', tool('    handler: math\n'), ['invalid-handler 5:14']],
  ['a handler that is not there', tool('    handler: ./math.ts#add\n'), ['missing-file 5:14']],
  ['arguments without handler', tool('    args: [a]\n'), ['missing-key 5:5', 'invalid-value 5:12']],
  ['outputSchema and returns', tool('    outputSchema: {}\n    returns: { a: {} }\n'), ['conflicting-keys 6:5']],
];

describe('diagnostics', () => {
  test.each(cases)('%s', async (_what, files, wanted) => {
    expect(await diagnose(files)).toEqual(wanted);
  });

  test('all problems of all files are found in one run and printed with line, arrow and help', async () => {
    const printed = await print({
      'definitions/a.mcp.yaml': `${server}tools:\n  find:\n    description: d\n    inputShema: {}\n`,
      'definitions/b.mcp.yaml': 'tools:\n  find: { description: "" }\n',
    });
    expect(printed).toBe(`definitions/a.mcp.yaml:5:5 error unknown-key: The key \`inputShema\` is not allowed here.
  5 |     inputShema: {}
    |     ^^^^^^^^^^
  help: did you mean \`inputSchema\`?

definitions/b.mcp.yaml:2:3 error duplicate-name: The tool \`find\` is defined twice.
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

  test('a list and an empty key where keys belong are reported with what to write', async () => {
    expect(await print(`${server}tools: [a]\n`)).toContain(
      'help: Write keys with values (`name: …`) instead of a list.',
    );
    expect(await print(`${server}tools:\n  a:\n`)).toContain('help: Write its keys below it, further to the right');
  });

  test('a value that is too long or too short is reported in words', async () => {
    const view = (rest: string): string => `${server}tools:\n  t: { description: d, ui: { ${rest} } }\n`;
    expect(await print(view('visibility: []'))).toContain('`visibility` must not be empty.');
    expect(await print(view('view: ./a, permissions: { camera: { a: 1 } }'))).toContain('`camera` must be empty.');
    expect(await print("server: { name: '', version: '1' }\n")).toContain('`name` must not be empty.');
    const long = `package: { summary: ${'s'.repeat(101)} }\n`;
    expect(await print(`${server}${long}`)).toContain('`summary` must have at most 100 characters.');
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

  test('a property named `type` is not taken for the keyword', async () => {
    expect(await print(properties('type: string'))).toContain(
      'error invalid-schema: `type` must be an object or a boolean.',
    );
  });

  test('control characters of a definition do not reach the terminal', async () => {
    const printed = await print('"\\e[31mred": 1\nserver: { name: s, version: 1 }\n');
    expect(printed).not.toContain('\u001b');
  });
});

test('a mistake in an entry under `openapi` is reported once, in words', async () => {
  const printed = await print({
    'definitions/a.mcp.yaml': `${server}openapi:
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
    'A toolset has a name of 1 to 64 of the characters A-Z a-z 0-9 _ . -, except `all`, which stands for every tool.';
  expect(lines.toSorted()).toEqual(
    [
      '`1b` is not a valid name.',
      'An API has a name of up to 64 letters, digits, _ and -, beginning with a letter.',
      '`maxTokens` must be at least 500, not 100.',
      'An item of `implement` must be a string, not integer.',
      'Put quotes around it.',
      '`all` is not a valid name.',
      toolset,
      '`a b` is not a valid name.',
      toolset,
      '`maxTokens` cannot be true.',
      '`maxTokens` must be an integer or a boolean, not string.',
    ].toSorted(),
  );
});

test('a slow pattern that begins with `^` is not told to begin with it', async () => {
  const slow = async (pattern: string): Promise<string> =>
    print(properties(`q: { pattern: '${pattern}', description: d }`));
  const separate = 'separate them by a character that neither can read';
  expect(await slow('^[a-z]+[a-z]*$')).toContain(`${separate}.\n`);
  expect(await slow('[a-z]+[a-z]*$')).toContain(`${separate}, or begin with \`^\`.\n`);
});
