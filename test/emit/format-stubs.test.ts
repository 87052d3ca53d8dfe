import fc from 'fast-check';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { emitStubs } from '../../generator/pipeline/emit/handlers/emit-stubs.js';
import { formatStubs, isFormatted } from '../../generator/pipeline/emit/handlers/format-stubs.js';
import type { StubFile } from '../../generator/core/code/generated-file.js';
import { loadPackage } from '../../generator/core/package/load-package.js';
import { buildModel, promptModel, schemaModel, templateModel, toolModel } from '../kit/build-model.js';

const { render } = loadPackage();
const paths = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };

/** Stubs of every kind. */
function listStubs(name: string, description: string): readonly StubFile[] {
  const typeName = `T${name.replaceAll(/\W/g, '')}`;
  const text = { name, description };
  return emitStubs(
    buildModel({
      tools: [
        { ...toolModel(typeName), ...text },
        { ...toolModel(`${typeName}Out`, { output: schemaModel({ type: 'object' }) }), ...text },
      ],
      prompts: [{ ...promptModel(typeName, []), ...text }],
      resources: [{ ...promptModel(typeName, []), ...text, uri: `shop://${name}` }],
      resourceTemplates: [{ ...templateModel(typeName, { path: [], query: [] }), ...text }],
    }),
    paths,
    render,
  );
}

const options = { parser: 'typescript', singleQuote: true, printWidth: 100 };

describe('stubs', () => {
  test('that count as formatted are as the formatter leaves them', async () => {
    const name = fc.oneof(fc.string({ maxLength: 60 }), fc.stringMatching(/^[a-z_'"\\-]{1,90}$/u));
    const description = fc.string({
      unit: fc.constantFrom('word ', '\n', ' ', '*', '/', "'", 'é', '\t'),
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(name, description, async (...texts) => {
        for (const { content } of listStubs(...texts).filter((stub) => isFormatted(stub.content))) {
          expect(await format(content, options)).toBe(content);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('mostly count as formatted', () => {
    const stubs = listStubs('find', 'Finds books.\n\nBy words in their titles.');
    expect(stubs.length).toBe(6);
    expect(stubs.filter(({ content }) => !isFormatted(content))).toEqual([]);
  });

  test('with long lines or other quotes are formatted', async () => {
    const stubs = listStubs("it's a name that makes a line so long that it has to be broken", 'Finds.');
    expect(stubs.filter(({ content }) => isFormatted(content)).map(({ path }) => path)).toEqual(['handlers/server.ts']);
    for (const { content } of await formatStubs(stubs, new Set(stubs.map(({ path }) => path)))) {
      expect(await format(content, options)).toBe(content);
    }
  });
});
