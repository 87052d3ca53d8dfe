import { generate, type GenerateOptions, type GenerateReport } from '../../generator/generate.js';

/** Generates in a folder. */
export function generateIn(root: string, options: Partial<GenerateOptions> = {}): Promise<GenerateReport> {
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  return generate({ root, ...folders, check: false, force: false, strict: false, ...options });
}

/** What a run found, as `severity code file:line:column`. */
export function listFound({ diagnostics }: GenerateReport): readonly string[] {
  return diagnostics.map(({ severity, code, location }) =>
    location ? `${severity} ${code} ${location.file}:${location.line}:${location.column}` : `${severity} ${code}`,
  );
}
