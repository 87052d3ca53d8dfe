import { isServed } from '../../features/toolsets/toolsets-part.js';
import type { Diagnostic, SourceLocation } from '../../core/diagnostics/diagnostic.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { mapByName, wireSchema } from '../../core/schema/wire-schema.js';
import type { Profile } from './client-profiles.js';
import {
  findViolations,
  listParts,
  type AdvertisedTool,
  type ProfileRule,
  type Restriction,
  type Violation,
} from './profile-rules.js';

/** Violation of a client profile by one tool, or by all tools together. */
export interface Finding {
  readonly rule: ProfileRule;
  /** Profile name. */
  readonly profile: string;
  readonly severity: 'error' | 'warning';
  /** URL of the page where the restriction is documented or was reported. */
  readonly source: string;
  /** Tool name; absent for a finding about the server. */
  readonly tool?: string;
  /** Path within the tool descriptor, or within `server`. */
  readonly path: readonly string[];
  readonly message: string;
}

/** Checks the advertised tools against client profiles. */
export function checkModel(model: Model, profiles: readonly Profile[]): readonly Finding[] {
  if (profiles.length === 0) return [];
  const definitions = mapByName(model.definitions);
  const served = listServedTools(model).length;
  const tools = listedTools(model).map(({ name, description = '', input, adapted }): AdvertisedTool => ({
    name,
    description: adapted?.description ?? description,
    serverName: model.server.name,
    parts: listParts(adapted?.input ?? wireSchema(input, definitions)),
  }));
  return profiles.flatMap((profile) => [
    ...checkToolCount(served, profile),
    ...tools.flatMap((tool) => checkTool(tool, profile)),
  ]);
}

/** Checks a tool against a client profile. */
export function checkTool(tool: AdvertisedTool, profile: Profile): readonly Finding[] {
  return (Object.entries(profile.restrictions) as [ProfileRule, Restriction][]).flatMap(([rule, restriction]) =>
    findViolations(rule, tool, restriction).map((found) => createFinding(profile, rule, restriction, found, tool.name)),
  );
}

function checkToolCount(count: number, profile: Profile): readonly Finding[] {
  const restriction = profile.restrictions['tool-count'];
  const { max = Infinity, earlierMax } = restriction ?? {};
  if (restriction === undefined || count <= (earlierMax ?? max)) return [];
  const earlier = earlierMax === undefined ? '' : `; earlier versions accepted ${earlierMax}`;
  const message = `There are ${count} tools, but the client accepts at most ${max} from all servers together${earlier}.`;
  return [createFinding(profile, 'tool-count', restriction, [[], message])];
}

function createFinding(
  { name: profile }: Profile,
  rule: ProfileRule,
  { severity, source }: Restriction,
  [path, message]: Violation,
  tool?: string,
): Finding {
  return { rule, profile, severity, source, ...(tool !== undefined && { tool }), path, message };
}

/** Lists the tools in the default toolsets. */
export function listServedTools(model: Model): readonly ToolModel[] {
  return listedTools(model).filter((tool) => isServed(tool, model));
}

/** Findings that differ only in the profile, or in which of several tools with the same schema they concern. */
export interface FindingGroup {
  readonly rule: ProfileRule;
  readonly severity: 'error' | 'warning';
  readonly profiles: readonly string[];
  /** Names of the tools; empty for a finding about the server. */
  readonly tools: readonly string[];
  readonly message: string;
  readonly location?: SourceLocation;
  readonly source: string;
}

/** Groups findings that have the same place and message. */
export function groupFindings(
  findings: readonly Finding[],
  locate: (finding: Finding) => SourceLocation | undefined,
): readonly FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { rule, severity, message, profile, tool, source } = finding;
    const location = locate(finding);
    const key = JSON.stringify([rule, severity, message, location]);
    const first = groups.get(key);
    groups.set(key, {
      rule,
      severity,
      profiles: [...new Set([...(first?.profiles ?? []), profile])],
      tools: [...new Set([...(first?.tools ?? []), ...(tool === undefined ? [] : [tool])])],
      message,
      ...(location && { location }),
      source: first?.source ?? source,
    });
  }
  return [...groups.values()];
}

/** Creates the diagnostic of a group. Its code is the rule name. */
export function toDiagnostic(
  { rule, severity, message, location, profiles, tools }: FindingGroup,
  help: string,
): Diagnostic {
  const [tool, ...others] = tools;
  const whose = tool === undefined ? '' : `\`${tool}\`${others.length > 0 ? ` and ${others.length} more` : ''}: `;
  return {
    code: rule,
    severity,
    message: `${whose}${message} (${profiles.join(', ')})`,
    ...(location && { location }),
    help,
  };
}

/** Creates the diagnostics of `generate --profile` for findings that remain after adaptation. */
export function diagnoseFindings(
  findings: readonly Finding[],
  locate: (finding: Finding) => SourceLocation | undefined,
): readonly Diagnostic[] {
  return groupFindings(findings, locate).map((group) =>
    toDiagnostic(group, `\`--profile\` cannot adapt this. See ${group.source}`),
  );
}
