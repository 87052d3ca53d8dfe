import type { Descriptor, OperationDefinition, ToolDefinition } from '../../core/api/definition.js';
import { perService } from '../../core/service/per-service.js';
import type { Service } from '../../core/service/service.js';
import { openOperations, type OperationIndex } from './operation-index.js';
import { readKeywords } from './read-keywords.js';

const loaderOf = perService((service) => () => listOperations(service));

/**
 * Opens the index of everything that can be called on a server: its tools, and the operations behind discover tools.
 */
export function openServerOperations(service: Service): Promise<OperationIndex> {
  return openOperations(service, { load: loaderOf(service) });
}

async function listOperations({ toolsDefinition: direct }: Service): Promise<readonly OperationDefinition[]> {
  const [tools, { tools: descriptors = [] }] = await Promise.all([direct.tools.load(), direct.loadDescriptors()]);
  const ownTools = tools.flatMap((tool, position) => {
    const descriptor = descriptors[position];
    return tool.discovery !== undefined || descriptor === undefined ? [] : [toOperation(tool, descriptor)];
  });
  const apis = new Map(
    tools.flatMap(({ discovery }) =>
      discovery?.load === undefined ? [] : [[discovery.load, discovery.api ?? 'api'] as const],
    ),
  );
  const loaded = await Promise.all(
    [...apis].map(async ([load, api]) => (await load()).map((operation) => ({ ...operation, api }))),
  );
  return [...ownTools, ...loaded.flat()];
}

/** Converts a tool to an operation. Its toolsets become tags, because enabled tools were determined at startup. */
function toOperation(
  { discovery: _discovery, toolsets = [], ...tool }: ToolDefinition,
  descriptor: Descriptor,
): OperationDefinition {
  const { title = 'null', description = '""', inputSchema = '{}' } = descriptor.fields;
  const shown = JSON.parse(title) as string | null;
  return {
    ...tool,
    ...(shown !== null && { title: shown }),
    description: JSON.parse(description) as string,
    tags: toolsets,
    request: '',
    keywords: readKeywords(JSON.parse(inputSchema)),
    details: () => Promise.resolve(descriptor),
  };
}
