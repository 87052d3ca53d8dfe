import type { Diagnostic } from '../core/diagnostics/diagnostic.js';
import { printJson, type SourceTexts } from '../core/diagnostics/format-diagnostics.js';
import { reportDiagnostics } from '../core/diagnostics/suggest-edits.js';
import type { CliIo } from './cli-io.js';

/** Values of `formatOptions`. */
interface FormatArguments {
  readonly format: 'text' | 'json';
  readonly json: boolean;
}

/** Whether a report is printed as JSON. */
export function isJson({ format, json }: FormatArguments): boolean {
  return json || format === 'json';
}

/** Returns a function that prints errors of definitions as JSON; `undefined` for text. */
export function printErrorsAs(
  args: FormatArguments,
  io: CliIo,
): ((diagnostics: readonly Diagnostic[], sources: SourceTexts, label: string) => void) | undefined {
  if (!isJson(args)) return undefined;
  return (diagnostics, sources, label) => void writeJson({ ok: false, diagnostics, sources, side: label }, io);
}

/** Failure of a command that is not about a place in a file. */
export interface Failure {
  /** Stable code. */
  readonly code:
    'not-generated' | 'no-tests' | 'not-typed' | 'not-confirmed' | 'foreign-file' | 'link' | 'system' | 'client';
  /** Sentence about the problem and, if known, its fix. */
  readonly message: string;
}

/** Report of a command as one JSON document. Within one `version`, members are only added. */
interface JsonReport {
  /** Whether the command did its work and found no error: whether it exits with 0. */
  readonly ok: boolean;
  readonly error?: Failure | undefined;
  readonly diagnostics?: readonly Diagnostic[];
  /** File contents by path, for edits. */
  readonly sources?: SourceTexts;
  readonly [member: string]: unknown;
}

/** Prints the report of a command as JSON. Returns the exit code: 1 if the command failed. */
export function writeJson(
  { ok, error, diagnostics = [], sources = new Map(), ...members }: JsonReport,
  io: CliIo,
): number {
  const document = {
    version: 1,
    ok,
    ...(error && { error }),
    diagnostics: reportDiagnostics(diagnostics, sources),
    ...members,
  };
  io.writeOut(`${printJson(document)}\n`);
  return ok ? 0 : 1;
}
