import type { Json, JsonObject } from '../model/json.js';

const operation = text('Name of the operation, as it was found.');

const summary = object(
  {
    operation,
    title: text(),
    description: text('The beginning of it.'),
    request: text('Method and path of the API.'),
    tags: list(text()),
  },
  ['operation', 'request'],
);

/** Arguments of the tool that finds operations. */
export const searchInput: JsonObject = closed({
  query: text('Words to look for. Default: all operations, in the order of the API.', ['maxLength', 500]),
  limit: integer('Operations to answer with. Default: 10.', ['minimum', 1], ['maximum', 50]),
  offset: integer('Operations to skip: `nextOffset` of the answer before. Default: 0.', ['minimum', 0]),
});

/** What that tool answers. */
export const searchOutput: JsonObject = object(
  {
    total: integer('Operations that fit.'),
    operations: list(summary, 'Best first.'),
    nextOffset: integer('Where the rest begins.'),
  },
  ['total', 'operations'],
);

/** Arguments of the tool that describes an operation. */
export const describeInput: JsonObject = closed({ operation }, ['operation']);

/** Arguments of the tool that calls an operation. */
export const callInput: JsonObject = closed(
  { operation, arguments: object({}, [], 'Arguments of the operation, as its input schema says. Default: none.') },
  ['operation'],
);

type Keyword = readonly [keyword: string, value: Json];

function text(description?: string, ...keywords: readonly Keyword[]): JsonObject {
  return typed('string', description, keywords);
}

function integer(description: string, ...keywords: readonly Keyword[]): JsonObject {
  return typed('integer', description, keywords);
}

function list(items: JsonObject, description?: string): JsonObject {
  return typed('array', description, [['items', items]]);
}

function object(
  properties: { readonly [name: string]: JsonObject },
  required: readonly string[] = [],
  description?: string,
): JsonObject {
  const entries = Object.entries(properties);
  return typed('object', description, [
    ...(entries.length > 0 ? [['properties', new Map(entries)] as const] : []),
    ...(required.length > 0 ? [['required', required] as const] : []),
  ]);
}

/** Arguments: a misspelt one is an error. */
function closed(properties: { readonly [name: string]: JsonObject }, required: readonly string[] = []): JsonObject {
  return new Map<string, Json>([...object(properties, required), ['additionalProperties', false]]);
}

function typed(type: string, description: string | undefined, keywords: readonly Keyword[]): JsonObject {
  return new Map<string, Json>([
    ['type', type],
    ...(description === undefined ? [] : [['description', description] as const]),
    ...keywords,
  ]);
}
