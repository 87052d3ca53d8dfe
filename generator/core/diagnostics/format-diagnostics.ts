import type { Diagnostic, SourceLocation } from './diagnostic.js';

/** File contents by path. */
export type SourceTexts = ReadonlyMap<string, string>;

/** Options of `formatDiagnostics`. */
export interface FormatOptions {
  /** Whether to use ANSI colors. */
  readonly color: boolean;
}

/**
 * Formats diagnostics for the terminal: location, code and message, the source line with an arrow, related locations,
 * help. Diagnostics are sorted by file and line, starting with those that have no location; a count follows.
 */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: SourceTexts,
  options: FormatOptions,
): string {
  if (diagnostics.length === 0) return '';
  const paint = createPaint(options.color);
  const findLine = createLineFinder(sources);
  const blocks = sortDiagnostics(diagnostics).map((diagnostic) => formatOne(diagnostic, findLine, paint));
  return `${blocks.join('\n\n')}\n\n${countDiagnostics(diagnostics)}\n`;
}

/** Sorts diagnostics by file, line and column. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((left, right) => {
    const a = left.location;
    const b = right.location;
    if (!a || !b) return Number(a !== undefined) - Number(b !== undefined);
    if (a.file !== b.file) return a.file < b.file ? -1 : 1;
    return a.line - b.line || a.column - b.column;
  });
}

/** Returns the source line of a location without the line break; `undefined` if the file content is unknown. */
type FindLine = (location: SourceLocation) => string | undefined;

function createLineFinder(sources: SourceTexts): FindLine {
  const linesByFile = new Map<string, readonly string[] | undefined>();
  return ({ file, line }) => {
    if (!linesByFile.has(file)) linesByFile.set(file, sources.get(file)?.split('\n'));
    return linesByFile.get(file)?.[line - 1]?.replace(/\r$/u, '');
  };
}

const ansiCodes = { red: 31, green: 32, yellow: 33, blue: 34, bold: 1 };

/** Terminal text style. */
export type Style = keyof typeof ansiCodes;

/** Applies a style to text. */
export type Paint = (style: Style, text: string) => string;

/** Creates a {@link Paint} that adds ANSI escapes, or returns text unchanged if `hasColor` is false. */
export function createPaint(hasColor: boolean): Paint {
  return (style, text) => (hasColor ? `\u001b[${ansiCodes[style]}m${text}\u001b[0m` : text);
}

function formatOne(diagnostic: Diagnostic, findLine: FindLine, paint: Paint): string {
  const style = diagnostic.severity === 'error' ? 'red' : 'yellow';
  const place = diagnostic.location ? `${paint('bold', formatPlace(diagnostic.location))} ` : '';
  const label = paint(style, `${diagnostic.severity} ${diagnostic.code}`);
  const lines = [`${place}${label}: ${visible(diagnostic.message)}`];
  if (diagnostic.location) lines.push(...formatListing(diagnostic.location, findLine, paint));
  for (const related of diagnostic.related ?? []) {
    lines.push(`  ${paint('bold', formatPlace(related.location))} ${visible(related.message)}`);
    lines.push(...formatListing(related.location, findLine, paint));
  }
  if (diagnostic.help !== undefined) lines.push(`  ${paint('blue', 'help')}: ${visible(diagnostic.help)}`);
  return lines.join('\n');
}

function formatPlace({ file, line, column }: SourceLocation): string {
  return `${visible(file)}:${line}:${column}`;
}

/** Formats the source line with an arrow below the location. Truncates a long line to the part around the location. */
function formatListing(location: SourceLocation, findLine: FindLine, paint: Paint): readonly string[] {
  const line = findLine(location);
  if (line === undefined) return [];
  const start = Math.max(0, location.column - 1 - windowBefore);
  const shown = visible(line.slice(start, start + windowWidth).replaceAll('\t', ' '));
  const before = visible(line.slice(start, location.column - 1).replaceAll('\t', ' '));
  const arrowLength = Math.max(
    1,
    Math.min(location.length, line.length - location.column + 1, windowWidth - before.length),
  );
  const number = String(location.line);
  const gutter = ' '.repeat(number.length);
  return [
    `  ${paint('blue', `${number} |`)} ${shown}`,
    `  ${paint('blue', `${gutter} |`)} ${' '.repeat(before.length)}${paint('red', '^'.repeat(arrowLength))}`,
  ];
}

const windowBefore = 60;
const windowWidth = 120;

/** Terminal control characters, line breaks and bidirectional controls. */
const controls =
  // oxlint-disable-next-line no-control-regex -- that is the point
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Sanitizes untrusted text for one line of output. Replaces control characters with dots and breaks CI commands: `::`
 * at the start of a line (GitHub); `##[`, `##vso[` and similar sequences anywhere.
 */
export function visible(text: string): string {
  return text
    .replace(controls, '\u00b7')
    .replace(/^(\s*):(?=:)/u, '$1\u00b7')
    .replace(/##(?=\w*\[)/gu, '#\u00b7');
}

/** Prints a value as JSON. Escapes the characters that {@link visible} replaces, so that no information is lost. */
export function printJson(value: unknown): string {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const isLayout = (character: string): boolean => character === '\n';
  return JSON.stringify(value, null, 2)
    .replace(controls, (character) => (isLayout(character) ? character : escape(character)))
    .replace(/##(?=\w*\[)/gu, '#\\u0023');
}

function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const counts = [errors > 0 && countOf(errors, 'error'), warnings > 0 && countOf(warnings, 'warning')];
  return counts.filter((count) => count !== false).join(', ');
}

/** Formats a count with its noun: `1 file`, `2 files`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
