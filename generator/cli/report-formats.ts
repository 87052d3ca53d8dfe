import { structuredPatch, type StructuredPatchHunk } from 'diff';
import type { Diagnostic } from '../core/diagnostics/diagnostic.js';
import { printJson, sortDiagnostics, visible } from '../core/diagnostics/format-diagnostics.js';
import { reportDiagnostics, type SuggestedEdit } from '../core/diagnostics/suggest-edits.js';
import { contractFile } from '../features/contract/feature.js';
import type { GenerateReport } from '../generate.js';
import type { MissingPart } from './find-missing.js';
import { isApplied, isManifest } from './report-text.js';

/**
 * Prints a report as one JSON document. `changes` lists the changes that were made, or that are pending if `applied` is
 * `false`. Within one `version` of the document, fields are only added.
 */
export function printReportJson(
  report: GenerateReport,
  applied: boolean,
  missing: readonly MissingPart[] = [],
): string {
  const { ok, omitted, diagnostics, sources, summary, write, upgradedFrom } = report;
  const document = {
    version: 1,
    ok,
    applied: applied && isApplied(report),
    diagnostics: reportDiagnostics(diagnostics, sources),
    summary,
    changes: { written: write?.written ?? [], removed: write?.removed ?? [], created: write?.created ?? [] },
    unchanged: write?.unchanged ?? 0,
    unimplemented: write?.unimplemented ?? [],
    orphans: write?.orphans ?? [],
    ...(omitted && { leftOut: omitted }),
    ...(missing.length > 0 && { missing }),
    ...(upgradedFrom !== undefined && { upgradedFrom }),
  };
  return `${printJson(document)}\n`;
}

/**
 * Formats diagnostics as GitHub Actions workflow commands, one per line, which annotate a pull request.
 * @param prefix Path from the repository root to the project root, with a trailing slash; can be empty.
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function formatAnnotations(diagnostics: readonly Diagnostic[], prefix = ''): string {
  return sortDiagnostics(diagnostics)
    .map((diagnostic) => `${formatAnnotation(diagnostic, prefix)}\n`)
    .join('');
}

function formatAnnotation({ severity, code, message, help, location }: Diagnostic, prefix: string): string {
  const properties = {
    ...(location && {
      file: prefix + visible(location.file),
      line: location.line,
      col: location.column,
      endColumn: location.column + location.length,
    }),
    title: code,
  };
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  const text = [message, ...(help === undefined ? [] : [help])].map(visible).join('\n');
  return `::${severity} ${listed.join(',')}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Content of a file before and after a change; `undefined` if the file does not exist. */
interface TextChange {
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Maximum number of diff lines for all out-of-date files. */
const maxDiffLines = 200;
const maxWidth = 160;

/**
 * Maximum number of edits in a diff. With more edits, the whole file is shown as replaced, because finding the shortest
 * diff takes quadratic time.
 */
const maxEdits = 2000;

/**
 * Formats the out-of-date files of a check as a diff. The manifest and the contract, whose changes follow from those of
 * other files, are shown only if no other file is out of date.
 */
export function formatOutdated({ write }: Pick<GenerateReport, 'write'>, color: boolean): string {
  const pending = write?.pending ?? [];
  const others = pending.filter(({ path }) => !isManifest(path) && !path.endsWith(`/${contractFile}`));
  const lines = formatUnifiedDiff(others.length > 0 ? others : pending, maxDiffLines);
  return lines.map((line) => `${color ? paintDiff(line) : line}\n`).join('');
}

/**
 * Formats file changes like `diff -u`. Replaces control characters with dots, truncates long lines, and ignores
 * differences in line endings.
 * @param maxLines Maximum number of lines; an additional line states how many were omitted.
 * @param context Number of unchanged lines around each change.
 */
export function formatUnifiedDiff(changes: readonly TextChange[], maxLines: number, context = 3): readonly string[] {
  const lines = changes.flatMap((change) => formatChange(change, context));
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines), `… and ${lines.length - maxLines} more lines`];
}

function formatChange({ path, before, after }: TextChange, context: number): readonly string[] {
  const hunks = compareTexts(endLine(before ?? ''), endLine(after ?? ''), context);
  if (hunks.length === 0) return [];
  return [
    before === undefined ? '--- /dev/null' : `--- a/${visible(path)}`,
    after === undefined ? '+++ /dev/null' : `+++ b/${visible(path)}`,
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${formatRange(oldStart, oldLines)} +${formatRange(newStart, newLines)} @@`,
      ...lines.map((line) => `${line[0]}${showLine(line.slice(1))}`),
    ]),
  ];
}

/**
 * Lists the edits that change a text into another: whole lines, from the top to the bottom; the whole text if a line
 * break at its end is missing, or if there are too many edits.
 */
export function listEdits(file: string, before: string, after: string): readonly SuggestedEdit[] {
  const hasLines = [before, after].every((text) => endLine(text) === text);
  const patch = hasLines && structuredPatch('', '', before, after, '', '', { context: 0, maxEditLength: maxEdits });
  if (!patch) {
    const lines = before.split('\n');
    const end = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
    return [{ file, range: { start: { line: 1, column: 1 }, end }, newText: after }];
  }
  return patch.hunks.map(({ oldStart, oldLines, lines }) => {
    const added = lines.filter((line) => line.startsWith('+')).map((line) => `${line.slice(1)}\n`);
    const end = { line: oldStart + oldLines, column: 1 };
    return { file, range: { start: { line: oldStart, column: 1 }, end }, newText: added.join('') };
  });
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function compareTexts(before: string, after: string, context: number): readonly StructuredPatchHunk[] {
  const options = { context, stripTrailingCr: true, maxEditLength: maxEdits };
  const patch = structuredPatch('', '', before, after, '', '', options);
  if (patch) return patch.hunks;
  const [removed, added] = [before, after].map((text) => text.split(/\r?\n/u).slice(0, -1));
  const lines = [...(removed ?? []).map((line) => `-${line}`), ...(added ?? []).map((line) => `+${line}`)];
  return [{ oldStart: 1, oldLines: removed?.length ?? 0, newStart: 1, newLines: added?.length ?? 0, lines }];
}

/** Formats the range of a hunk. An empty range is identified by the line before it. */
function formatRange(start: number, count: number): string {
  return count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;
}

function showLine(text: string): string {
  const shown = visible(text.replaceAll('\t', '  '));
  return shown.length > maxWidth ? `${shown.slice(0, maxWidth - 1)}…` : shown;
}

const colors: ReadonlyMap<string, number> = new Map([
  ['-', 31],
  ['+', 32],
  ['@', 36],
]);

/** Colors a diff line by its first character. */
export function paintDiff(line: string): string {
  const code = /^(?:---|\+\+\+) /u.test(line) ? 1 : colors.get(line[0] ?? '');
  return code === undefined ? line : `\u001b[${code}m${line}\u001b[0m`;
}
