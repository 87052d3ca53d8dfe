import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import formatOfLint from '../../generator/features/lint/format.json' with { type: 'json' };
import { lintDiagnostics } from '../../generator/features/lint/diagnostics.js';
import { lintModel } from '../../generator/features/lint/lint-model.js';
import { giveAdvice } from '../../generator/pipeline/read/give-advice.js';
import { readDefinitions } from '../../generator/pipeline/read/read-definitions.js';
import { runInMemory } from '../cli/run-in-memory.js';
import { read } from '../definitions/diagnose.js';
import { buildModel, schemaModel, toolModel } from '../kit/build-model.js';
import { makeFolder } from '../kit/make-folder.js';
import { measureGrowth } from '../kit/measure-growth.js';

const advising = { locate: () => undefined, isThorough: true, diagnostics: [] };
const root = path.resolve(import.meta.dirname, '../..');

test('each rule can be turned off by its code', () => {
  expect(Object.keys(formatOfLint.$defs.Lint.schema.properties)).toEqual(Object.keys(lintDiagnostics));
});

describe('our own texts have no findings', () => {
  test.each(
    readdirSync(path.join(root, 'definitions'), { withFileTypes: true }).filter((entry) => entry.isDirectory()),
  )('definitions/$name', async ({ name }) => {
    const checked = await readDefinitions(root, `definitions/${name}`, new Map(), {
      lookup: { out: `generated/${name}` },
    });
    expect(giveAdvice(checked, true).map(({ message }) => message)).toEqual([]);
  });

  test.each(['dice', 'library'])('the template %s', async (template) => {
    const cwd = makeFolder();
    await runInMemory(['project', '--template', template, '--yes'], { cwd });
    const project = path.join(cwd, 'project');
    expect(await runInMemory(['generate', '--lint'], { cwd: project })).toMatchObject({ exitCode: 0, error: '' });
  });
});

describe('suggestions', () => {
  test.each([
    ['"Finds\\u200b orders."', 'Finds orders.'],
    ['You must be signed in. Deletes the cache.', 'Deletes the cache. You must be signed in.'],
    [
      'Finds the orders of a customer by the number of the customer. Finds the orders of a customer by the number of the customer.',
      'Finds the orders of a customer by the number of the customer.',
    ],
  ])('%s', async (description, suggestion) => {
    const checked = await read(`server: { name: s, version: 1.0.0 }\ntools:\n  t:\n    description: ${description}\n`);
    const suggestions = giveAdvice(checked, true).flatMap((advice) => advice.suggestion ?? []);
    expect(suggestions).toEqual([suggestion]);
    expect(suggestion.length).toBeLessThanOrEqual(description.length * 1.5);
  });
});

describe('the time grows with the input', () => {
  const nouns = ['issue', 'branch', 'commit', 'release', 'team', 'hook', 'label'];
  const input = schemaModel({
    type: 'object',
    properties: {
      owner: { type: 'string', description: 'Account that owns the repository.' },
      page: { type: 'integer' },
    },
  });

  test('of tools, whose texts are alike', async () => {
    await measureGrowth(500, (count) => {
      const tools = Array.from({ length: count }, (_, index) => {
        const noun = nouns[index % nouns.length];
        return toolModel(`get_${noun}_${index}`, {
          description: `Gets the ${noun} number ${index} of a repository, with all fields that the API returns.`,
          input,
        });
      });
      lintModel(buildModel({ tools }), advising);
    });
  });

  test.each([
    'a',
    'ignore all ',
    'read ',
    'a.\n',
    '- ',
    '\u200b',
    '<',
    'the user must ',
    'do not mention a b ',
    ' ',
    '中',
    'pass content ',
  ])('of a description of %j', async (piece) => {
    await measureGrowth(10_000, (count) => {
      const text = piece.repeat(count);
      const properties = { q: { type: 'string', description: text } };
      const tool = toolModel('find', { description: text, input: schemaModel({ type: 'object', properties }) });
      lintModel(buildModel({ tools: [tool, { ...tool, name: 'search', description: `${text}b` }] }), advising);
    });
  });
});
