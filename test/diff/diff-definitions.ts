import { createDiffReport, type DiffReport, type DiffSide } from '../../generator/outputs/diff/diff-report.js';
import { createLocator } from '../../generator/pipeline/read/locate-place.js';
import { read, type Files } from '../definitions/diagnose.js';

/** Changes from one version of definitions to another, and back; both have to be valid. */
export async function diffBothWays(one: Files, other: Files): Promise<readonly [DiffReport, DiffReport]> {
  const [first, second] = [await readSide(one, 'one'), await readSide(other, 'other')];
  return [createDiffReport(first, second), createDiffReport(second, first)];
}

/** Changes between two versions of definitions. */
export async function diffDefinitions(old: Files, recent: Files): Promise<DiffReport> {
  const [report] = await diffBothWays(old, recent);
  return report;
}

async function readSide(files: Files, label: string): Promise<DiffSide> {
  const definitions = await read(files);
  const errors = definitions.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return { label, model: definitions.resolved.model, locate: createLocator(definitions, '') };
}
