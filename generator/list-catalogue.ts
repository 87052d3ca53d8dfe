import type { SourceLocation } from './diagnostics/diagnostic.js';
import { toolFields } from './emit/descriptors/descriptor-fields.js';
import { mapByName, type DefinitionsByName } from './emit/descriptors/wire-schema.js';
import type { Model, ToolModel } from './model/model.js';
import type { Catalogue, CatalogueEntry } from './write/catalogue.js';

/**
 * What there is to know of each tool that clients see, besides its code.
 *
 * @param locations Where each tool is defined, by its name.
 * @param hashes Hashes of the definitions by file.
 */
export function listCatalogue(
  model: Model,
  locations: ReadonlyMap<string, SourceLocation>,
  hashes: ReadonlyMap<string, string>,
): Catalogue {
  const definitions = mapByName(model.definitions);
  const listed = model.tools.filter(({ catalogued }) => !catalogued);
  const tools = listed.map((tool): [string, CatalogueEntry] => {
    const { file = '', line = 0 } = locations.get(tool.name) ?? {};
    const isOwn = tool.handler.kind !== 'forward';
    const entry = { source: file, line, hash: hashes.get(file) ?? '', active: tool.isInactive !== true };
    return [tool.name, isOwn ? { ...entry, descriptor: describeTool(tool, definitions) } : entry];
  });
  return { server: model.server.name, tools: new Map(tools) };
}

function describeTool(tool: ToolModel, definitions: DefinitionsByName): object {
  const fields = [['name', JSON.stringify(tool.name)], ...toolFields(tool, definitions).fields];
  const members = fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`);
  return JSON.parse(`{${members.join(',')}}`) as object;
}
