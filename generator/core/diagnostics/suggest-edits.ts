import type { Diagnostic, Fix, RelatedLocation, SourceLocation } from './diagnostic.js';
import { sortDiagnostics, type SourceTexts } from './format-diagnostics.js';

/** Position in a file. Lines and columns count from 1; columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Replacement of a range of a file. */
export interface SuggestedEdit {
  /** Path relative to the project root, forward slashes. */
  readonly file: string;
  /** Replaced range, without its end; an empty range inserts. */
  readonly range: { readonly start: Position; readonly end: Position };
  readonly newText: string;
}

/** Diagnostic as JSON reports have it. */
export interface ReportedDiagnostic {
  readonly code: string;
  readonly severity: Diagnostic['severity'];
  readonly message: string;
  readonly location?: SourceLocation;
  readonly help?: string;
  /** Edits that fix the problem when all of them are applied. Absent if no fix is certain. */
  readonly edits?: readonly SuggestedEdit[];
  readonly related?: readonly RelatedLocation[];
  readonly isConsequence?: true;
}

/** Sorts diagnostics and replaces their fixes with edits, for JSON. */
export function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: SourceTexts,
): readonly ReportedDiagnostic[] {
  return sortDiagnostics(diagnostics).map(({ related, isConsequence, fix, ...diagnostic }) => {
    const edits = fix && suggestEdits({ ...diagnostic, fix }, sources);
    return {
      ...diagnostic,
      ...(edits && { edits }),
      ...(related && { related }),
      ...(isConsequence && { isConsequence }),
    };
  });
}

/**
 * Returns the edits that fix a diagnostic; `undefined` if it has no fix, or the source is not what the fix expects, such
 * as a word that YAML writes with escapes.
 */
export function suggestEdits(
  { fix, location }: Pick<Diagnostic, 'fix' | 'location'>,
  sources: SourceTexts,
): readonly SuggestedEdit[] | undefined {
  return fix && location && planFix(fix, location, sources);
}

function planFix(fix: Fix, location: SourceLocation, sources: SourceTexts): readonly SuggestedEdit[] | undefined {
  if (fix.kind === 'all') {
    const plans = fix.fixes.map((each) => planFix(each.fix, each.location ?? location, sources));
    return plans.every((plan) => plan !== undefined) ? plans.flat() : undefined;
  }
  if (fix.kind === 'range') return planRange(fix, sources);
  const text = sources.get(location.file);
  const start = text === undefined ? -1 : offsetOf(text, location);
  if (text === undefined || start === -1) return undefined;
  const place: Place = { text, start, file: location.file, length: location.length };
  const change = planChange(fix, place);
  return change && [toEdit(change, place)];
}

function planRange(
  { location, length, by }: Extract<Fix, { readonly kind: 'range' }>,
  sources: SourceTexts,
): readonly SuggestedEdit[] | undefined {
  const { file, line, column } = location;
  if (!sources.has(file)) return undefined;
  return [{ file, range: { start: { line, column }, end: { line, column: column + length } }, newText: by }];
}

/** Located text. */
interface Place {
  readonly text: string;
  readonly start: number;
  readonly file: string;
  readonly length: number;
}

/** Replacement by offsets. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly newText: string;
}

function planChange(fix: Exclude<Fix, { readonly kind: 'all' | 'range' }>, place: Place): Change | undefined {
  const { text, start, length } = place;
  const located = text.slice(start, start + length);
  switch (fix.kind) {
    case 'word':
      return replaceWord(fix, place);
    case 'part': {
      // A text of several lines has the location of its first line.
      const from = text.indexOf(fix.part, start);
      return from === -1 ? undefined : { from, to: from + fix.part.length, newText: fix.by };
    }
    case 'quote':
      if (!isPlain.test(located) || /[\w.+-]/u.test(text[start + length] ?? '')) return undefined;
      return { from: start, to: start + length, newText: JSON.stringify(located) };
    case 'list':
      if (!isScalar.test(located)) return undefined;
      return { from: start, to: start + length, newText: `[${located}]` };
    case 'entry':
      return addEntry(fix, place);
  }
}

/** Scalars other than strings, in YAML or JSON: numbers, words and dates. */
const isPlain = /^[\w.+-][\w.:+-]*$/u;
/** Scalars on one line that can be an item in brackets. */
const isScalar = /^(?:"[^"\\]*"|'[^']*'|[\w./+-]+)$/u;

function replaceWord({ word, by }: Extract<Fix, { readonly kind: 'word' }>, place: Place): Change | undefined {
  const { text, start, length, file } = place;
  const located = text.slice(start, start + length);
  const index = located.indexOf(word);
  if (index === -1 || located.includes(word, index + 1)) return undefined;
  const from = start + index;
  const to = from + word.length;
  if (isInWord.test(text[from - 1] ?? '') || isInWord.test(text[to] ?? '')) return undefined;
  const isData = /\.(?:ya?ml|json)$/u.test(file);
  const isWhole = word === located;
  const isQuoted = /^(["']).*\1$/su.test(located) && !/["'\\\n]/u.test(by);
  if (!isData || isQuoted || isSafe.test(by)) return { from, to, newText: by };
  return isWhole ? { from, to, newText: JSON.stringify(by) } : undefined;
}

const isInWord = /[\w$]/u;

/** Words that need no quotes in YAML, and no escapes in quotes. */
const isSafe = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z_$](?:[\w.$/:-]*[\w$])?$/iu;

/** Adds the first entry of a mapping. */
function addEntry(
  { key, value }: Extract<Fix, { readonly kind: 'entry' }>,
  { text, start, file }: Place,
): Change | undefined {
  if (text[start] === '{') {
    const from = start + 1;
    const isEmpty = /^\s*\}/u.test(text.slice(from));
    const entry = file.endsWith('.json') ? `"${key}": "${value}"` : `${key}: ${value}`;
    return { from, to: from, newText: ` ${entry}${isEmpty ? ' ' : ','}` };
  }
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  // The indentation of a mapping that begins after other text, such as a dash, is not certain.
  return /^ *$/u.test(line) ? { from: start, to: start, newText: `${key}: ${value}\n${line}` } : undefined;
}

function offsetOf(text: string, { line, column }: Position): number {
  const start = listLines(text)[line - 1];
  return start === undefined ? -1 : Math.min(start + column - 1, text.length);
}

function toEdit({ from, to, newText }: Change, { text, file }: Place): SuggestedEdit {
  return { file, range: { start: positionOf(text, from), end: positionOf(text, to) }, newText };
}

function positionOf(text: string, offset: number): Position {
  const lines = listLines(text);
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (lines[low] ?? 0) + 1 };
}

/** Returns the offsets of all lines of the text that was asked for last, because most diagnostics are about few files. */
function listLines(text: string): readonly number[] {
  if (text !== latest.text) {
    const lines = [0];
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lines.push(end + 1);
    latest = { text, lines };
  }
  return latest.lines;
}

let latest: { readonly text: string; readonly lines: readonly number[] } = { text: '', lines: [0] };
