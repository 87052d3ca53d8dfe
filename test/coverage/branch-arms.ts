/** Place in a source text; `line` counts from one, `column` from zero. The missing `else` of an `if` has neither. */
interface Place {
  readonly line?: number;
  readonly column?: number;
}

interface Range {
  readonly start: Place;
  readonly end: Place;
}

/** Branches of a file in Istanbul's form: what they are, and how often each arm ran. */
export interface FileBranches {
  readonly branchMap: {
    readonly [id: string]: { readonly type: string; readonly loc: Range; readonly locations: readonly Range[] };
  };
  readonly b: { readonly [id: string]: readonly number[] };
}

/** One way through a branch. */
export interface Arm {
  /** The same for one arm, whichever bundle holds it. */
  readonly key: string;
  readonly line: number;
  /** First line of its code; `no else: …` for an `if` without `else`. */
  readonly text: string;
  readonly count: number;
}

/** Lists the arms of all branches of a file. */
export function listArms({ branchMap, b }: FileBranches, source: string): readonly Arm[] {
  const lines = source.split('\n');
  return Object.entries(branchMap).flatMap(([id, { type, loc, locations }]) => {
    const start = type === 'if' ? findIf(lines, loc.start) : loc.start;
    return locations.map((range, position): Arm => {
      const place = range.start.line === undefined || (type === 'if' && position === 0) ? start : range.start;
      const code = lines[(place.line ?? 1) - 1]?.slice(place.column).trim() ?? '';
      return {
        key: `${type} ${start.line}:${start.column} ${position}/${locations.length}`,
        line: place.line ?? 1,
        text: range.start.line === undefined ? `no else: ${code}` : code,
        count: b[id]?.[position] ?? 0,
      };
    });
  });
}

/** Finds the `if` of an `else if`, which bundlers map to the end of the block before it. */
function findIf(lines: readonly string[], { line = 1, column = 0 }: Place): Place {
  for (let at = line; at <= lines.length; at += 1) {
    const from = at === line ? column : 0;
    const found = (lines[at - 1] ?? '').slice(from).search(/\bif\b/u);
    if (found !== -1) return { line: at, column: from + found };
  }
  return { line, column };
}
