import { checkOptions, type OptionRule } from '../service/check-options.js';
import { printReport, type LogOptions, type Report, type ReportKind, type ReportLine } from '../service/report.js';
import type { Telemetry } from '../api/telemetry.js';
import { encodeLine } from './encode-line.js';
import { RequestLog } from './request-log.js';

/** Log of a server. */
export interface Log {
  readonly report: Report;
  /** Wraps a server's telemetry to log requests, if the option `requests` is set. */
  observe(telemetry: Telemetry | undefined): Telemetry | undefined;
}

/** Destination of log lines. */
export interface LogTarget {
  /** Writes a line, without its line break. */
  readonly write: (line: string) => void;
  /**
   * Computes the SHA-256 of a string, as base64url. On Node, the synchronous function is 20 µs faster than
   * `crypto.subtle`.
   */
  readonly hash: (text: string) => string | Promise<string>;
}

/** Levels of a log, least severe first. */
const levels = ['info', 'warning', 'error'] as const;

const levelOfKind: { readonly [kind in ReportKind]: (typeof levels)[number] } = {
  INFO: 'info',
  CANCELLED: 'info',
  WARNING: 'warning',
  ERROR: 'error',
};

const rules: readonly OptionRule[] = [
  ['format', 'text or json', (value) => value === 'text' || value === 'json'],
  ['level', 'info, warning or error', (value) => levels.some((level) => level === value)],
  ['requests', 'a boolean', (value) => typeof value === 'boolean'],
];

/** Length of a principal's hash in log lines, in characters. */
const hashCharacters = 16;
/** Maximum number of cached hashes of principals. */
const maxKept = 1000;

/**
 * Creates a log with options.
 *
 * @throws TypeError for unknown options and invalid values.
 */
export function createLog(options: LogOptions, target: LogTarget): Log {
  checkOptions(options, rules, 'log.');
  const { format = 'text', level = 'info', requests = false } = options;
  const minLevel = levels.indexOf(level);
  const printJson = jsonPrinter(target);
  const report: Report = (line) => {
    if (levels.indexOf(levelOfKind[line.kind]) < minLevel) return;
    if (format === 'json') printJson(line);
    else target.write(printReport(line));
  };
  return {
    report,
    observe: (telemetry) => (requests ? new RequestLog(report, telemetry) : telemetry),
  };
}

/**
 * Returns a function that writes lines as JSON. A line with a hash that is computed asynchronously is written when the
 * hash is available.
 */
function jsonPrinter({ write, hash }: LogTarget): Report {
  const kept = new Map<string, string>();
  const keep = (principal: string, digest: string): string => {
    if (kept.size >= maxKept) kept.clear();
    const short = digest.slice(0, hashCharacters);
    kept.set(principal, short);
    return short;
  };
  return (line: ReportLine) => {
    const print = (principal?: string): void => write(encodeLine(line, levelOfKind[line.kind], principal));
    const principal = line.request?.channel.auth?.principal;
    const cached = principal === undefined ? undefined : kept.get(principal);
    if (principal === undefined || cached !== undefined) return print(cached);
    const digest = hash(principal);
    if (typeof digest === 'string') print(keep(principal, digest));
    else void digest.then((later) => print(keep(principal, later)));
  };
}
