import { fromPlainJson, jsonObjectOf, type Json, type JsonObject } from '../model/json.js';
import type { DiscoveryHandlerModel, SchemaModel, ToolModel } from '../model/model.js';
import { legalName, type NameCandidates, type ToolNames } from './tool-names.js';

type Task = DiscoveryHandlerModel['does'];

const tasks: readonly Task[] = ['search', 'describe', 'call'];

const taskNames: { readonly [task in Task]: string } = {
  search: 'search_operations',
  describe: 'describe_operation',
  call: 'call_operation',
};

/** Candidate names of the three tools that stand for the operations of an API. */
export function proposeDiscoveryNames(api: string, prefix: string): readonly NameCandidates[] {
  return tasks.map((task) => {
    const names = [taskNames[task], `${api}_${taskNames[task]}`].map((name) => legalName(prefix + name));
    return { key: `${api} ${taskNames[task]}`, names };
  });
}

/** An API as the descriptions of its discovery tools name it. */
export interface DiscoveredApi {
  /** Name of the API in the model. */
  readonly id: string;
  readonly title: string;
}

/**
 * Makes the three tools that stand for the operations of an API.
 *
 * @param given Their names, in the order of {@link proposeDiscoveryNames}.
 */
export function makeDiscoveryTools(
  { id, title }: DiscoveredApi,
  given: readonly ToolNames[],
  operations: readonly ToolModel[],
): readonly ToolModel[] {
  const [search = '', describe = ''] = given.map(({ name }) => name);
  const served = operations.filter(({ isInactive }) => !isInactive);
  const about = `the ${served.length} operations of ${shorten(title)}`;
  const toolsets = listToolsets(served);
  const parts: { readonly [task in Task]: ToolParts } = {
    search: {
      title: 'Search operations',
      description: `Searches ${about}, by words in their names, titles, descriptions, tags and paths. \`${describe}\` tells how one is called, \`${given[2]?.name ?? ''}\` calls it.${describeTags(served)}`,
      annotations: lookUpHints,
      input: searchInput,
      output: searchOutput,
    },
    describe: {
      title: 'Describe an operation',
      description: `Describes one of ${about}: what it does, and the JSON Schemas of its arguments and its result. \`${search}\` finds operations.`,
      annotations: lookUpHints,
      input: describeInput,
    },
    call: {
      title: 'Call an operation',
      description: `Calls one of ${about}. Look its arguments up with \`${describe}\` first.`,
      annotations: annotateCall(served),
      input: callInput,
    },
  };
  return given.flatMap((names, index): readonly ToolModel[] => {
    const task = tasks[index];
    return task
      ? [
          {
            ...names,
            ...parts[task],
            extensions: new Map<string, Json>(),
            handler: { kind: 'discovery', api: id, does: task },
            elicitations: [],
            keepsAbsent: true,
            ...(toolsets.length > 0 && { toolsets }),
          },
        ]
      : [];
  });
}

type ToolParts = Pick<ToolModel, 'title' | 'description' | 'annotations' | 'input' | 'output'>;

const operation = { type: 'string', description: 'Name of the operation, as it was found.' };

const searchInput = schemaOf({
  type: 'object',
  properties: {
    query: {
      type: 'string',
      description: 'Words to look for. Default: all operations, in the order of the API.',
      maxLength: 500,
    },
    limit: { type: 'integer', description: 'Operations to answer with. Default: 10.', minimum: 1, maximum: 50 },
    offset: {
      type: 'integer',
      description: 'Operations to skip: `nextOffset` of the answer before. Default: 0.',
      minimum: 0,
    },
  },
  additionalProperties: false,
});

const searchOutput = schemaOf({
  type: 'object',
  properties: {
    total: { type: 'integer', description: 'Operations that fit.' },
    operations: {
      type: 'array',
      description: 'Best first.',
      items: {
        type: 'object',
        properties: {
          operation,
          title: { type: 'string' },
          description: { type: 'string', description: 'The beginning of it.' },
          request: { type: 'string', description: 'Method and path of the API.' },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['operation', 'request'],
      },
    },
    nextOffset: { type: 'integer', description: 'Where the rest begins.' },
  },
  required: ['total', 'operations'],
});

const describeInput = schemaOf({
  type: 'object',
  properties: { operation },
  required: ['operation'],
  additionalProperties: false,
});

const callInput = schemaOf({
  type: 'object',
  properties: {
    operation,
    arguments: {
      type: 'object',
      description: 'Arguments of the operation, as its input schema says. Default: none.',
    },
  },
  required: ['operation'],
  additionalProperties: false,
});

function schemaOf(schema: object): SchemaModel {
  return { dialect: '2020-12', schema: fromPlainJson(schema) as JsonObject };
}

/** The toolsets of all operations, or none when an operation has none: it must stay reachable. */
function listToolsets(operations: readonly ToolModel[]): readonly string[] {
  if (operations.some(({ toolsets }) => toolsets === undefined)) return [];
  return [...new Set(operations.flatMap(({ toolsets = [] }) => toolsets))];
}

const maximalTitle = 80;

function shorten(title: string): string {
  const text = title.replace(/\s+/gu, ' ').trim();
  return text.length <= maximalTitle ? text : `${text.slice(0, maximalTitle - 1).trimEnd()}…`;
}

/** Maximal characters of the list of tags in a description. */
const maximalTags = 1000;

/** Lists the tags of an API, so that models know words to search for. */
function describeTags(operations: readonly ToolModel[]): string {
  const tags = [...new Set(operations.flatMap(({ catalogued }) => catalogued?.tags ?? []))];
  if (tags.length === 0) return '';
  const text = tags.join(', ');
  const shown = text.length <= maximalTags ? text : `${text.slice(0, text.lastIndexOf(', ', maximalTags))}, …`;
  return `\n\nTags: ${shown.replace(/\s+/gu, ' ')}`;
}

const lookUpHints = jsonObjectOf({
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
});

/** Hints of the call tool: the weakest promise of all operations. */
function annotateCall(operations: readonly ToolModel[]): JsonObject {
  const hints = operations.map(({ annotations }) => annotations ?? new Map<string, Json>());
  const isReadOnly = hints.every((hint) => hint.get('readOnlyHint') === true);
  return jsonObjectOf({
    readOnlyHint: isReadOnly,
    destructiveHint: hints.some((hint) => hint.get('readOnlyHint') !== true && hint.get('destructiveHint') !== false),
    idempotentHint: hints.every((hint) => hint.get('idempotentHint') === true),
    openWorldHint: hints.some((hint) => hint.get('openWorldHint') !== false),
  });
}
