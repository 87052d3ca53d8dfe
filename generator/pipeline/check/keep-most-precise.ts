import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';

/** Diagnostic codes in order of how precisely they describe a problem with a value, most precise first. */
const ranks: readonly string[] = ['wrong-type', 'invalid-value', 'invalid-schema', 'input-not-object'];

/**
 * Drops problems that follow from another problem at the same place: a wrong type hides all other problems, and only
 * problems with the first code in {@link ranks} are kept. Problems without a location are kept.
 */
export function keepMostPrecise(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
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
