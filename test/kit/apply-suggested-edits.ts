import type { SuggestedEdit } from '../../generator/core/diagnostics/suggest-edits.js';
import { applyEdits } from '../../generator/tools/upgrade/edit-text.js';

/** Applies the edits of a file, as an editor would. */
export function applySuggestedEdits(text: string, edits: readonly SuggestedEdit[]): string {
  const lines = text.split('\n');
  const offset = ({ line, column }: SuggestedEdit['range']['start']): number =>
    lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0) + column - 1;
  return applyEdits(
    text,
    edits.map(({ range, newText }) => ({ start: offset(range.start), end: offset(range.end), text: newText })),
  );
}
