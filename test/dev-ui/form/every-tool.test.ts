import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printExactJson } from '../../../generator/tools/dev-ui/browser/form/exact-json.js';
import type { JsonObject } from '../../../runtime/wire/json.js';
import { SchemaDocument } from '../../../generator/tools/dev-ui/browser/form/schema-document.js';
import { initialValue } from '../../../generator/tools/dev-ui/browser/form/starter-value.js';
import { ArgumentValidator } from '../../../generator/tools/dev-ui/host/argument-validator.js';
import { askServer } from '../../kit/ask-server.js';
import { openForm, type OpenForm } from './open-form.js';
import { readForm } from './read-field.js';

const root = path.resolve(import.meta.dirname, '../../..');
const servers = readdirSync(path.join(root, 'definitions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const validator = new ArgumentValidator();
let form: OpenForm;

beforeAll(async () => {
  form = await openForm();
});

afterAll(async () => {
  await Promise.all([form.close(), validator.close()]);
});

interface Descriptor {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

describe.each(servers)('the forms of %s', (name) => {
  test('show every tool, keep its examples, and begin with valid values', async () => {
    const server = await askServer(path.join(root, 'dist', name, 'server.mjs'), {
      carrier: 'stdio',
      revision: '2026-07-28',
    });
    try {
      const { result } = await server.ask('tools/list');
      const { tools } = result as { readonly tools: readonly Descriptor[] };
      expect(tools.length).toBeGreaterThan(0);
      for (const { name: tool, inputSchema } of tools) await checkTool(tool, inputSchema);
      expect(form.faults).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

async function checkTool(tool: string, schema: JsonObject): Promise<void> {
  await form.show(schema);
  const properties = Object.keys((schema['properties'] ?? {}) as object);
  const shown = await form.page
    .locator('[data-path^="/"]')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('data-path')));
  const top = shown.filter((pointer) => pointer?.split('/').length === 2);
  expect(new Set(top), tool).toEqual(new Set(properties.map((property) => `/${property}`)));

  const initial = initialValue(schema);
  expect(await form.value(), tool).toBe(printExactJson(initial));
  const found = await validator.validate(schema, printExactJson(initial));
  // Values that only a person knows are missing, and the whole does not fit without them. Each value that is there fits.
  const isMissing = (error: { readonly path: string; readonly message: string }) =>
    error.path === '' || error.message === 'is required';
  const wrong = 'errors' in found ? found.errors.filter((error) => !isMissing(error)) : found;
  expect(wrong, tool).toEqual([]);

  const examples = Array.isArray(schema['examples']) ? (schema['examples'] as readonly unknown[]) : [];
  for (const example of examples) {
    expect(readForm(schema, example, new SchemaDocument(schema)).value, tool).toEqual(example);
  }
}
