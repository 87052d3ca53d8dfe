import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { printKnownValidators, printLicenses, printTemplates } from '../../generator/cli/bundle/print-modules.js';
import { compileTemplates, type RenderTemplate } from '../../generator/core/code/templates.js';
import { compileKnown, knownSchemas } from '../../generator/core/schema/compile-known.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Loads a module that was printed, from a folder in which it finds the dependencies. */
async function load(text: string): Promise<unknown> {
  const folder = await mkdtemp(path.join(root, 'dist', 'printed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'printed.mjs');
  const require = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
  await writeFile(file, require + text);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

const values: readonly unknown[] = [
  {},
  [],
  { server: { name: 's', version: '1.0.0' }, tools: { a: { description: 'A.', inputSchema: { type: 'object' } } } },
  { server: { name: 7 }, tools: { 'a b': { inputschema: {} } }, toolz: {} },
  { type: 'object', properties: { a: { type: 'strin', minLength: -1 } }, required: ['a', 'a'], $id: 'not a uri' },
  { type: ['string', 'string'], pattern: '(', $ref: 5, $anchor: '1', items: [{}], dependentRequired: { a: 1 } },
  { properties: { a: { allOf: [] } }, $defs: { b: 3 }, definitions: { c: 'x' }, format: 'uri' },
];

function report(validate: ValidateFunction, value: unknown) {
  const isValid = validate(value);
  return { isValid, errors: (validate.errors ?? []).map((error: ErrorObject) => ({ ...error })) };
}

describe('the modules that the bundle has in the place of others', () => {
  test.each(knownSchemas)('find the same as the validator that is compiled: %s', async (name) => {
    const { findKnownValidator } = (await load(printKnownValidators())) as {
      readonly findKnownValidator: (wanted: string) => ValidateFunction;
    };
    const compiled = compileKnown(name).validate;
    const expected = values.map((value) => report(compiled, value));
    expect(expected.some(({ isValid }) => !isValid)).toBe(true);
    expect(values.map((value) => report(findKnownValidator(name), value))).toEqual(expected);
  });

  test('render templates as those that are compiled', async () => {
    const sources = new Map([
      ['a', 'Hello {{name}}{{#each list}}, <{{this}}>{{/each}}!'],
      ['b', '{{#if name}}`"{{name}}"{{/if}}'],
    ]);
    const { loadTemplates } = (await load(printTemplates(sources))) as { readonly loadTemplates: () => RenderTemplate };
    const printed = loadTemplates();
    const view = { name: '<&"', list: ['x', 'y'] };
    expect(printed('a', view)).toBe('Hello <&", <x>, <y>!');
    expect(['a', 'b'].map((name) => printed(name, view))).toEqual(
      ['a', 'b'].map((name) => compileTemplates(sources)(name, view)),
    );
    expect(() => printed('a', { list: [] })).toThrow('"name" not defined');
    expect(() => printed('c', view)).toThrow('Template c does not exist.');
  });

  test('come with the licenses of the packages in them', () => {
    const text = printLicenses(root, ['node_modules/yaml/dist/index.js', 'node_modules/yaml/x.js', 'generator/cli.ts']);
    expect(text).toMatch(/yaml \d+\.\d+\.\d+ \(ISC\)\n\nCopyright Eemeli Aro/u);
    expect(text.match(/Eemeli Aro/gu)).toHaveLength(1);
    expect(text.trimEnd()).toMatch(/^\/\*[^]*\*\/$/u);
  });
});
