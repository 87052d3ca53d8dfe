import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { mendQuotes } from './mend-quotes.js';
import { parseSource, type ParsedSource } from './parse-source.js';

/**
 * Parses an OpenAPI document or a part of it. These are somebody else's, so that what can be read all the same is read, with
 * warnings: keys that stand twice (the first one counts), values that JSON does not have, quoted texts that are badly indented.
 */
export async function parseLeniently(file: string, text: string): Promise<ParsedSource> {
  const parsed = await parseSource(file, text);
  if (parsed.root) return { ...parsed, diagnostics: parsed.diagnostics.map(excuse) };
  const mended = mendQuotes(text);
  if (mended.places.length === 0) return parsed;
  const { locateOffset, parseYaml } = await import('./parse-yaml.js');
  const again = parseYaml(file, text, mended.text);
  if (!again.root) return again;
  const message = 'This text goes on in a line that begins too far left; it is read all the same.';
  const warnings = mended.places.map((offset) =>
    createDiagnostic('invalid-api', locateOffset(file, text, offset), message),
  );
  return { root: again.root, diagnostics: [...again.diagnostics.map(excuse), ...warnings] };
}

function excuse(diagnostic: Diagnostic): Diagnostic {
  const { code, location, message, related } = diagnostic;
  if (code !== 'duplicate-key' && code !== 'not-json') return diagnostic;
  return createDiagnostic('invalid-api', location, message, { ...(related && { related }) });
}
