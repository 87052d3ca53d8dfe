import { isJsonObject, type Json, type JsonObject } from '../../core/model/json.js';
import type { DefinitionModel, ToolModel } from '../../core/model/model.js';

/** Maximum total length of an operation's keywords, in characters. */
const maxLength = 200;
/** Maximum length of a keyword. Longer strings are not words. */
const maxWordLength = 30;
/** Minimum length of a keyword. Shorter strings are not words. */
const minWordLength = 3;
/** Number of property levels to read: the arguments and their own properties. */
const maxDepth = 2;
/** Maximum number of schemas per operation. */
const maxSchemas = 300;
/** Maximum number of values per enumeration. */
const maxValues = 12;

/** Parts of a tool that are searched for keywords. */
type Searched = Pick<ToolModel, 'name' | 'title' | 'description' | 'input' | 'output' | 'unlisted'>;

/**
 * Creates a function that collects the keywords of an operation: search terms that are not in its name, title,
 * description, path and tags. The keywords are the names of its arguments, their properties and the result type,
 * followed by enum values, without duplicates, up to 200 characters. Argument descriptions are omitted: they did not
 * improve
 * the results of 208 queries over 16 APIs.
 * @param definitions Definitions that the schemas can refer to.
 */
export function keywordCollector(definitions: readonly DefinitionModel[]): (tool: Searched) => string {
  const byName = new Map<string, Json>(definitions.map(({ name, schema }) => [name, schema]));
  return (tool) => {
    const { names, values } = readArguments(tool.input.schema, byName);
    const { name, title = '', description = '', output, unlisted } = tool;
    const otherTexts = [name, title, description, unlisted?.request ?? '', ...(unlisted?.tags ?? [])];
    const seen = new Set(otherTexts.flatMap(splitWords));
    const words: string[] = [];
    let length = 0;
    for (const word of [...names, ...nameResult(output?.schema), ...values].flatMap(splitWords)) {
      if (seen.has(word) || word.length < minWordLength || word.length > maxWordLength) continue;
      length += word.length + 1;
      if (length > maxLength) break;
      seen.add(word);
      words.push(word);
    }
    return words.join(' ');
  };
}

/** Argument names of an operation and the values of their enumerations, outer levels first. */
interface Arguments {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

function readArguments(input: Json, definitions: ReadonlyMap<string, Json>): Arguments {
  const found = { names: [] as string[], values: [] as string[] };
  const visited = new Set<Json>();
  let level: readonly Json[] = [input];
  for (let depth = 0; depth < maxDepth; depth++) {
    const parts = expand(level, definitions, visited);
    found.values.push(...parts.flatMap(listValues));
    const properties = parts.map((part) => part.get('properties')).filter(isJsonObject);
    found.names.push(...properties.flatMap((each) => [...each.keys()]));
    level = properties.flatMap((each) => [...each.values()]);
  }
  found.values.push(...expand(level, definitions, visited).flatMap(listValues));
  return found;
}

/**
 * Lists schemas and the schemas that they consist of (targets of references, branches and items), without duplicates.
 */
function expand(
  schemas: readonly Json[],
  definitions: ReadonlyMap<string, Json>,
  visited: Set<Json>,
): readonly JsonObject[] {
  const parts: JsonObject[] = [];
  const pending: Json[] = [...schemas];
  for (const part of pending) {
    if (!isJsonObject(part) || visited.has(part) || visited.size >= maxSchemas) continue;
    visited.add(part);
    parts.push(part);
    const reference = part.get('$ref');
    const branches = ['allOf', 'anyOf', 'oneOf'].map((keyword) => part.get(keyword));
    pending.push(
      ...(typeof reference === 'string' ? [definitions.get(nameOf(reference)) ?? true] : []),
      ...branches.flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]) : [])),
      part.get('items') ?? true,
    );
  }
  return parts;
}

function listValues(schema: JsonObject): readonly string[] {
  const values = schema.get('enum');
  if (!Array.isArray(values)) return [];
  return values.slice(0, maxValues).filter((value): value is string => typeof value === 'string');
}

/** Returns the names of the definitions that a result or its items refer to. */
function nameResult(schema: Json | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  return [schema, schema.get('items')].flatMap((part) => {
    const reference = isJsonObject(part) ? part.get('$ref') : undefined;
    return typeof reference === 'string' ? [nameOf(reference)] : [];
  });
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Splits a string into lowercase words. */
function splitWords(text: string): readonly string[] {
  const spaced = text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
