import type { FoundOperation, OperationDefinition } from '../../core/api/definition.js';
import { groupFound, type FoundEntry } from './group-found.js';
import { findResource, printResource } from './list-resources.js';
import type { OperationIndex } from './operation-index.js';

/** Arguments of the tool that searches operations. */
export interface SearchInput {
  readonly query?: string;
  /** Name of the resource to search or to list. */
  readonly resource?: string;
  /** Maximum number of operations. Default: 10, and 100 for a resource without a query. */
  readonly limit?: number;
  readonly offset?: number;
}

/** Result of a search. */
interface SearchResult {
  /** Number of matching operations; of all operations, if the resources are listed without a query. */
  readonly total: number;
  /** Present if no operation matches well. */
  readonly confidence?: 'low';
  readonly operations: readonly EntrySummary[];
  readonly nextOffset?: number;
  /** Resources of the API, without a query or with a weak match. */
  readonly resources?: readonly string[];
  /** What to do next, if there are resources. */
  readonly hint?: string;
}

interface OperationSummary {
  readonly operation: string;
  readonly title?: string;
  /** HTTP method and path. */
  readonly request: string;
}

interface EntrySummary extends OperationSummary {
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Operations on the same resource, in other scopes or with other verbs. */
  readonly siblings?: readonly OperationSummary[];
}

/** Default number of operations in a result. */
const defaultLimit = 10;
/** Default number of operations of a resource. */
const resourceLimit = 100;
/** Share of a query that the best operation must cover. With a lower share, half of the best ten are wrong. */
const minCoverage = 0.4;

/** Whether no found operation matches a query well. */
export function isWeak(found: readonly FoundOperation[]): boolean {
  return (found[0]?.coverage ?? 0) < minCoverage;
}

/**
 * Searches operations. Without a query, lists the operations of a resource, or the resources. A result without a good
 * match has the resources too, so every operation can be found in two searches.
 */
export function searchOperations(index: OperationIndex, input: SearchInput): SearchResult {
  const { query = '', resource, offset = 0 } = input;
  const opened = resource === undefined ? undefined : findResource(index.resources, resource);
  if (resource !== undefined && opened === undefined) return listContents(index, 'There is no such resource.');
  const operations = opened?.operations ?? index.all;
  const hasWords = /[\p{L}\p{N}]/u.test(query);
  if (!hasWords && opened === undefined && offset === 0 && operations.length > (input.limit ?? defaultLimit)) {
    return listContents(index);
  }
  const limit = input.limit ?? (hasWords || opened === undefined ? defaultLimit : resourceLimit);
  const members = new Set(operations);
  const found = index.rank(hasWords ? query : '').filter(({ operation }) => members.has(operation));
  const end = offset + limit;
  const entries = groupFound(found.slice(offset, end));
  const isDetailed = hasWords || opened === undefined;
  const result = {
    total: found.length,
    operations: entries.map((entry) => summarizeEntry(entry, isDetailed)),
    ...(end < found.length && { nextOffset: end }),
  };
  if (!hasWords || offset > 0 || index.all.length === 0 || !isWeak(found)) return result;
  const { resources, hint } = listContents(index, 'No operation matches well.');
  return { ...result, confidence: 'low', ...(resources && { resources }), ...(hint !== undefined && { hint }) };
}

/**
 * Lists the resources of an API.
 *
 * @param reason Why they are listed. Default: there was no query.
 */
function listContents(index: OperationIndex, reason?: string): SearchResult {
  const advice =
    'Search again with a verb and a noun in words of the API, or list the operations of a resource: pass its name, without the number, as `resource`.';
  return {
    total: reason === undefined ? index.all.length : 0,
    ...(reason !== undefined && { confidence: 'low' }),
    operations: [],
    resources: index.resources.map(printResource),
    hint: reason === undefined ? advice : `${reason} ${advice}`,
  };
}

function summarizeEntry({ first, siblings }: FoundEntry, isDetailed: boolean): EntrySummary {
  const { operation } = first;
  const { tags } = operation;
  const description = isDetailed ? shortenDescription(operation) : '';
  return {
    ...summarize(operation),
    ...(description !== '' && { description }),
    ...(isDetailed && tags.length > 0 && { tags }),
    ...(siblings.length > 0 && { siblings: siblings.map((sibling) => summarize(sibling.operation)) }),
  };
}

function summarize({ name, title, request }: OperationDefinition): OperationSummary {
  return { operation: name, ...(title !== undefined && { title }), request };
}

/** Maximum length of a description in a search result, in characters. */
const maxSummary = 200;

/** Shortens the description of an operation to its beginning, without a title that it repeats. */
function shortenDescription({ title, description }: OperationDefinition): string {
  const rest = title !== undefined && description.startsWith(title) ? description.slice(title.length) : description;
  const text = rest.replace(/^[\s.]+/u, '').replace(/\s+/gu, ' ');
  return text.length <= maxSummary ? text : `${text.slice(0, maxSummary - 1).trimEnd()}…`;
}
