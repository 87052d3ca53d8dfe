import { inputSchema } from '../descriptors/descriptor-fields.js';
import { mapByName, wireSchema, type DefinitionsByName } from '../schema/wire-schema.js';
import { stringifyJson } from '../model/json.js';
import type { Model, SchemaModel, ToolModel } from '../model/model.js';
import { upgradeDraft07 } from '../schema/upgrade-draft07.js';
import { combineRestrictions } from './lowering/combine-restrictions.js';
import { lowerInput } from './lowering/lower-input.js';
import { shortenDescription } from './lowering/shorten-description.js';
import type { Profile, Restrictions } from './profile.js';

/**
 * A model whose tools are told in words that clients of some profiles understand, as far as that can be done safely: input
 * schemas accept whatever they accepted. Output schemas stay: clients check answers with them, and no model reads them.
 */
export function lowerModel(model: Model, profiles: readonly Profile[]): Model {
  if (profiles.length === 0) return model;
  const definitions = mapByName(model.definitions);
  const restrictions = combineRestrictions(profiles);
  const upgraded = mapByName(model.definitions.map(upgrade));
  return {
    ...model,
    tools: model.tools.map((tool) =>
      tool.catalogued ? tool : lowerTool(tool, profiles, restrictions, { definitions, upgraded }),
    ),
  };
}

interface Definitions {
  readonly definitions: DefinitionsByName;
  readonly upgraded: DefinitionsByName;
}

function lowerTool(
  tool: ToolModel,
  profiles: readonly Profile[],
  restrictions: Restrictions,
  { definitions, upgraded }: Definitions,
): ToolModel {
  const original = inputSchema(tool, definitions);
  const dialect = original.get('$schema');
  const refused = restrictions['schema-dialect']?.refused ?? [];
  const isRefused = typeof dialect === 'string' && refused.includes(dialect);
  // What is lowered is 2020-12; a draft-07 schema that may stay one has to have something wrong first.
  const { declaresDialect, ...plain } = upgrade(tool.input);
  const declared = declaresDialect && tool.input.dialect === '2020-12' && !isRefused;
  const isForeign = tool.maxInputSchema !== undefined;
  const start = isForeign ? original : wireSchema({ ...plain, ...(declared && { declaresDialect }) }, upgraded);
  const input = lowerInput(start, restrictions);
  const isChanged = isRefused || stringifyJson(input) !== stringifyJson(start);
  const { description } = tool;
  const limits = profiles.flatMap(({ restrictions }) => restrictions['tool-description-length']?.max ?? []);
  const short = description === undefined ? undefined : shortenDescription(description, Math.min(...limits));
  if (!isChanged && short === description) return tool;
  return {
    ...tool,
    lowered: { input: isChanged ? input : original, ...(short !== undefined && { description: short }) },
  };
}

function upgrade<Schema extends SchemaModel>(schema: Schema): Schema {
  return schema.dialect === 'draft-07'
    ? { ...schema, dialect: '2020-12', schema: upgradeDraft07(schema.schema) }
    : schema;
}
