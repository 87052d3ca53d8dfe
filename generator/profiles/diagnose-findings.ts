import type { Diagnostic, SourceLocation } from '../diagnostics/diagnostic.js';
import type { Finding } from './finding.js';

/** Findings that are the same but for the profile, or for the tool that shares a schema with others. */
export interface FindingGroup {
  /** The first of them. */
  readonly finding: Finding;
  readonly location?: SourceLocation;
  readonly profiles: readonly string[];
  readonly tools: readonly string[];
}

/** Brings findings together that have one place and say the same. */
export function groupFindings(
  findings: readonly Finding[],
  locate: (finding: Finding) => SourceLocation | undefined,
): readonly FindingGroup[] {
  const groups = new Map<string, { location: SourceLocation | undefined; members: Finding[] }>();
  for (const finding of findings) {
    const location = locate(finding);
    const key = JSON.stringify([finding.rule, finding.severity, finding.message, location]);
    const group = groups.get(key) ?? { location, members: [] };
    group.members.push(finding);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ location, members }) => {
    const [finding] = members;
    if (!finding) return [];
    return {
      finding,
      ...(location && { location }),
      profiles: [...new Set(members.map(({ profile }) => profile))],
      tools: [...new Set(members.flatMap(({ tool }) => tool ?? []))],
    };
  });
}

/** A group as a diagnostic, with the rule as its code. */
export function diagnoseGroup({ finding, location, profiles, tools }: FindingGroup, help: string): Diagnostic {
  const [tool, ...others] = tools;
  const whose = tool === undefined ? '' : `\`${tool}\`${others.length > 0 ? ` and ${others.length} more` : ''}: `;
  return {
    code: finding.rule,
    severity: finding.severity,
    message: `${whose}${finding.message} (${profiles.join(', ')})`,
    ...(location && { location }),
    help,
  };
}

/** What is left after lowering, as diagnostics of the generator. */
export function diagnoseFindings(
  findings: readonly Finding[],
  locate: (finding: Finding) => SourceLocation | undefined,
): readonly Diagnostic[] {
  return groupFindings(findings, locate).map((group) =>
    diagnoseGroup(group, `This cannot be lowered for \`--profile\`. See ${group.finding.source}`),
  );
}
