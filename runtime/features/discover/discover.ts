import type { JsonObject } from '../../wire/json.js';
import { error } from '../../core/api/builders.js';
import { isModernVersion, type ProtocolVersion } from '../../wire/protocol-versions.js';
import { EncodedResult } from '../../core/calls/call-tool.js';
import type { PartSource } from '../../core/service/part.js';
import type { Service } from '../../core/service/service.js';
import type { Tool } from '../../core/service/tool.js';
import { outlineSchema } from './outline-schema.js';
import { openOperations, type OperationIndex } from './operation-index.js';
import { searchOperations } from './search-operations.js';
import type { OperationDefinition, OperationDiscovery, ToolDiscovery } from '../../core/api/definition.js';

/**
 * Serves the tools of discover mode.
 *
 * @see docs/decisions/0054-operation-search-knows-english-not-apis.md
 */
export const discoverer: PartSource<Service> = {
  open: (service) => ({
    jobs: {
      run: ({ discovery }, input, { protocolVersion }, caller) => {
        const call = async (operation: Tool, args: JsonObject): Promise<EncodedResult> =>
          new EncodedResult(await caller.callInside(operation, args));
        return isOperations(discovery) ? discover(service, discovery, input, protocolVersion, call) : undefined;
      },
      findTool: async ({ discovery }, name) => {
        const index = isOperations(discovery) ? await openOperations(service, discovery) : undefined;
        const operation = index?.find(name);
        return operation && index?.open(operation);
      },
    },
  }),
};

function isOperations(discovery: ToolDiscovery | undefined): discovery is OperationDiscovery {
  return discovery?.does === 'search' || discovery?.does === 'describe' || discovery?.does === 'call';
}

/** Calls the tool of an operation. */
type CallOperation = (operation: Tool, input: JsonObject) => unknown;

/**
 * Serves one of the three tools of discover mode.
 *
 * @param input Validated arguments: a query, or an operation and its arguments.
 */
async function discover(
  service: Service,
  discovery: OperationDiscovery,
  input: JsonObject,
  protocolVersion: ProtocolVersion,
  call: CallOperation,
): Promise<unknown> {
  const index = await openOperations(service, discovery);
  if (discovery.does === 'search') return searchOperations(index, input);
  const name = String(input['operation']);
  const operation = index.find(name);
  if (operation === undefined) return error(describeMissing(index, name));
  if (discovery.does === 'describe') return describe(operation, protocolVersion, input['withOutput'] === true);
  return call(await index.open(operation), (input['arguments'] ?? {}) as JsonObject);
}

/**
 * Describes an operation. The output schema makes up most of a long description, and calls do not need it, so without
 * `withOutput` it is replaced with an outline.
 *
 * @returns Text, because a structured result would send the long schemas twice.
 */
async function describe(
  operation: OperationDefinition,
  protocolVersion: ProtocolVersion,
  withOutput: boolean,
): Promise<string> {
  const { name, title, description, request, tags } = operation;
  const { fields, legacyFields } = await operation.details();
  const summary = { operation: name, title, description, request, tags: tags.length > 0 ? tags : undefined };
  const members = Object.entries(isModernVersion(protocolVersion) ? fields : { ...fields, ...legacyFields });
  const texts = members.map(([field, json]) =>
    field === 'outputSchema' && !withOutput
      ? `,"returns":${JSON.stringify(outlineSchema(JSON.parse(json)))}`
      : `,${JSON.stringify(field)}:${json}`,
  );
  return `${JSON.stringify(summary).slice(0, -1)}${texts.join('')}}`;
}

/** Maximum number of similar names in the error for an unknown operation. */
const maxNearest = 3;
/** Maximum number of characters of an unknown name that are read and echoed. */
const maxName = 200;

function describeMissing(index: OperationIndex, unknownName: string): string {
  const name = unknownName.length <= maxName ? unknownName : `${unknownName.slice(0, maxName)}…`;
  const nearest = index.search(name).slice(0, maxNearest);
  const hint =
    nearest.length === 0 ? '' : ` Similar operations: ${nearest.map((operation) => operation.name).join(', ')}.`;
  return `There is no operation "${name}".${hint}`;
}
