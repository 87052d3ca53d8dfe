import type { GenerateOptions, GenerateReport } from '../../generator/generate.js';
import { runGenerator } from '../../generator/tools/runs/run-generator.js';

/** Generates in a folder. */
export function generateIn(root: string, options: Partial<GenerateOptions> = {}): Promise<GenerateReport> {
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  return runGenerator({ root, ...folders, check: false, force: false, strict: false, ...options });
}

/** Diagnostics of a run, as `severity code file:line:column`. */
export function listFound({ diagnostics }: GenerateReport): readonly string[] {
  return diagnostics.map(({ severity, code, location }) =>
    location ? `${severity} ${code} ${location.file}:${location.line}:${location.column}` : `${severity} ${code}`,
  );
}
