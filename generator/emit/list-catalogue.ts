import type { SourceLocation } from '../diagnostics/diagnostic.js';
import type { ToolFields } from '../descriptors/descriptor-fields.js';
import { prepareDescribing } from '../descriptors/prepare-describing.js';
import type { Model, ToolModel } from '../model/model.js';
import type { Catalogue, CatalogueEntry } from '../write/catalogue.js';

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
  const describeTool = prepareDescribing(model);
  const listed = model.tools.filter(({ catalogued }) => !catalogued);
  const tools = listed.map((tool): [string, CatalogueEntry] => {
    const { file = '', line = 0 } = locations.get(tool.name) ?? {};
    const isOwn = tool.handler.kind !== 'forward';
    const entry = { source: file, line, hash: hashes.get(file) ?? '', active: tool.isInactive !== true };
    return [tool.name, isOwn ? { ...entry, descriptor: parseDescriptor(tool, describeTool(tool)) } : entry];
  });
  return { server: model.server.name, tools: new Map(tools) };
}

function parseDescriptor({ name: toolName }: ToolModel, { fields }: ToolFields): object {
  const members = [['name', JSON.stringify(toolName)] as const, ...fields].map(
    ([name, json]) => `${JSON.stringify(name)}:${json}`,
  );
  return JSON.parse(`{${members.join(',')}}`) as object;
}
