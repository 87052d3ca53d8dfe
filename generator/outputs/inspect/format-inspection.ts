import type { Diagnostic } from '../../core/diagnostics/diagnostic.js';
import { formatDiagnostics, visible, type SourceTexts } from '../../core/diagnostics/format-diagnostics.js';
import { toDiagnostic } from '../../pipeline/profiles/check-model.js';
import { formatAdvice } from './format-advice.js';
import { formatNumber, formatTable, type Row } from './format-table.js';
import { fewerTools, formatSplits, formatToolsets } from './format-toolsets.js';
import type { InspectedEntry, InspectedFinding, InspectedTool, Inspection, WireBytes } from './inspect-model.js';

/** Orders in which tools can be listed; `definition` is the order of the definition files. */
export const inspectionOrders = ['definition', 'name', 'bytes', 'tokens'] as const;

/** Order in which tools are listed. */
type InspectionOrder = (typeof inspectionOrders)[number];

/** Maximum number of findings listed per rule. Further findings are only counted. */
const maxFindings = 5;

/** Returns an inspection with its tools in another order: by name, or largest first. */
export function sortInspection(inspection: Inspection, order: InspectionOrder): Inspection {
  const compare: { readonly [order in InspectionOrder]: (a: InspectedTool, b: InspectedTool) => number } = {
    definition: () => 0,
    name: (a, b) => (a.key < b.key ? -1 : 1),
    bytes: (a, b) => b.bytes.modern - a.bytes.modern,
    tokens: (a, b) => b.tokens - a.tokens,
  };
  const { tools } = inspection;
  return { ...inspection, tools: { ...tools, entries: tools.entries.toSorted(compare[order]) } };
}

/** Formats an inspection as text. */
export function formatInspection(inspection: Inspection, sources: SourceTexts, options: { color: boolean }): string {
  const { tools, prompts, resources, resourceTemplates, skills } = inspection;
  return [
    formatTools(inspection),
    formatImplementations(inspection),
    formatErrors(inspection),
    formatToolsets(inspection),
    formatSplits(inspection.splits),
    formatList('prompts', prompts),
    formatList('resources', resources),
    formatList('resource templates', resourceTemplates),
    formatSkills(skills),
    tools.entries.length > 0 ? formatCounting(inspection) : '',
    formatFindings(inspection, sources, options),
    formatAdvice(inspection.advice),
    formatProfiles(inspection),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function formatTools({ tools }: Inspection): string {
  const { entries, served } = tools;
  if (entries.length === 0) return 'No tools.\n';
  const hasToolsets = entries.some(({ toolsets }) => toolsets);
  const toolset = (text: string) => (hasToolsets ? [text] : []);
  const cost = (bytes: WireBytes, tokens: number) => [...bytesOf(bytes), formatNumber(tokens)];
  const rows: Row[] = [
    ['tools', ...toolset('toolset'), 'legacy bytes', 'modern bytes', 'tokens'],
    ...entries.map((tool) => [
      visible(tool.key),
      ...toolset(visible(tool.toolsets?.join(', ') ?? '')),
      ...cost(tool.bytes, tool.tokens),
    ]),
    [`all ${formatNumber(entries.length)}`, ...toolset(''), ...cost(tools.bytes, tools.tokens)],
  ];
  if (served.count < entries.length) {
    rows.push([`served by default: ${served.count}`, ...toolset(''), ...cost(served.bytes, served.tokens)]);
  }
  return formatTable(rows, hasToolsets ? 2 : 1);
}

/** Maximum number of tools whose code is printed. */
const maxImplementations = 20;

/** Lists the tools that the definition implements, with their statements and requests. */
function formatImplementations({ tools }: Inspection): string {
  const declared = tools.entries.filter(({ implementation }) => implementation.isDeclared);
  const blocks = declared.slice(0, maxImplementations).map(({ key, implementation: { summary, code = [] } }) => {
    const lines = code.flatMap((text) => text.split('\n')).map((line) => `    ${visible(line)}\n`);
    return `${visible(key)}: ${visible(summary)}\n${lines.join('')}`;
  });
  const hidden = declared.length - blocks.length;
  return `${blocks.join('')}${hidden > 0 ? `… and ${formatNumber(hidden)} more; --json lists all\n` : ''}`;
}

/** Maximum number of groups of tools with the same errors. */
const maxErrorRows = 20;

/** Lists the errors that tools declare. Tools with the same errors have one row. */
function formatErrors({ tools }: Inspection): string {
  const toolsByErrors = new Map<string, string[]>();
  for (const { key, errors = [] } of tools.entries) {
    const names = errors.map(({ name }) => name).join(', ');
    if (names !== '') toolsByErrors.set(names, [...(toolsByErrors.get(names) ?? []), visible(key)]);
  }
  if (toolsByErrors.size === 0) return '';
  const rows = [...toolsByErrors].slice(0, maxErrorRows).map(([names, [first = '', ...others]]): Row => {
    return [`${first}${others.length > 0 ? ` and ${formatNumber(others.length)} more` : ''}`, names];
  });
  const hidden = toolsByErrors.size - rows.length;
  const more = hidden > 0 ? `… and ${formatNumber(hidden)} more rows; --json lists all\n` : '';
  return `${formatTable([['tools', 'declared errors'], ...rows], 2)}${more}`;
}

function formatSkills(skills: Inspection['skills']): string {
  if (skills.length === 0) return '';
  const rows = skills.map(({ key, files, bytes, tokens, mainTokens }) => [
    visible(key),
    ...[files, bytes, tokens, mainTokens].map(formatNumber),
  ]);
  return formatTable([['skills', 'files', 'bytes', 'tokens shown', 'tokens of SKILL.md'], ...rows], 1);
}

function formatList(title: string, { entries, bytes }: Inspection['prompts']): string {
  if (entries.length === 0) return '';
  const row = (entry: InspectedEntry) => [visible(entry.key), ...bytesOf(entry.bytes)];
  return formatTable(
    [
      [title, 'legacy bytes', 'modern bytes'],
      ...entries.map(row),
      [`all ${formatNumber(entries.length)}`, ...bytesOf(bytes)],
    ],
    1,
  );
}

function formatCounting({ tokenizer, loweredFor }: Inspection): string {
  const by = tokenizer.isEstimate
    ? 'Tokens are estimated. To count them, install gpt-tokenizer or js-tiktoken in the project.'
    : `Tokens are counted by ${tokenizer.name}.`;
  const adapted = loweredFor.length > 0 ? `\nDescriptors are adapted to ${loweredFor.join(', ')}.` : '';
  return `${by} Name, description and input schema are counted.${adapted}\n`;
}

function formatFindings({ findings }: Inspection, sources: SourceTexts, options: { color: boolean }): string {
  const counts = new Map<string, number>();
  const shown = findings.filter(({ rule }) => {
    const count = (counts.get(rule) ?? 0) + 1;
    counts.set(rule, count);
    return count <= maxFindings;
  });
  const hidden = [...counts].flatMap(([rule, count]) =>
    count > maxFindings ? `… and ${formatNumber(count - maxFindings)} more findings for ${rule}\n` : [],
  );
  return `${formatDiagnostics(shown.map(describeFinding), sources, options)}${hidden.join('')}`;
}

function describeFinding(finding: InspectedFinding): Diagnostic {
  const fewer = finding.rule === 'tool-count' ? `${fewerTools} ` : '';
  const help = finding.lowering === undefined ? fewer : `\`generate --profile ${finding.profiles[0]}\` adapts it. `;
  return toDiagnostic(finding, `${help}See ${finding.source}`);
}

function formatProfiles({ profiles, findings }: Inspection): string {
  const rows = profiles.map((profile) => {
    const clientFindings = findings.filter((finding) => finding.profiles.includes(profile));
    const errors = clientFindings.filter(({ severity }) => severity === 'error').length;
    const adaptable = clientFindings.filter(({ lowering }) => lowering !== undefined).length;
    return [profile, ...[errors, clientFindings.length - errors, adaptable].map(formatNumber)];
  });
  return formatTable([['profile', 'errors', 'warnings', 'can be adapted'], ...rows], 1);
}

function bytesOf({ legacy, modern }: WireBytes): readonly string[] {
  return [formatNumber(legacy), formatNumber(modern)];
}
