import { visible } from '../diagnostics/format-diagnostics.js';

/** A file before and after; `undefined` where it does not exist. */
export interface TextChange {
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/**
 * What changes in files, in the form that `diff -u` has, for people: long lines and many of them are cut short, control
 * characters are shown as dots. Line ends do not count.
 *
 * @param maximalLines How many lines to give at most; a last one says how many more there are.
 */
export function formatUnifiedDiff(changes: readonly TextChange[], maximalLines: number): readonly string[] {
  const lines = changes.flatMap((change) => formatFile(change));
  if (lines.length <= maximalLines) return lines;
  return [...lines.slice(0, maximalLines), `… and ${lines.length - maximalLines} more lines`];
}

const contextLines = 3;
const maximalWidth = 160;

/** Two texts of more lines than these where they differ are not compared line by line. */
const maximalComparisons = 4_000_000;

interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

function formatFile({ path, before, after }: TextChange): readonly string[] {
  const hunks = splitHunks(compareLines(splitLines(before), splitLines(after)));
  if (hunks.length === 0) return [];
  return [
    before === undefined ? '--- /dev/null' : `--- a/${visible(path)}`,
    after === undefined ? '+++ /dev/null' : `+++ b/${visible(path)}`,
    ...hunks.flatMap(formatHunk),
  ];
}

function splitLines(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  return text.replace(/\r?\n$/u, '').split(/\r?\n/u);
}

function compareLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  return [
    ...mark(' ', before.slice(0, head)),
    ...compareMiddle(removed, added),
    ...mark(' ', before.slice(before.length - tail)),
  ];
}

/** By the longest common subsequence, unless that would take long. */
function compareMiddle(before: readonly string[], after: readonly string[]): readonly Line[] {
  if (before.length * after.length > maximalComparisons) return [...mark('-', before), ...mark('+', after)];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const lengthAt = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const isSame = before[row] === after[column];
      const best = Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
      common[row * width + column] = isSame ? lengthAt(row + 1, column + 1) + 1 : best;
    }
  }
  const lines: Line[] = [];
  let column = 0;
  for (const [row, text] of before.entries()) {
    while (column < after.length && text !== after[column] && lengthAt(row, column + 1) > lengthAt(row + 1, column)) {
      lines.push({ mark: '+', text: after[column++] ?? '' });
    }
    const isSame = column < after.length && text === after[column];
    lines.push({ mark: isSame ? ' ' : '-', text });
    if (isSame) column++;
  }
  return [...lines, ...mark('+', after.slice(column))];
}

function mark(sign: Line['mark'], texts: readonly string[]): readonly Line[] {
  return texts.map((text) => ({ mark: sign, text }));
}

interface Hunk {
  /** Lines of each text that come before it. */
  readonly before: number;
  readonly after: number;
  readonly lines: readonly Line[];
}

function splitHunks(lines: readonly Line[]): readonly Hunk[] {
  const changed = lines.flatMap((line, index) => (line.mark === ' ' ? [] : [index]));
  const ranges: { start: number; end: number }[] = [];
  for (const index of changed) {
    const last = ranges.at(-1);
    if (last && index - contextLines <= last.end) last.end = index + contextLines + 1;
    else ranges.push({ start: Math.max(0, index - contextLines), end: index + contextLines + 1 });
  }
  return ranges.map(({ start, end }) => ({
    before: countWithout(lines.slice(0, start), '+'),
    after: countWithout(lines.slice(0, start), '-'),
    lines: lines.slice(start, end),
  }));
}

function countWithout(lines: readonly Line[], sign: Line['mark']): number {
  return lines.filter((line) => line.mark !== sign).length;
}

function formatHunk({ before, after, lines }: Hunk): readonly string[] {
  const removed = formatRange(before, countWithout(lines, '+'));
  const added = formatRange(after, countWithout(lines, '-'));
  return [`@@ -${removed} +${added} @@`, ...lines.map((line) => `${line.mark}${showLine(line.text)}`)];
}

/** An empty range is named by the line before it. */
function formatRange(before: number, count: number): string {
  const start = count === 0 ? before : before + 1;
  return count === 1 ? String(start) : `${start},${count}`;
}

function showLine(text: string): string {
  const shown = visible(text.replaceAll('\t', '  '));
  return shown.length > maximalWidth ? `${shown.slice(0, maximalWidth - 1)}…` : shown;
}
