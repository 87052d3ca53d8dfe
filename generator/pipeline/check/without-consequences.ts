import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';

/** Codes by what they say about a value, the most exact first. */
const ranks: readonly string[] = ['wrong-type', 'invalid-value', 'invalid-schema', 'input-not-object'];

/**
 * Drops problems that another one at the same place entails: all others of a value of the wrong type, and those of {@link ranks} after the
 * first. Problems without a place stay.
 */
export function withoutConsequences(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const found = new Map<string, number>();
  for (const diagnostic of diagnostics) {
    const place = placeOf(diagnostic);
    const rank = ranks.indexOf(diagnostic.code);
    if (place !== undefined && rank !== -1) found.set(place, Math.min(rank, found.get(place) ?? rank));
  }
  return diagnostics.filter((diagnostic) => {
    const best = found.get(placeOf(diagnostic) ?? '');
    const rank = ranks.indexOf(diagnostic.code);
    return best === undefined || rank === best || (rank === -1 && best > 0);
  });
}

function placeOf({ location }: Diagnostic): string | undefined {
  return location && `${location.line}:${location.column}:${location.file}`;
}
