import { structuredPatch, type StructuredPatchHunk } from 'diff';
import type { Diagnostic } from '../core/diagnostics/diagnostic.js';
import { printJson, sortDiagnostics, visible } from '../core/diagnostics/format-diagnostics.js';
import type { GenerateReport } from '../generate.js';
import type { MissingPart } from './find-missing.js';
import { isApplied, isManifest } from './report-text.js';

/**
 * Prints a report as one JSON document for programs. `changes` are the changes that were made, or with `applied: false`
 * those that are due. Within one `version` of the document, fields may be added and none goes away.
 */
export function printReportJson(
  report: GenerateReport,
  applied: boolean,
  missing: readonly MissingPart[] = [],
): string {
  const { ok, omitted, diagnostics, summary, write, upgradedFrom } = report;
  const document = {
    version: 1,
    ok,
    applied: applied && isApplied(report),
    diagnostics: sortDiagnostics(diagnostics),
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
 * Prints diagnostics as commands that GitHub Actions turns into annotations of a pull request, one a line.
 *
 * @param prefix Path from the root of the repository to the root of the project, with a slash at its end; may be empty.
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

/** A file before and after; `undefined` where it does not exist. */
interface TextChange {
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** A longer diff of all stale files is cut short. */
const maximalDiffLines = 200;
const maximalWidth = 160;

/** A file that needs more edits than this is shown as replaced: finding the shortest diff takes quadratic time. */
const maximalEdits = 2000;

/** Prints the stale files of a check as a diff. The manifest is shown only when no other file is stale. */
export function formatStale({ write }: Pick<GenerateReport, 'write'>, color: boolean): string {
  const pending = write?.pending ?? [];
  const others = pending.filter(({ path }) => !isManifest(path));
  const lines = formatUnifiedDiff(others.length > 0 ? others : pending, maximalDiffLines);
  return lines.map((line) => `${color ? paintDiff(line) : line}\n`).join('');
}

/**
 * Prints changes of files like `diff -u`, for people: control characters become dots, long lines are cut short, and
 * line ends do not count.
 *
 * @param maximalLines Number of lines at most; one more line tells how many are missing.
 * @param context Number of unchanged lines around each change.
 */
export function formatUnifiedDiff(
  changes: readonly TextChange[],
  maximalLines: number,
  context = 3,
): readonly string[] {
  const lines = changes.flatMap((change) => formatChange(change, context));
  if (lines.length <= maximalLines) return lines;
  return [...lines.slice(0, maximalLines), `… and ${lines.length - maximalLines} more lines`];
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

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function compareTexts(before: string, after: string, context: number): readonly StructuredPatchHunk[] {
  const options = { context, stripTrailingCr: true, maxEditLength: maximalEdits };
  const patch = structuredPatch('', '', before, after, '', '', options);
  if (patch) return patch.hunks;
  const [removed, added] = [before, after].map((text) => text.split(/\r?\n/u).slice(0, -1));
  const lines = [...(removed ?? []).map((line) => `-${line}`), ...(added ?? []).map((line) => `+${line}`)];
  return [{ oldStart: 1, oldLines: removed?.length ?? 0, newStart: 1, newLines: added?.length ?? 0, lines }];
}

/** An empty range is named by the line before it. */
function formatRange(start: number, count: number): string {
  return count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;
}

function showLine(text: string): string {
  const shown = visible(text.replaceAll('\t', '  '));
  return shown.length > maximalWidth ? `${shown.slice(0, maximalWidth - 1)}…` : shown;
}

const colors: ReadonlyMap<string, number> = new Map([
  ['-', 31],
  ['+', 32],
  ['@', 36],
]);

/** Colors a line of a diff by its first character. */
export function paintDiff(line: string): string {
  const code = /^(?:---|\+\+\+) /u.test(line) ? 1 : colors.get(line[0] ?? '');
  return code === undefined ? line : `\u001b[${code}m${line}\u001b[0m`;
}
