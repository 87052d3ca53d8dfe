import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Model } from '../../generator/core/model/model.js';
import { planSite } from '../../generator/outputs/site/plan-site.js';
import { buildModel, definitionModel, promptModel, schemaModel, toolModel } from '../kit/build-model.js';
import { parseModel, readModel } from './read-model.js';

const root = path.resolve(import.meta.dirname, '../..');
const servers = readdirSync(path.join(root, 'definitions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function plan(model: Model): { readonly [name: string]: string } {
  return Object.fromEntries(planSite(model, { isLocal: true }).map(({ path: name, content }) => [name, content]));
}

describe('the page of each example', () => {
  test.each(servers)('%s names all that the server offers', async (server) => {
    const model = await readModel(`definitions/${server}`);
    const { 'index.html': html = '', 'server.md': markdown = '' } = plan(model);
    expect(html.length).toBeLessThan(400_000);
    for (const { name } of [...model.tools, ...model.prompts]) expect(html).toContain(`>${name}<`);
    for (const { uri } of model.resources) expect(markdown).toContain(uri);
    for (const { uriTemplate } of model.resourceTemplates) expect(markdown).toContain(uriTemplate);
  });
});

test('the operations of an API in discover mode stand in folded groups', async () => {
  const document = readFileSync(path.join(root, 'test/corpus/documents/library-30.json'), 'utf8');
  const text = 'server: { name: api, version: 1.0.0 }\nopenapi: { api: { document: ./api.json, mode: discover } }\n';
  const model = await parseModel(text, { 'definitions/api.json': document });
  const operations = model.tools.filter(({ unlisted }) => unlisted);
  expect(operations.length).toBeGreaterThan(3);
  const { 'index.html': html = '' } = plan(model);
  expect(html).toContain(`call ${operations.length} operations`);
  for (const { name, unlisted } of operations) {
    expect(html).toContain(`<details id="tool-${name}">`);
    expect(html).toContain(`Request: <code>${unlisted?.request}</code>`);
  }
});

/** A server with many tools, each with many fields, and a type of its own that it uses twice. */
function makeLarge(count: number, fields: number): Model {
  const names = Array.from({ length: count }, (_, index) => `tool_${index}`);
  const properties = Object.fromEntries(
    Array.from({ length: fields }, (_, index) => [`field_${index}`, { type: 'string', description: 'A field of it.' }]),
  );
  return buildModel({
    tools: names.map((name, index) => ({
      ...toolModel(name),
      description: `Does the thing number ${index}. It has more to say than that.`,
      input: schemaModel({ type: 'object', properties: { ...properties, a: { $ref: `#/$defs/Type${index}` } } }),
      output: schemaModel({ type: 'object', properties: { ...properties, b: { $ref: `#/$defs/Type${index}` } } }),
    })),
    definitions: names.map((_, index) => definitionModel(`Type${index}`, { type: 'object', properties })),
  });
}

describe('a page that would be longer than 2 MB', () => {
  const htmlOf = (model: Model): string => plan(model)['index.html'] ?? '';

  const [results, inputs] = ['Results are omitted', 'Inputs, results and examples are omitted'];
  const [names, detail] = ['Everything except names and purposes is omitted', 'It has more to say than that.'];

  test.each([
    ['has everything for 1,000 small tools, folded', 1000, 1, ['<details id="tool-tool_999">', detail], ['left out']],
    ['leaves results out first', 1000, 2, [results, '<code>field_1</code>'], ['<strong>Result</strong>']],
    ['then inputs and examples', 1000, 8, [inputs, '<details id="tool-tool_999">', detail], []],
    ['then all but names and purposes', 8000, 0, [names, '<code>tool_7999</code>'], [detail]],
  ] as const)('%s', (_, count, fields, has, hasNot) => {
    const html = htmlOf(makeLarge(count, fields));
    expect(html.length).toBeLessThan(2_000_000);
    // Without the page in the message.
    expect(has.filter((text) => !html.includes(text))).toEqual([]);
    expect(hasNot.filter((text) => html.includes(text))).toEqual([]);
  });

  test('then all but the first entries of each list', () => {
    const large = makeLarge(12_000, 0);
    const prompts = large.tools.map(({ name }) => ({ ...promptModel(name, []), description: 'Long. '.repeat(100) }));
    const html = htmlOf({ ...large, prompts });
    expect(html.length).toBeLessThan(2_000_000);
    expect(html.includes('the first 500 entries of each list')).toBe(true);
    expect(html.includes('12000 tools, 12000 prompts')).toBe(true);
    expect([...html.matchAll(/<code>tool_499<\/code>/gu)].length).toBe(2);
    expect(html.includes('<code>tool_500</code>')).toBe(false);
  });
});

describe('a schema', () => {
  const describeInput = (schema: object): string =>
    plan(buildModel({ tools: [{ ...toolModel('one'), input: schemaModel(schema as never) }] }))['server.md'] ?? '';

  test('of any depth gives a table of bounded length', () => {
    let nested: object = { type: 'string' };
    for (let level = 0; level < 100; level++) nested = { type: 'object', properties: { [`l${level}`]: nested } };
    const markdown = describeInput(nested);
    expect(markdown).toContain('There are more fields than this page shows');
    expect(markdown).toContain('`l99.l98`');
    expect(markdown).not.toContain('l80');
  });

  test('of any width gives a table of bounded length', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`f${index}`, { type: 'string' }]),
    );
    const markdown = describeInput({ type: 'object', properties });
    expect(markdown).toContain('`f149`');
    expect(markdown).not.toContain('`f150`');
    expect(markdown).toContain('There are more fields than this page shows');
  });

  test('with 1,000 values names twenty', () => {
    const values = Array.from({ length: 1000 }, (_, index) => `v${index}`);
    const markdown = describeInput({ type: 'object', properties: { a: { enum: values } } });
    expect(markdown).toContain('`"v19"` or 980 more');
  });
});
