import { inputSchema } from '../../feature-kit/descriptors/descriptor-fields.js';
import { stringifyJson } from '../../core/model/json.js';
import type { Model, SchemaModel, ToolModel } from '../../core/model/model.js';
import { upgradeDraft07 } from '../../core/schema/dialect.js';
import { mapByName, wireSchema, type DefinitionsByName } from '../../core/schema/wire-schema.js';
import { adaptSchema } from './adapt-schema.js';
import type { Profile, Restrictions } from './client-profiles.js';
import type { ProfileRule, Restriction } from './profile-rules.js';
import { shortenText } from './shorten-text.js';

/**
 * Adapts tool descriptors to client profiles as far as it is safe: an adapted input schema accepts every value that the
 * original accepts. Output schemas are unchanged, because clients validate results against them.
 * @see docs/decisions/0017-advertised-schemas-may-be-wider-than-enforced-ones.md
 */
export function adaptModel(model: Model, profiles: readonly Profile[]): Model {
  if (profiles.length === 0) return model;
  const definitions = mapByName(model.definitions);
  const upgraded = mapByName(model.definitions.map(upgrade));
  const restrictions = combineRestrictions(profiles);
  const adapt = (tool: ToolModel) => adaptTool(tool, restrictions, definitions, upgraded);
  return { ...model, tools: model.tools.map((tool) => (tool.unlisted ? tool : adapt(tool))) };
}

function adaptTool(
  tool: ToolModel,
  restrictions: Restrictions,
  definitions: DefinitionsByName,
  upgraded: DefinitionsByName,
): ToolModel {
  const original = inputSchema(tool, definitions);
  const dialect = original.get('$schema');
  const refused = restrictions['schema-dialect']?.refused ?? [];
  const isRefused = typeof dialect === 'string' && refused.includes(dialect);
  // An adapted schema uses the 2020-12 dialect. A draft-07 schema without other changes remains draft-07.
  const { declaresDialect, ...plain } = upgrade(tool.input);
  const declared = declaresDialect && tool.input.dialect === '2020-12' && !isRefused;
  const isShortened = tool.maxInputSchema !== undefined;
  const start = isShortened ? original : wireSchema({ ...plain, ...(declared && { declaresDialect }) }, upgraded);
  const input = adaptSchema(start, restrictions);
  const isChanged = isRefused || stringifyJson(input) !== stringifyJson(start);
  const { description } = tool;
  const short = description && shortenText(description, restrictions['tool-description-length']?.max ?? Infinity);
  if (!isChanged && short === description) return tool;
  return {
    ...tool,
    adapted: { input: isChanged ? input : original, ...(short !== undefined && { description: short }) },
  };
}

function upgrade<Schema extends SchemaModel>(schema: Schema): Schema {
  return schema.dialect === 'draft-07'
    ? { ...schema, dialect: '2020-12', schema: upgradeDraft07(schema.schema) }
    : schema;
}

/** Returns the maximum length of tool names for client profiles, allowing for the prefixes that clients add. */
export function limitNames(profiles: readonly Profile[], server: string): number {
  const limits = profiles.map(({ restrictions: { 'tool-name-length': { max = Infinity, prefix = '' } = {} } }) => {
    return max - prefix.replace('{server}', server).length;
  });
  return Math.min(...limits, Infinity);
}

/** Combines the restrictions of several profiles so that the result complies with every profile; for rules with an adaptation. */
export function combineRestrictions(profiles: readonly Profile[]): Restrictions {
  const rules = new Set(profiles.flatMap(({ restrictions }) => Object.keys(restrictions) as ProfileRule[]));
  const combined = [...rules].map((rule) => {
    const all = profiles.flatMap(({ restrictions }) => restrictions[rule] ?? []);
    return [rule, all.reduce(combineTwo)] as const;
  });
  return Object.fromEntries(combined);
}

function combineTwo(one: Restriction, other: Restriction): Restriction {
  return {
    ...other,
    max: Math.min(one.max ?? Infinity, other.max ?? Infinity),
    refused: [...(one.refused ?? []), ...(other.refused ?? [])],
    keywords: [...new Set([...(one.keywords ?? []), ...(other.keywords ?? [])])],
    formats: (one.formats ?? []).filter((format) => other.formats?.includes(format)),
  };
}
