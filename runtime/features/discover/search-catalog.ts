import type { SearchedOperation } from './operation-texts.js';
import { SearchIndex } from './search-index.js';

/**
 * Searches tools as discover and code mode search operations. Only the generator loads it, to rank tools for questions.
 *
 * @returns A function that returns the positions of the tools that match a query, best first.
 */
export function searchCatalog(tools: readonly SearchedOperation[]): (query: string) => readonly number[] {
  const index = new SearchIndex(tools);
  return (query) => index.search(query).map(({ position }) => position);
}
