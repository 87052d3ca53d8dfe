import { arrayAt, isJsonObject, stringifyJson, type Json, type JsonObject } from '../../core/model/json.js';
import type { SourceNode } from '../../core/source/source-node.js';
import { listOffered } from './response-types.js';
import type { ApiDocument } from './api-document.js';
import { isJsonType, readContents, type ApiContent } from './media-types.js';
import type { ApiOperation } from './operations.js';
import type { SchemaReader } from './schema/schema-reader.js';

/** Contents of a response; empty if the response has no body. */
type ApiResponse = readonly ApiContent[];

/**
 * Reads the successful responses of an operation: those with a 2xx status, else the default response, unless the operation
 * redirects.
 */
export function readSuccesses(document: ApiDocument, operation: ApiOperation): readonly ApiResponse[] {
  const entries = document.entries(operation.operation, 'responses');
  const successes = entries.filter(({ key }) => /^2(\d\d|XX)$/iu.test(key));
  const hasNoOther = successes.length === 0 && !endsInRedirect(document, operation);
  const chosen = hasNoOther ? entries.filter(({ key }) => key === 'default') : successes;
  return chosen.flatMap(({ value }) => {
    const response = document.follow(value);
    return response ? [readContents(document, response)] : [];
  });
}

/** Whether an operation has redirects but no successful responses. Its result is then the redirect target. */
export function endsInRedirect(document: ApiDocument, { operation }: ApiOperation): boolean {
  const statuses = document.entries(operation, 'responses').map(({ key }) => key);
  return statuses.some((status) => /^3(\d\d|XX)$/iu.test(status)) && !statuses.some((status) => status.startsWith('2'));
}

/**
 * Reads the output schema of a tool: the union of its successful responses. Returns `undefined` if one of these
 * responses has no body, is not JSON, or allows any value.
 */
export function readOutput(reader: SchemaReader, successes: readonly ApiResponse[]): JsonObject | undefined {
  const schemas = successes.flatMap(listJsonSchemas);
  const described = schemas.filter((schema) => schema !== undefined);
  if (described.length === 0 || described.length < schemas.length) return undefined;
  const alternatives = new Map<string, JsonObject>();
  for (const schema of described) {
    const read = reader.read(schema, 'output');
    if (!isJsonObject(read) || read.size === 0) return undefined;
    alternatives.set(stringifyJson(read), read);
  }
  const [only = new Map<string, Json>(), ...others] = alternatives.values();
  const union = others.length === 0 ? only : new Map<string, Json>([['anyOf', [only, ...others]]]);
  const isTyped = [union, reader.follow(union)].some((schema) => isJsonObject(schema) && schema.has('type'));
  return !isTyped && allowsObjectsOnly(reader, union) ? new Map<string, Json>([['type', 'object'], ...union]) : union;
}

/** Lists the schemas of the JSON contents that a call can choose; `undefined` if there are none. */
function listJsonSchemas(contents: ApiResponse): readonly (SourceNode | undefined)[] {
  const offered = listOffered(contents).filter(isJsonContent);
  const chosen = offered.length > 0 ? offered : [contents.find(isJsonContent)];
  return chosen.map((content) => content?.schema);
}

function isJsonContent({ mediaType, schema }: ApiContent): boolean {
  return schema !== undefined && isJsonType(mediaType);
}

/** Maximum nesting depth of references and combinators. */
const maxDepth = 128;

/**
 * Whether a schema allows only objects, even if its root has no `type`.
 *
 * @param results Cached results by schema, so that each schema is examined once.
 */
function allowsObjectsOnly(reader: SchemaReader, schema: Json, results = new Map<Json, boolean>(), depth = 0): boolean {
  const target = reader.follow(schema);
  if (depth > maxDepth || !isJsonObject(target)) return false;
  const earlier = results.get(target);
  if (earlier !== undefined) return earlier;
  // Guard for recursion: a reference to the schema itself adds no information.
  results.set(target, false);
  const result = isObjectsOnly(target, (part) => allowsObjectsOnly(reader, part, results, depth + 1));
  results.set(target, result);
  return result;
}

function isObjectsOnly(target: JsonObject, isPartObjectsOnly: (part: Json) => boolean): boolean {
  if (target.has('type')) return target.get('type') === 'object';
  if (target.has('properties')) return true;
  const areObjects = (keyword: string) => arrayAt(target, keyword).map(isPartObjectsOnly);
  if (areObjects('allOf').includes(true)) return true;
  return ['oneOf', 'anyOf'].some((keyword) => {
    const parts = areObjects(keyword);
    return parts.length > 0 && !parts.includes(false);
  });
}
