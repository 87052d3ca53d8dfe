import { defined, isJsonObject, type Json, type JsonObject } from '../../core/model/json.js';
import type { Model, ToolModel } from '../../core/model/model.js';
import { mapByName, type DefinitionsByName } from '../../core/schema/wire-schema.js';
import { collectKeywords } from '../../feature-kit/emit/collect-keywords.js';
import { readSchemaWords } from '../../feature-kit/emit/read-schema-words.js';
import { toolsetsOf } from '../../features/toolsets/toolsets-part.js';
import { isForModel } from '../../features/views/views-part.js';
import type { RankedParameter, RankedTool } from './rank-tools.js';

/** Tool that a model can find, with the text that each search reads. */
export interface CatalogTool extends RankedTool {
  readonly title?: string;
  readonly tags: readonly string[];
  /** HTTP method and path template; `''` for a tool that is not an API operation. */
  readonly request: string;
  /** Words of its arguments that the search of discover and code mode matches; `''` if there are none. */
  readonly keywords: string;
}

/**
 * Lists the tools that a model can call, listed or not: all tools but disabled ones, those that only views can
 * call, and the built-in tools of discover and code mode.
 */
export function listCatalog(model: Model): readonly CatalogTool[] {
  const definitions = mapByName(model.definitions);
  const keywords = collectAllKeywords(model);
  const byName = new Map<string, Json>(model.definitions.map(({ name, schema }) => [name, schema]));
  return model.tools
    .filter((tool) => tool.handler.kind !== 'discovery' && !tool.isInactive && isForModel(tool))
    .map((tool): CatalogTool => {
      const { name, title, description = '', adapted, input, unlisted } = tool;
      return {
        name,
        // Listed tools are searched as code mode does: with the title of their descriptors.
        ...defined({ title: unlisted ? title : (title ?? name) }),
        description: adapted?.description ?? description,
        parameters: listParameters(adapted?.input ?? input.schema, definitions),
        ...(unlisted ?? { tags: toolsetsOf(tool), request: '' }),
        keywords: keywords.get(tool) ?? readKeywords(adapted?.input ?? input.schema, byName),
      };
    });
}

/** Collects the keywords of unlisted operations, as the index of each API has them. */
function collectAllKeywords({ tools, definitions }: Model): ReadonlyMap<ToolModel, string> {
  const byApi = new Map<string, ToolModel[]>();
  for (const tool of tools) {
    const { handler, unlisted, isInactive } = tool;
    if (unlisted === undefined || handler.kind !== 'forward' || isInactive) continue;
    const operations = byApi.get(handler.api);
    if (operations) operations.push(tool);
    else byApi.set(handler.api, [tool]);
  }
  const found = [...byApi.values()].flatMap((operations) => {
    const keywords = collectKeywords(definitions, operations);
    return operations.map((tool, position) => [tool, keywords[position] ?? ''] as const);
  });
  return new Map(found);
}

/** Returns the keywords of a listed tool, as code mode reads them. */
function readKeywords(schema: Json, byName: ReadonlyMap<string, Json>): string {
  const { names, values, descriptions } = readSchemaWords(schema, byName);
  return [names, values, descriptions].map((words) => words.join(' ').replaceAll('|', ' ')).join('|');
}

function listParameters(schema: Json, definitions: DefinitionsByName): readonly RankedParameter[] {
  const properties = follow(schema, definitions)?.get('properties');
  if (!isJsonObject(properties)) return [];
  return [...properties].map(([name, property]) => {
    const own = isJsonObject(property) ? property.get('description') : undefined;
    const description = own ?? follow(property, definitions)?.get('description');
    return { name, description: typeof description === 'string' ? description : '' };
  });
}

/** Maximum number of references that lead to a schema. */
const maxReferences = 8;

/** Returns the schema that a chain of references leads to. */
function follow(schema: Json, definitions: DefinitionsByName): JsonObject | undefined {
  let target = schema;
  for (let count = 0; count <= maxReferences; count++) {
    if (!isJsonObject(target)) return undefined;
    const reference = target.get('$ref');
    if (typeof reference !== 'string') return target;
    target = definitions.get(reference.slice(reference.lastIndexOf('/') + 1))?.schema ?? false;
  }
  return undefined;
}
