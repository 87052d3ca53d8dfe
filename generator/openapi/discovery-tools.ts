import type { Json, JsonObject } from '../model/json.js';
import type { DiscoveryHandlerModel, SchemaModel, ToolModel } from '../model/model.js';
import { legalName } from './name-operation.js';
import type { GivenNames, NameWish } from './name-tools.js';
import { callInput, describeInput, searchInput, searchOutput } from './discovery-schemas.js';

type Deed = DiscoveryHandlerModel['does'];

const deeds: readonly Deed[] = ['search', 'describe', 'call'];

const nouns: { readonly [deed in Deed]: string } = {
  search: 'search_operations',
  describe: 'describe_operation',
  call: 'call_operation',
};

/** What the three tools are to be called that stand for the operations of an API. */
export function wishDiscovery(api: string, prefix: string): readonly NameWish[] {
  return deeds.map((deed) => {
    const names = [nouns[deed], `${api}_${nouns[deed]}`].map((name) => legalName(prefix + name));
    return { key: `${api} ${nouns[deed]}`, names };
  });
}

/** What the tools tell about an API. */
export interface DiscoveredApi {
  /** Name of the API in the model. */
  readonly id: string;
  readonly title: string;
}

/**
 * The three tools that stand for the operations of an API.
 *
 * @param given Their names, in the order in which they were wished for.
 */
export function makeDiscoveryTools(
  { id, title }: DiscoveredApi,
  given: readonly GivenNames[],
  operations: readonly ToolModel[],
): readonly ToolModel[] {
  const [search = '', describe = '', call = ''] = given.map(({ name }) => name);
  const served = operations.filter(({ isInactive }) => !isInactive);
  const about = `the ${served.length} operations of ${shorten(title)}`;
  const toolsets = listToolsets(served);
  const make = (does: Deed, parts: ToolParts): readonly ToolModel[] => {
    const names = given[deeds.indexOf(does)];
    if (!names) return [];
    const { input, output, ...texts } = parts;
    return [
      {
        ...names,
        ...texts,
        extensions: new Map<string, Json>(),
        input: schemaOf(input),
        ...(output && { output: schemaOf(output) }),
        handler: { kind: 'discovery', api: id, does },
        elicitations: [],
        keepsAbsent: true,
        ...(toolsets.length > 0 && { toolsets }),
      },
    ];
  };
  return [
    ...make('search', {
      title: 'Search operations',
      description: `Searches ${about}, by words in their names, titles, descriptions, tags and paths. \`${describe}\` tells how one is called, \`${call}\` calls it.${describeTags(served)}`,
      annotations: annotate(true, false, true, false),
      input: searchInput,
      output: searchOutput,
    }),
    ...make('describe', {
      title: 'Describe an operation',
      description: `Describes one of ${about}: what it does, and the JSON Schemas of its arguments and its result. \`${search}\` finds operations.`,
      annotations: annotate(true, false, true, false),
      input: describeInput,
    }),
    ...make('call', {
      title: 'Call an operation',
      description: `Calls one of ${about}. Look its arguments up with \`${describe}\` first.`,
      annotations: annotateCall(served),
      input: callInput,
    }),
  ];
}

type ToolParts = Pick<ToolModel, 'title' | 'description' | 'annotations'> & {
  readonly input: JsonObject;
  readonly output?: JsonObject;
};

function schemaOf(schema: JsonObject): SchemaModel {
  return { dialect: '2020-12', schema };
}

/** A tool that stands for operations without a toolset belongs to none, so that these stay within reach. */
function listToolsets(operations: readonly ToolModel[]): readonly string[] {
  if (operations.some(({ toolsets }) => toolsets === undefined)) return [];
  return [...new Set(operations.flatMap(({ toolsets = [] }) => toolsets))];
}

const maximalTitle = 80;

function shorten(title: string): string {
  const text = title.replace(/\s+/gu, ' ').trim();
  return text.length <= maximalTitle ? text : `${text.slice(0, maximalTitle - 1).trimEnd()}…`;
}

/** Characters that the tags of an API may take up in a description. */
const maximalTags = 1000;

/** What an API is about: a model that knows it searches for the right words. */
function describeTags(operations: readonly ToolModel[]): string {
  const tags = [...new Set(operations.flatMap(({ catalogued }) => catalogued?.tags ?? []))];
  if (tags.length === 0) return '';
  const text = tags.join(', ');
  const shown = text.length <= maximalTags ? text : `${text.slice(0, text.lastIndexOf(', ', maximalTags))}, …`;
  return `\n\nTags: ${shown.replace(/\s+/gu, ' ')}`;
}

/** A call may be whatever one of the operations is. */
function annotateCall(operations: readonly ToolModel[]): JsonObject {
  const hints = operations.map(({ annotations }) => annotations ?? new Map<string, Json>());
  const isReadOnly = hints.every((hint) => hint.get('readOnlyHint') === true);
  return annotate(
    isReadOnly,
    !isReadOnly && hints.some((hint) => hint.get('readOnlyHint') !== true && hint.get('destructiveHint') !== false),
    hints.every((hint) => hint.get('idempotentHint') === true),
    hints.some((hint) => hint.get('openWorldHint') !== false),
  );
}

function annotate(
  isReadOnly: boolean,
  isDestructive: boolean,
  isIdempotent: boolean,
  isOpenWorld: boolean,
): JsonObject {
  return new Map<string, Json>([
    ['readOnlyHint', isReadOnly],
    ['destructiveHint', isDestructive],
    ['idempotentHint', isIdempotent],
    ['openWorldHint', isOpenWorld],
  ]);
}
