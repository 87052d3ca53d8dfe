import { skillsOf } from '../../features/skills/skills-part.js';
import { isDeclared } from '../../feature-kit/emit/handler-module.js';
import { listedTools } from '../../core/model/listed-tools.js';
import type { Model } from '../../core/model/model.js';

/** Number of entries in a server. */
export interface GenerateSummary {
  readonly tools: number;
  /** Number of tools without a handler, by the key that declares what they do. Absent when there are none. */
  readonly declared?: { readonly [key: string]: number };
  /** Number of API operations that clients discover, which are not in the tool list. Absent if there are none. */
  readonly operations?: number;
  readonly prompts: number;
  readonly resources: number;
  readonly resourceTemplates: number;
  /** Number of skills. The `SKILL.md` of each skill is also counted as a resource. Absent if there are none. */
  readonly skills?: number;
  /** Names of the client profiles that descriptors are adapted to. Absent if there are none. */
  readonly profiles?: readonly string[];
}

/** Counts the entries of a model. */
export function summarizeModel(model: Model, profiles: readonly string[]): GenerateSummary {
  const tools = listedTools(model).length;
  const operations = model.tools.length - tools;
  const skills = skillsOf(model).length;
  const declared = countDeclared(model);
  return {
    tools,
    ...(Object.keys(declared).length > 0 && { declared }),
    ...(operations > 0 && { operations }),
    prompts: model.prompts.length,
    resources: model.resources.length,
    resourceTemplates: model.resourceTemplates.length,
    ...(skills > 0 && { skills }),
    ...(profiles.length > 0 && { profiles }),
  };
}

function countDeclared({ tools }: Model): { readonly [key: string]: number } {
  const counts: { [key: string]: number } = {};
  for (const tool of tools) {
    const key = isDeclared(tool) && 'key' in tool.handler ? tool.handler.key : undefined;
    if (key !== undefined) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
