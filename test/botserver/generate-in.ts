import { generate, type GenerateOptions, type GenerateReport } from '../../generator/generate.js';

/** Generates in a folder, with the runtime of this package. */
export function generateIn(root: string, options: Partial<GenerateOptions> = {}): Promise<GenerateReport> {
  const folders = { definitions: 'definitions', handlers: 'handlers', out: 'generated' };
  const runtime = 'create-mcp-from-schema/runtime';
  return generate({ root, ...folders, runtime, check: false, force: false, strict: false, ...options });
}

/** What a run found, as `severity code file:line:column`. */
export function listFound({ diagnostics }: GenerateReport): readonly string[] {
  return diagnostics.map(({ severity, code, location }) =>
    location ? `${severity} ${code} ${location.file}:${location.line}:${location.column}` : `${severity} ${code}`,
  );
}
