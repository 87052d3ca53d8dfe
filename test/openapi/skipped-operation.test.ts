import { expect, test } from 'vitest';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { createProject } from '../kit/build-server.js';
import { loadModule } from '../kit/load-module.js';
import { makeFolder } from '../kit/make-folder.js';

/** `dependentRequired` has lists: the metaschema of 2020-12 refuses this one. */
const refused = { type: 'object', properties: { a: { type: 'object', dependentRequired: { b: 'c' } } } };

function postOf(operationId: string, schema: object): object {
  const content = { 'application/json': { schema } };
  return { post: { operationId, requestBody: { required: true, content }, responses: {} } };
}

test.each([
  ['no tool can be made of', { '/a': { trace: {} } }],
  ['no validator can be made for', { '/a': postOf('bad', refused) }],
])('an operation that %s is an error when warnings are', async (_title, paths) => {
  const root = makeFolder({
    'definitions/api.openapi.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }),
  });
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  const { ok, diagnostics, write } = await runGenerator({ root, ...folders, check: false, force: false, strict: true });
  expect(ok).toBe(false);
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['skipped-operation', 'error']]);
  expect(write).toBeUndefined();
});

test('a schema that no validator can be made of costs its tool and no other one', async () => {
  const project = await createProject({
    'definitions/api.openapi.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/a': postOf('bad', refused), '/b': postOf('good', { type: 'object', properties: {} }) },
    }),
  });
  const { ok, diagnostics, summary } = project.report;
  expect(ok).toBe(true);
  expect(summary.tools).toBe(1);
  expect(diagnostics.map(({ code, severity, location }) => [code, severity, location?.line])).toEqual([
    ['skipped-operation', 'warning', 1],
  ]);
  type Generated = { readonly definition: { readonly tools: { readonly names: readonly string[] } } };
  const { definition } = await loadModule<Generated>(project.folder, 'generated/definition.ts');
  expect(definition.tools.names).toEqual(['good']);
});
