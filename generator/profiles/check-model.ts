import { mapByName, wireSchema } from '../schema/wire-schema.js';
import type { Model } from '../model/model.js';
import { checkTool, checkToolCount } from './checks/check-tool.js';
import type { Finding } from './finding.js';
import { listServedTools, listTools } from './list-served-tools.js';
import type { Profile } from './profile.js';

/** What of the tools of a server, as they are sent, clients of some profiles do not accept. */
export function checkModel(model: Model, profiles: readonly Profile[]): readonly Finding[] {
  if (profiles.length === 0) return [];
  const definitions = mapByName(model.definitions);
  const served = listServedTools(model);
  const sent = listTools(model).map(({ name, description = '', input, lowered }) => ({
    name,
    description: lowered?.description ?? description,
    input: lowered?.input ?? wireSchema(input, definitions),
  }));
  return profiles.flatMap((profile) => [
    ...checkToolCount(served, profile),
    ...sent.flatMap((tool) => checkTool(tool, model.server.name, profile)),
  ]);
}
