import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { repairQuotes } from './repair-quotes.js';
import { parseJson } from './parse-json.js';
import { locateOffset, parseYaml, type YamlOptions } from './parse-yaml.js';
import type { ParsedSource } from './parsed-source.js';

/** Parses a file into located nodes: JSON if its name ends in `.json`, otherwise YAML. */
export function parseSource(file: string, text: string, options: YamlOptions = {}): ParsedSource {
  return file.endsWith('.json') ? parseJson(file, text) : parseYaml(file, text, options);
}

/**
 * Parses an OpenAPI document or a part of one. Users cannot fix these files, so three errors become warnings: duplicate
 * keys (the first one is used), values without a JSON equivalent, and badly indented quoted strings.
 */
export function parseLeniently(file: string, text: string): ParsedSource {
  const parsed = parseSource(file, text, { isDocument: true });
  if (parsed.root) return { ...parsed, diagnostics: parsed.diagnostics.map(excuse) };
  const repaired = repairQuotes(text);
  if (repaired.places.length === 0 || file.endsWith('.json')) return parsed;
  const again = parseYaml(file, text, { readable: repaired.text, isDocument: true });
  if (!again.root) return again;
  const message = 'This string continues on a line that is not indented enough; it is read anyway.';
  const warnings = repaired.places.map((offset) =>
    createDiagnostic('invalid-api', locateOffset(file, text, offset), message),
  );
  return { root: again.root, diagnostics: [...again.diagnostics.map(excuse), ...warnings] };
}

function excuse(diagnostic: Diagnostic): Diagnostic {
  const { code, location, message, related } = diagnostic;
  if (code !== 'duplicate-key' && code !== 'not-json') return diagnostic;
  return createDiagnostic('invalid-api', location, message, { ...(related && { related }) });
}
