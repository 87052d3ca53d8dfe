import type { JsonObject } from '../../model/json.js';
import type { ToolModel } from '../../model/model.js';
import type { Finding } from '../finding.js';
import type { Profile } from '../profile.js';
import type { ProfileRule } from '../../diagnostics/profile-rules.js';
import { checkSchema } from './check-schema.js';

/** A tool as it is sent. */
export interface SentTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonObject;
}

type ToolFault = readonly [rule: ProfileRule, path: readonly string[], message: string];

/** What of a tool, as it is sent, a profile does not accept. */
export function checkTool(tool: SentTool, serverName: string, profile: Profile): readonly Finding[] {
  const faults: readonly ToolFault[] = [
    ...checkName(tool.name, serverName, profile),
    ...checkDescription(tool, profile),
    ...checkSchema(tool.input, profile.restrictions).map(
      ({ rule, path, message }) => [rule, ['inputSchema', ...path], message] as const,
    ),
  ];
  return faults.map(([rule, path, message]) => createFinding(profile, rule, path, message, tool.name));
}

/** What of all tools together a profile does not accept. */
export function checkToolCount(tools: readonly ToolModel[], profile: Profile): readonly Finding[] {
  const max = profile.restrictions['tool-count']?.max;
  if (max === undefined || tools.length <= max) return [];
  const message = `${tools.length} tools are more than the ${max} that are taken from all servers together.`;
  return [createFinding(profile, 'tool-count', [], message)];
}

function checkName(name: string, serverName: string, { restrictions }: Profile): readonly ToolFault[] {
  const { 'tool-name-length': length, 'tool-name-pattern': pattern } = restrictions;
  const faults: ToolFault[] = [];
  const full = `${length?.prefix.replace('{server}', serverName) ?? ''}${name}`;
  if (length && full.length > length.max) {
    faults.push([
      'tool-name-length',
      [],
      `The name \`${full}\` has ${full.length} characters, ${length.max} are allowed.`,
    ]);
  }
  if (pattern && !new RegExp(pattern.pattern, 'u').test(name)) {
    faults.push(['tool-name-pattern', [], `The name \`${name}\` does not match \`${pattern.pattern}\`.`]);
  }
  return faults;
}

function checkDescription({ description }: SentTool, { restrictions }: Profile): readonly ToolFault[] {
  const max = restrictions['tool-description-length']?.max;
  if (max === undefined || description.length <= max) return [];
  const message = `The description has ${description.length} characters, ${max} are allowed.`;
  return [['tool-description-length', ['description'], message]];
}

function createFinding(
  profile: Profile,
  rule: ProfileRule,
  path: readonly string[],
  message: string,
  tool?: string,
): Finding {
  // A fault is only ever found where the profile has the rule.
  const { severity = 'error', source = '' } = profile.restrictions[rule] ?? {};
  return { rule, profile: profile.name, severity, source, ...(tool !== undefined && { tool }), path, message };
}
