import { describe, expect, test } from 'vitest';
import { sortDiagnostics } from '../../generator/core/diagnostics/format-diagnostics.js';
import { lintDiagnostics } from '../../generator/features/lint/diagnostics.js';
import { giveAdvice } from '../../generator/pipeline/read/give-advice.js';
import { read, type Files } from '../definitions/diagnose.js';
import { readTable } from '../kit/read-table.js';

const server = 'server: { name: s, version: 1.0.0 }\n';

/** Advice on definitions. */
export async function advise(files: Files, isThorough = true) {
  const checked = await read(files);
  return sortDiagnostics(giveAdvice(checked, isThorough));
}

/** The files of a case: a definition from line 2 on, or files by their paths. */
function fileOf(definition: string): Files {
  return definition.startsWith('files ') ? (JSON.parse(definition.slice(6)) as Files) : server + definition;
}

/** Rules with a definition from line 2 on, and the places where the rule finds defects. */
const cases = readTable('lint/rules.tsv').map(
  ([code = '', what = '', definition = '', places = '']) => [code, what, definition, places] as const,
);

describe('lint rules', () => {
  test.each(cases)('%s: %s', async (code, _what, definition, places) => {
    const found = (await advise(fileOf(definition))).filter((one) => one.code === code);
    expect(found.map(({ location }) => `${location?.line}:${location?.column}`).join(', ')).toBe(places);
  });

  test.each(Object.keys(lintDiagnostics))('%s has a text with the defect and one without', (code) => {
    const own = cases.filter(([rule]) => rule === code);
    expect(own.some(([, , , places]) => places !== '')).toBe(true);
    expect(own.some(([, , , places]) => places === '')).toBe(true);
  });
});
