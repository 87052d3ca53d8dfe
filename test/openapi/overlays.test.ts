import { describe, expect, test } from 'vitest';
import { formatDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { applyOverlay } from '../../generator/features/apis/overlay/apply-overlay.js';
import { WorkBudget } from '../../generator/features/apis/overlay/work-budget.js';
import { readDefinitions } from '../../generator/pipeline/read/read-definitions.js';
import { parseSource } from '../../generator/core/source/parse-source.js';
import { stringifyNode, type SourceNode } from '../../generator/core/source/source-node.js';
import { readDefinitionFiles } from '../../generator/tools/scaffold/source/read-definition-files.js';
import { makeFolder } from '../kit/make-folder.js';
import { readTable } from '../kit/read-table.js';
import { edit, generateIn } from '../regenerate/story.js';
import { readApi } from './read-api.js';

const definition = `server: { name: shop, version: 1.0.0 }
openapi:
  shop:
    document: ./shop.yaml
    overlays: [./a.overlay.yaml]
`;
const shop = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /pets:
    get: { operationId: listPets, tags: [pets], parameters: [{ name: kind, in: query, schema: { type: string } }] }
    delete: { operationId: removePets, x-internal: true }
  /cups: { get: { operationId: listCups } }
`;

function readShop(overlay: string, files: { readonly [file: string]: string } = {}) {
  return readApi({
    'definitions/a.mcp.yaml': definition,
    'definitions/shop.yaml': shop,
    'definitions/a.overlay.yaml': overlay,
    ...files,
  });
}

/** Diagnostics of an overlay for the document above, as they are printed, without the lines of the source. */
async function report(overlay: string, files: { readonly [file: string]: string } = {}): Promise<readonly string[]> {
  const all = { 'a.mcp.yaml': definition, 'shop.yaml': shop, 'a.overlay.yaml': overlay, ...files };
  const root = makeFolder(Object.fromEntries(Object.entries(all).map(([file, text]) => [`definitions/${file}`, text])));
  const { diagnostics } = await readDefinitions(root, 'definitions', new Map());
  return diagnostics.map((one) => formatDiagnostics([one], new Map(), { color: false }).split('\n\n')[0] ?? '');
}

const begin = 'overlay: 1.1.0\ninfo: { title: Ours, version: 1.0.0 }\nactions:\n';

test('an overlay removes operations, adds texts and parameters, and its references are those of the document', async () => {
  const { tools, types, diagnostics } = await readShop(
    `overlay: 1.0.0
info: { title: Ours, version: 1.0.0 }
extends: ./shop.yaml
actions:
  - target: $.paths.*[?@['x-internal'] == true]
    remove: true
  - target: $
    update: { components: { schemas: { Size: { type: integer, minimum: 1 } } } }
  - target: $..parameters
    description: One more.
    update: { name: size, in: query, schema: { $ref: '#/components/schemas/Size' } }
  - target: $.paths['/cups'].get
    update:
      description: Lists the cups.
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: './parts.yaml#/Cup' } } } } }
`,
    { 'definitions/parts.yaml': 'Cup: { type: object, properties: { color: { type: string } } }' },
  );
  expect(diagnostics).toEqual([]);
  expect(Object.keys(tools)).toEqual(['listPets', 'listCups']);
  expect(tools['listPets']?.inputSchema).toMatchObject({
    properties: { kind: { type: 'string' }, size: { $ref: '#/$defs/Size' } },
    $defs: { Size: { type: 'integer', minimum: 1 } },
  });
  expect(tools['listCups']?.description).toBe('Lists the cups.');
  expect(tools['listCups']?.outputSchema.properties).toEqual({ color: { type: 'string' } });
  expect(types).toEqual(['Size', 'Cup']);
});

function applyTo(document: string, overlay: string) {
  const parse = (file: string, text: string) => ({ file, root: parseSource(file, text).root as SourceNode });
  return applyOverlay(parse('a.yaml', document), parse('o.yaml', overlay), new WorkBudget(2_000_000));
}

function apply(document: string, actions: string): { readonly root: SourceNode; readonly codes: readonly string[] } {
  const { root, diagnostics } = applyTo(document, begin + actions);
  return { root, codes: diagnostics.map(({ code, location }) => `${code} ${location?.line}:${location?.column}`) };
}

describe('an action', () => {
  test.each([
    [
      'merges mappings recursively',
      '{a: {b: 1, c: 2}}',
      '$.a',
      'update: {b: 3, d: {e: 4}}',
      '{"a":{"b":3,"c":2,"d":{"e":4}}}',
    ],
    ['concatenates lists in mappings', '{a: {b: [1]}}', '$.a', 'update: {b: [2, 3]}', '{"a":{"b":[1,2,3]}}'],
    ['appends an item to a list', '{a: [1]}', '$.a', 'update: {b: 2}', '{"a":[1,{"b":2}]}'],
    ['appends a list to a list', '{a: [1]}', '$.a', 'update: [2, 3]', '{"a":[1,2,3]}'],
    ['replaces single values', '{a: [1, x, 2]}', "$.a[?@ == 'x']", 'update: y', '{"a":[1,"y",2]}'],
    ['removes items, wherever they stand', '{a: [1, 2, 3, 4]}', '$.a[0, 2]', 'remove: true', '{"a":[2,4]}'],
    ['removes what stands in each other', '{a: {a: {a: 1}}, b: 2}', '$..a', 'remove: true', '{"b":2}'],
    ['does not update what it removes', '{a: 1, b: 2}', '$.a', 'update: 3, remove: true', '{"b":2}'],
    ['does not remove with `remove: false`', '{a: {}}', '$.a', 'update: {b: 1}, remove: false', '{"a":{"b":1}}'],
    ['copies', '{a: {x: 1}, b: {y: 2}}', '$.b', 'copy: $.a', '{"a":{"x":1},"b":{"y":2,"x":1}}'],
    [
      'updates nested targets',
      '{a: {t: 1, b: {t: 1}}}',
      '$..[?@.t]',
      'update: {u: 2}',
      '{"a":{"t":1,"b":{"t":1,"u":2},"u":2}}',
    ],
    ['keeps the order of keys as written', '{a: {404: x}}', '$.a', 'update: {200: y}', '{"a":{"404":"x","200":"y"}}'],
  ])('%s', (_title, document, target, change, result) => {
    const { root, codes } = apply(document, `  - { target: "${target}", ${change} }`);
    expect(codes).toEqual([]);
    expect(stringifyNode(root)).toBe(result);
  });

  test('changes the result of the action before', () => {
    const { root } = apply(
      '{paths: {/items: {get: 1}}}',
      `  - { target: $.paths, update: { /new: {} } }
  - { target: "$.paths['/new']", copy: "$.paths['/items']" }
  - { target: "$.paths['/items']", remove: true }`,
    );
    expect(stringifyNode(root)).toBe('{"paths":{"/new":{"get":1}}}');
  });
});

const action = (text: string) => `${begin}  - { ${text} }`;

test.each(readTable('openapi/overlay-problems.tsv'))(
  '%s is reported in the overlay',
  async (_title, overlay, problem) => {
    const [found = '', ...others] = await report(overlay?.startsWith('- ') ? `${begin}  ${overlay}` : (overlay ?? ''));
    expect(found).toContain(`definitions/a.overlay.yaml:${problem}`);
    expect(others).toEqual([]);
  },
);

test('overlays that cannot be applied, or are not, are reported where APIs name them', async () => {
  const { diagnostics } = await readApi({
    'definitions/a.mcp.yaml': `server: { name: shop, version: 1.0.0 }
openapi:
  shop: { document: ./shop.yaml, overlays: [./gone.yaml, ../../outside.yaml, 'https://a.example/o.yaml'] }
  other: { document: ./shop.yaml, overlays: [] }
`,
    'definitions/shop.yaml': shop,
    'definitions/unused.overlay.yaml': action('target: $.info, remove: true'),
  });
  expect(diagnostics).toEqual([
    'missing-file 3:45',
    'ref-outside-project 3:58',
    'remote-ref 3:78',
    'conflicting-keys 4:12',
    'unread-file 1:1',
  ]);
});

const items = Array.from({ length: 2_000 }, (_, index) => ({ a: { b: 'x'.repeat(index % 50), c: `[${index}]` } }));
const wide = JSON.stringify({ list: items, text: 'x'.repeat(5_000) });

test.each([
  ['filters in each other', '$..[?@..[?$..[?@..d]]]', 'too-large'],
  ['comparisons with the whole document', '$..[?$.list == @ && $.list != $.list]', 'unmatched-target'],
  ['long comparisons', '$..[?$.text < $.text || $..[?$.text < $.text]]', 'too-large'],
  ['counts', '$..[?count($..*) > 1]', 'too-large'],
  ['repeated selectors', `$${'[*,*,*,*,*,*,*,*]'.repeat(20)}`, 'unmatched-target'],
  ['counts of repeated selectors', `$[?count(@${'[0,0,0,0,0,0,0,0]'.repeat(20)}) > 1]`, 'unmatched-target'],
  ['a slow pattern', "$[?search(@, '^(x*x*x*)*y')]", 'unmatched-target'],
  ['slow patterns', "$[?search($.text, '^(x*x*x*)*y') || search($.text, '^(x|x|x)*y')]", 'unmatched-target'],
  ['patterns of the document', '$..[?match(@.b, @.c)]', 'too-large'],
  ['deep nesting', `$${'[?@'.repeat(1_200)}${']'.repeat(1_200)}`, 'invalid-overlay'],
  ['too much text', `$${'.a'.repeat(2_500)}`, 'invalid-overlay'],
  ['functions in each other', `$[?${'length('.repeat(600)}@${')'.repeat(600)} > 1]`, 'unmatched-target'],
])('the work of an expression with %s is bounded', (_title, target, code) => {
  const { root, diagnostics } = applyTo(wide, action(`target: ${JSON.stringify(target)}, remove: true`));
  expect(diagnostics.map((one) => one.code)).toEqual([code]);
  expect(stringifyNode(root)).toBe(wide);
});

test('a document cannot grow without end', () => {
  const { root, diagnostics } = applyTo('{"a":[1]}', begin + '  - { target: $, copy: $ }\n'.repeat(40));
  expect(diagnostics.map(({ code, location }) => `${code} ${location?.line}`)).toEqual(['too-large 23']);
  expect(stringifyNode(root)).toHaveLength(2 ** 20 + 7);
});

test('--check fails when an overlay has changed, and a new project gets a copy of the overlay', async () => {
  const folder = makeFolder({
    'definitions/a.mcp.yaml': definition,
    'definitions/shop.yaml': shop,
    'definitions/a.overlay.yaml': action('target: "$.paths[\'/cups\'].get", update: { summary: Old. }'),
  });
  expect(await generateIn(folder)).toMatchObject({ exitCode: 0, error: '' });
  expect(await generateIn(folder, ['--check'])).toMatchObject({ exitCode: 0 });
  await edit(folder, { 'definitions/a.overlay.yaml': (text) => text.replace('Old.', 'New.') });
  expect(await generateIn(folder, ['--check'])).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining('generated/descriptors.ts') as string,
  });
  await edit(folder, { 'definitions/a.overlay.yaml': (text) => `${text}# ours\n` });
  const source = await readDefinitionFiles(`${folder}/definitions`);
  const files = source.listFiles({ name: 'copy' } as never, () => '');
  const copy = files.find(({ path }) => path === 'a.overlay.yaml');
  expect(String(copy?.content)).toMatch(/# ours\n$/u);
  expect(String(files.find(({ path }) => path === 'shop.yaml')?.content)).toBe(shop);
});
