import { countOf, createPaint, visible, type Paint, type Style } from '../../core/diagnostics/format-diagnostics.js';
import type { Subject } from '../../feature-kit/changes/change.js';
import type { DiffReport, ReportedChange } from './diff-report.js';
import { clientSeverities, type ClientSeverity } from '../../feature-kit/changes/change-rules.js';
import type { VersionAdvice } from './suggest-version.js';

/** Options of the text report. */
interface FormatOptions {
  /** Whether to use ANSI colors. */
  readonly color: boolean;
}

/**
 * Formats a report as text: changes by their severity for clients, then one line about handlers and one about the
 * version.
 */
export function formatReport(report: DiffReport, options: FormatOptions): string {
  const paint = createPaint(options.color);
  const heading = `${describeSide(report.old)} → ${describeSide(report.new)}`;
  const hasChanges = report.changes.length > 0 || report.contract.length > 0;
  if (!hasChanges) return `${heading}\n\nNo changes.\n`;
  const groups = clientSeverities.flatMap((severity) => {
    const changes = report.changes.filter(({ clients }) => clients === severity);
    if (changes.length === 0) return [];
    const title = `${titles[severity].title} (${changes.length})`;
    const blocks = changes.map((change) => formatChange(change, paint));
    return [`${paint(titles[severity].style, title)}\n${blocks.join('\n')}`];
  });
  const closing = [formatHandlers(report), formatContract(report), formatVersion(report)].filter((line) => line !== '');
  return `${[heading, ...groups, closing.join('\n')].join('\n\n')}\n`;
}

const titles: { readonly [severity in ClientSeverity]: { readonly title: string; readonly style: Style } } = {
  breaking: { title: 'Breaks clients', style: 'red' },
  'may-break': { title: 'May break clients', style: 'yellow' },
  compatible: { title: 'Compatible with clients', style: 'green' },
  documentation: { title: 'Documentation', style: 'blue' },
};

function describeSide({ label, version }: DiffReport['old']): string {
  return visible(version === '' ? label : `${label} (${version})`);
}

function formatChange(
  { rule, subject, message, help, handlers, location, alsoIn }: ReportedChange,
  paint: Paint,
): string {
  const effect = { breaking: ', breaks handlers', 'may-break': ', may break handlers', compatible: '' }[handlers];
  const place = location
    ? ` at ${location.side === 'old' ? 'old ' : ''}${location.file}:${location.line}:${location.column}`
    : '';
  const others = alsoIn?.map(describeSubject).join('; ');
  return [
    `  ${paint('bold', visible(describeSubject(subject)))}: ${visible(message)}`,
    `    ${visible(`${rule}${effect}${place}`)}`,
    ...(others === undefined ? [] : [`    also: ${visible(others)}`]),
    ...(help === undefined ? [] : [`    help: ${visible(help)}`]),
  ].join('\n');
}

/** Describes an entry and its part: `tool search, input limit`. */
export function describeSubject({ kind, name, part, path }: Subject): string {
  const noun = kind === 'resourceTemplate' ? 'template' : kind;
  const whole = kind === 'server' ? noun : `${noun} ${name}`;
  return [whole, [part, path].filter((word) => word !== undefined).join(' ')].filter((word) => word !== '').join(', ');
}

function formatHandlers({ summary }: DiffReport): string {
  const { breaking, 'may-break': mayBreak } = summary.handlers;
  if (breaking + mayBreak === 0) return 'Handlers: nothing to do.';
  const parts = [
    breaking > 0 && `${countOf(breaking, 'change')} ${breaking === 1 ? 'breaks' : 'break'} them`,
    mayBreak > 0 && `${countOf(mayBreak, 'change')} may`,
  ].filter((part) => part !== false);
  return `Handlers: ${parts.join(', ')}. Run \`generate\`, then use the type checker to find the affected code.`;
}

/** Maximum number of entries that are named. */
const maxNamed = 10;

/** Names the entries that clients with the old contract refuse. */
function formatContract({ contract }: DiffReport): string {
  const refused = contract.filter(({ change }) => change !== 'new');
  if (refused.length === 0) return '';
  const names = refused.slice(0, maxNamed).map(({ list, key }) => (list === 'instructions' ? list : key));
  const hidden = refused.length - names.length;
  const listed = `${names.map(visible).join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}`;
  return `Contract: clients that have pinned the old contract.json refuse ${listed}.`;
}

function formatVersion({ old, new: recent, summary, version }: DiffReport): string {
  if (old.version === '' || recent.version === '') return '';
  const { bump, suggested, isEnough } = version;
  if (suggested === undefined)
    return `Version: ${visible(old.version)} is not a semantic version, so no new version is suggested.`;
  const reason = bump === 'none' ? 'as it was' : bump;
  const doubt = summary.clients['may-break'] > 0 && bump !== 'major' && !suggested.startsWith('0.') ? doubtful : '';
  return `Version: ${suggested} (${reason}) suggested; ${describeNew(recent.version, isEnough)}.${doubt}`;
}

const doubtful = ' Check the changes that may break clients: if one does, release a major version.';

function describeNew(version: string, isEnough: VersionAdvice['isEnough']): string {
  if (isEnough === undefined) return `${visible(version)} is not a semantic version`;
  return isEnough ? `${visible(version)} is high enough` : `${visible(version)} is too low`;
}
