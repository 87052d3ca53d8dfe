import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { composeFormat, type FormatFragment } from '../../build/compose-format.mjs';
import { memberViews } from '../../generator/core/code/json-expression.js';
import type { DiagnosticRule } from '../../generator/core/diagnostics/diagnostic-table.js';
import { createDiagnostic } from '../../generator/core/diagnostics/create-diagnostic.js';
import { PartKey } from '../../generator/core/model/part-key.js';
import { stringAt } from '../../generator/core/source/source-node.js';
import type { ChangeRow } from '../../generator/feature-kit/changes/change-rules.js';
import { loadExport, type Feature } from '../../generator/feature-kit/feature.js';
import { text } from '../../generator/feature-kit/pages/document.js';
import { makeFolder } from '../kit/make-folder.js';

/** Everything that the toy knows of a server and of a tool. */
const motto = new PartKey<string>('motto');

const longMotto: DiagnosticRule = { code: 'long-motto', severity: 'error', about: 'A motto that nobody remembers.' };

const mottoChanged: ChangeRow = {
  rule: 'motto-changed',
  clients: 'may-break',
  handlers: 'compatible',
  about: 'The motto changed.',
};

const fragment: FormatFragment = {
  keys: {
    root: { motto: { schema: { type: 'string', description: 'Motto of the server.' } } },
    Tool: { motto: { schema: { type: 'string', description: 'Motto of the tool.' } } },
  },
};

/** A feature that exists in this file only: no other file knows of it. */
const toy: Feature = {
  name: 'toy',
  diagnostics: [longMotto],
  changes: [mottoChanged],
  root: { settings: ['motto'] },
  readTool(tool, node) {
    const own = stringAt(node, 'motto');
    return own === undefined ? tool : motto.on(tool, own);
  },
  read(model, { definitions, resolution }) {
    const node = definitions.settings.get('motto');
    if (node?.kind !== 'scalar' || typeof node.value !== 'string') return model;
    if (node.value.length > 20)
      resolution.diagnostics.push(createDiagnostic(longMotto, node.location, 'It is too long.'));
    return motto.on(model, node.value);
  },
  environment: (model) =>
    motto.of(model) === undefined
      ? []
      : [{ title: 'The motto', variables: [{ name: 'TOY_MOTTO', description: 'Another motto.', isNeeded: true }] }],
  packages: (model) => (motto.of(model) === undefined ? [] : [{ name: 'toy-printer', purpose: 'the motto' }]),
  toolMembers: (tool) => memberViews({ motto: motto.of(tool) }),
  emit: ({ model }) => {
    const own = motto.of(model);
    if (own === undefined) return {};
    return {
      files: [{ path: 'toy.ts', content: `export const toy = ${JSON.stringify(own)};\n` }],
      parts: [loadExport('toy', './toy.ts', 'toy')],
    };
  },
  diff: {
    server: (changes, { old, recent }) => changes.addValue(mottoChanged, 'motto', motto.of(old), motto.of(recent)),
  },
  site: { facts: (tool) => (motto.of(tool) === undefined ? [] : [[text(`Its motto: ${motto.of(tool)}`)]]) },
};

vi.mock('../../generator/features.js', async (importOriginal) => {
  const { features } = await importOriginal<{ readonly features: readonly Feature[] }>();
  return { features: [...features, toy] };
});

vi.mock('../../generator/core/package/load-package.js', async (importOriginal) => {
  const original = await importOriginal<{ readonly readDefinitionSchema: () => object }>();
  const readDefinitionSchema = () => composeFormat(original.readDefinitionSchema(), [fragment]);
  return { ...original, readDefinitionSchema };
});

const { runInMemory } = await import('../cli/run-in-memory.js');

const definition = (own: string): string => `server: { name: s, version: 1.0.0 }
${own}
tools:
  bake: { description: Bakes., motto: Slowly }
`;

describe('a feature of one folder', () => {
  let cwd: string;

  beforeAll(() => {
    cwd = makeFolder({ 'definitions/s.mcp.yaml': definition('motto: Better late'), 'package.json': '{}' });
  });

  test('adds its file, its members, its variable and its package', async () => {
    const { exitCode, out, error } = await runInMemory(['generate'], { cwd });
    expect({ exitCode, error }).toEqual({ exitCode: 0, error: '' });
    expect(out).toContain('Packages that are not installed: toy-printer (for the motto)');
    const read = (file: string) => readFile(path.join(cwd, 'generated', file), 'utf8');
    expect(await read('toy.ts')).toBe('export const toy = "Better late";\n');
    expect(await read('definition.ts')).toContain("  parts: { toy: async () => (await import('./toy.ts')).toy },\n");
    expect(await read('tools.ts')).toContain("    motto: 'Slowly',\n");
    expect(await read('env.example')).toContain('# The motto\n\n# Another motto.\nTOY_MOTTO=\n');
  });

  test('has a fact on the page about the server', async () => {
    expect((await runInMemory(['docs'], { cwd })).exitCode).toBe(0);
    expect(await readFile(path.join(cwd, 'docs/server.md'), 'utf8')).toContain('Its motto: Slowly');
  });

  test('reports its own diagnostic with a place', async () => {
    const folder = makeFolder({ 'definitions/s.mcp.yaml': definition('motto: Better late than never, says everyone') });
    const { exitCode, error } = await runInMemory(['generate'], { cwd: folder });
    expect(exitCode).toBe(1);
    expect(error).toContain('definitions/s.mcp.yaml:2:8 error long-motto: It is too long.');
  });

  test('has a rule of `diff`', async () => {
    const old = makeFolder({ 'definitions/s.mcp.yaml': definition('motto: Never') });
    const { out } = await runInMemory(['diff', path.join(old, 'definitions'), 'definitions'], { cwd });
    expect(out).toContain('motto-changed');
  });
});
