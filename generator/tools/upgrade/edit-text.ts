/** Replacement of a range of text. */
export interface TextEdit {
  /** Offsets in UTF-16 code units; an empty range inserts. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits in any order. Of duplicate or overlapping edits, the first is applied. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, text: replacement } of edits.toSorted((left, right) => left.start - right.start)) {
    if (start < done) continue;
    result += text.slice(done, start) + replacement;
    done = end;
  }
  return result + text.slice(done);
}

/** Returns the line and the column of an offset, both counted from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Change that `upgrade` leaves to the user. */
export interface ManualChange {
  /** Path relative to the root. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Instruction as a sentence. */
  readonly fix: string;
}

/** File content after an upgrade. */
export interface UpgradedText {
  readonly text: string;
  readonly manual: readonly ManualChange[];
}
