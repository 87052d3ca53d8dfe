import { toolsetsOf, withToolsets } from '../toolsets/toolsets-part.js';
import { fromPlainJson, jsonObjectOf, type Json, type JsonObject } from '../../core/model/json.js';
import type { DiscoveryHandlerModel, SchemaModel, ToolModel } from '../../core/model/model.js';
import { stringAt } from '../../core/source/source-node.js';
import type { ApiDocument } from './api-document.js';
import { toLegalKey } from './schema/legal-key.js';
import type { NameCandidates, ToolNames } from './tool-names.js';

type Task = Exclude<DiscoveryHandlerModel['does'], 'find' | 'run'>;

const taskNames: { readonly [task in Task]: string } = {
  search: 'search_operations',
  describe: 'describe_operation',
  call: 'call_operation',
};

/**
 * Proposes names for an API's three discovery tools.
 *
 * @param maxLength Maximum number of characters in a name.
 */
export function proposeDiscoveryNames(
  { name: api, entry }: ApiDocument,
  maxLength: number | undefined,
): readonly NameCandidates[] {
  const prefix = stringAt(entry?.node, 'prefix') ?? '';
  return Object.values(taskNames).map((name) => ({
    key: `${api} ${name}`,
    names: [toLegalKey(prefix + name), toLegalKey(`${prefix}${api}_${name}`)],
    maxLength,
  }));
}

/** API as named in the descriptions of its discovery tools. */
export interface DiscoveredApi {
  /** Name of the API in the model. */
  readonly id: string;
  readonly title: string;
}

/**
 * Creates the three discovery tools of an API.
 *
 * @param given Tool names, in the order of {@link proposeDiscoveryNames}; empty if the API is not in discover mode.
 * @param operations The active operations.
 */
export function makeDiscoveryTools(
  { id, title }: DiscoveredApi,
  given: readonly ToolNames[],
  operations: readonly ToolModel[],
): readonly ToolModel[] {
  const [search, describe, call] = given;
  if (!search || !describe || !call) return [];
  const about = `the ${operations.length} operations of ${shorten(title)}`;
  const shared = { extensions: new Map<string, Json>(), elicitations: [], advertisesDefaultsOnly: true } as const;
  const common = withToolsets(shared, listToolsets(operations));
  const handle = (does: Task) => ({ kind: 'discovery', api: id, does }) as const;
  return [
    {
      ...common,
      ...search,
      title: 'Search operations',
      description: `Searches ${about}. Search with a verb and a noun in words of the API ("rename file"); if no result fits, search again with other words. Without a query: the resources of the API; \`resource\` opens one. \`${describe.name}\` describes an operation, \`${call.name}\` calls it.${describeTags(operations)}`,
      annotations: lookUpHints,
      input: searchInput,
      output: searchOutput,
      handler: handle('search'),
    },
    {
      ...common,
      ...describe,
      title: 'Describe an operation',
      description: `Describes one of ${about}: what it does, the JSON Schema of its arguments, and an outline of its result. \`${search.name}\` finds operations.`,
      annotations: lookUpHints,
      input: describeInput,
      handler: handle('describe'),
    },
    {
      ...common,
      ...call,
      title: 'Call an operation',
      description: `Calls one of ${about}. First look up its arguments with \`${describe.name}\`.`,
      annotations: annotateCall(operations),
      input: callInput,
      handler: handle('call'),
    },
  ];
}

const operation = { type: 'string', description: 'Name of the operation, from the search results.' };

const searchInput = schemaOf({
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description: 'What to do: a verb and a noun. Default: the resources, or the operations of `resource`.',
      maxLength: 500,
    },
    resource: {
      type: 'string',
      description: 'Name of a resource to list, or to search.',
      maxLength: 200,
    },
    limit: {
      type: 'integer',
      description: 'Maximum number of operations to return. Default: 10; 100 for a resource without a query.',
      minimum: 1,
      maximum: 100,
    },
    offset: {
      type: 'integer',
      description: 'Number of operations to skip: `nextOffset` of the previous result. Default: 0.',
      minimum: 0,
    },
  },
  additionalProperties: false,
});

const plain = { type: 'string' };

const searchOutput = schemaOf({
  type: 'object',
  properties: {
    total: { type: 'integer', description: 'Number of matching operations.' },
    confidence: { const: 'low', description: 'Present if no operation matches well.' },
    operations: {
      type: 'array',
      description: 'Best first.',
      items: {
        type: 'object',
        properties: {
          operation,
          title: plain,
          description: { type: 'string', description: 'Beginning of the description.' },
          request: { type: 'string', description: 'HTTP method and path.' },
          tags: { type: 'array', items: { type: 'string' } },
          siblings: {
            type: 'array',
            description: 'Other operations on the resource.',
            items: { type: 'object', properties: { operation: plain, title: plain, request: plain } },
          },
        },
        required: ['operation', 'request'],
      },
    },
    nextOffset: { type: 'integer', description: '`offset` of the remaining operations.' },
    resources: {
      type: 'array',
      description: 'Name (number of operations): what they are about.',
      items: { type: 'string' },
    },
    hint: plain,
  },
  required: ['total', 'operations'],
});

const describeInput = schemaOf({
  type: 'object',
  properties: {
    operation,
    withOutput: {
      type: 'boolean',
      description: 'Add the JSON Schema of the result, which is often long. Default: only its outline, `returns`.',
    },
  },
  required: ['operation'],
  additionalProperties: false,
});

const callInput = schemaOf({
  type: 'object',
  properties: {
    operation,
    arguments: {
      type: 'object',
      description: 'Arguments of the operation, as specified by its input schema. Default: none.',
    },
  },
  required: ['operation'],
  additionalProperties: false,
});

function schemaOf(schema: object): SchemaModel {
  return { dialect: '2020-12', schema: fromPlainJson(schema) as JsonObject };
}

/** Lists the toolsets of all operations; empty if an operation has none, because it must stay reachable. */
export function listToolsets(operations: readonly ToolModel[]): readonly string[] {
  if (operations.some((operation) => toolsetsOf(operation).length === 0)) return [];
  return [...new Set(operations.flatMap(toolsetsOf))];
}

const maxTitle = 80;

/** Shortens a title to one line of at most 80 characters. */
export function shorten(title: string): string {
  const text = title.replace(/\s+/gu, ' ').trim();
  return text.length <= maxTitle ? text : `${text.slice(0, maxTitle - 1).trimEnd()}…`;
}

/** Maximum number of characters in the tag list of a description. */
const maxTags = 1000;

/** Lists the tags of an API, so that models know which words to search for. */
export function describeTags(operations: readonly ToolModel[]): string {
  const tags = [...new Set(operations.flatMap(({ unlisted }) => unlisted?.tags ?? []))];
  if (tags.length === 0) return '';
  const text = tags.join(', ');
  const shown = text.length <= maxTags ? text : `${text.slice(0, text.lastIndexOf(', ', maxTags))}, …`;
  return `\n\nTags: ${shown.replace(/\s+/gu, ' ')}`;
}

const lookUpHints = jsonObjectOf({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
});

/** Returns the annotations of the call tool: the weakest guarantees among all operations. */
export function annotateCall(operations: readonly ToolModel[]): JsonObject {
  const hints = operations.map(({ annotations }) => annotations ?? new Map<string, Json>());
  const isReadOnly = hints.every((hint) => hint.get('readOnlyHint') === true);
  return jsonObjectOf({
    readOnlyHint: isReadOnly,
    destructiveHint: hints.some((hint) => hint.get('readOnlyHint') !== true && hint.get('destructiveHint') !== false),
    idempotentHint: hints.every((hint) => hint.get('idempotentHint') === true),
    openWorldHint: hints.some((hint) => hint.get('openWorldHint') !== false),
  });
}
