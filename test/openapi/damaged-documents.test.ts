import fc from 'fast-check';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';
import { linkPackages } from '../kit/link-packages.mjs';
import { makeFolder, putFiles } from '../kit/make-folder.js';
import { typeCheck } from '../kit/type-check.js';
import { applyDamage, damages, sound, text, thing } from './damage.js';
import { readApi } from './read-api.js';

const wrong = [null, [], {}, 'x', 1, true, [null], thing, { $ref: '#' }, { $ref: 5 }, '__proto__'];

test('no damage below the root of a document is more than a warning', async () => {
  await fc.assert(
    fc.asyncProperty(damages(wrong, 5), fc.constantFrom('3.0.3', '3.1.0'), async (list, openapi) => {
      const document = { ...structuredClone(sound), openapi };
      for (const one of list) applyDamage(document, one);
      const { diagnostics } = await readApi({ 'definitions/api.openapi.json': document });
      const warnings = new Set(['invalid-api', 'broken-reference', 'skipped-operation']);
      expect(diagnostics.filter((text) => !warnings.has(text.split(' ')[0] ?? ''))).toEqual([]);
    }),
    { numRuns: 80 },
  );
});

/** Settings that a definition may have for the API; each document is read with one of them. */
const settings = [
  {},
  { mode: 'discover', validate: 'lenient', toolsets: { some: ['tag:a & method:get', 'scope:read'] } },
  { mode: 'code', code: { allow: ['all'] }, validate: 'strict' },
  {
    validateResponses: 'error',
    tools: { read: { output: { pick: ['next.kind', '__proto__', 'either.list', 'constructor'] } } },
  },
  { output: { maxTokens: 500 }, implement: true, tools: { read: { output: { maxTokens: false, pick: ['kind'] } } } },
];

const values = [null, [], {}, '', 'x', '*/', 1, -0.5, true, [null], [[]], { x: null }, thing, text, '__proto__'];

const count = Number(process.env['DAMAGED_DOCUMENTS'] ?? 5);

test('a server of a damaged document compiles, or is refused', { timeout: 60_000 + count * 2000 }, async () => {
  const folder = makeFolder();
  linkPackages(folder);
  const samples = fc.sample(damages(values, 6), count);
  // The one that was found first.
  samples.push([]);
  let compiled = 0;
  for (const [index, list] of samples.entries()) {
    const document = structuredClone(sound);
    if (list.length === 0) Object.assign(document, { security: [{ flow: null }] });
    for (const one of list) applyDamage(document, one);
    const root = path.join(folder, `server-${index}`);
    const api = { document: './things.json', ...settings[index % settings.length] };
    putFiles(root, {
      'definitions/things.json': JSON.stringify(document),
      'definitions/s.mcp.json': JSON.stringify({ server: { name: 's', version: '1.0.0' }, openapi: { things: api } }),
    });
    writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
    const options = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
    const report = await runGenerator({ root, ...options, check: false, force: false, strict: false });
    const printed = formatDiagnostics(report.diagnostics, report.sources, { color: false });
    if (!report.ok) expect(printed).toMatch(/(?:^| )error (?:no-tools|no-definitions|invalid-|unknown-field)/mu);
    if (existsSync(path.join(root, 'generated/definition.ts'))) compiled += 1;
  }
  expect(compiled).toBeGreaterThan(count / 2);
  const problems = await typeCheck(folder, ['server-*/generated', 'server-*/handlers']);
  const [, index = ''] = /^server-(\d+)/mu.exec(problems) ?? [];
  expect(problems, JSON.stringify(samples[Number(index)])).toBe('');
});
