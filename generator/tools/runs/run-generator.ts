import { hasErrors } from '../../core/diagnostics/create-diagnostic.js';
import { generate, type GenerateOptions, type GenerateReport } from '../../generate.js';
import { readEarlierRun } from '../../pipeline/write/earlier-run.js';
import { recordRun } from './run-record.js';

/**
 * Generates with data from the manifest of the last run, such as names and profiles, and records the run for
 * `regenerate`.
 */
export async function runGenerator(options: GenerateOptions): Promise<GenerateReport> {
  const earlier = await readEarlierRun(options);
  if (hasErrors(earlier.diagnostics)) {
    const summary = { tools: 0, prompts: 0, resources: 0, resourceTemplates: 0 };
    return { ok: false, diagnostics: earlier.diagnostics, sources: new Map(), summary };
  }
  const { report, plan, trace } = await generate(options, earlier);
  if (!plan) return report;
  if (report.ok && !options.check) await recordRun(options, plan, trace, report);
  const before = earlier.generatorVersion;
  return before === undefined || before === plan.generatorVersion ? report : { ...report, upgradedFrom: before };
}
