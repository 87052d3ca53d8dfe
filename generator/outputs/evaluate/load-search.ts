import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPackageRoot } from '../../core/package/find-package-root.js';
import type { CatalogTool } from './list-catalog.js';
import type { RankTools } from './rank-tools.js';

/** Module that the build makes of the search in `runtime/features/discover/`. */
interface SearchModule {
  readonly SearchIndex: new (tools: readonly CatalogTool[]) => {
    search(query: string): readonly (readonly [position: number, score: number])[];
  };
}

/** Loads the search of discover and code mode from the published runtime. The generator does not import it. */
export async function loadSearch(): Promise<(catalog: readonly CatalogTool[]) => RankTools> {
  const file = path.join(findPackageRoot(), 'dist', 'runtime', 'bundled', 'operation-search.js');
  const { SearchIndex } = (await import(pathToFileURL(file).href)) as SearchModule;
  return (catalog) => {
    const index = new SearchIndex(catalog);
    return (query) => index.search(query).map(([position]) => position);
  };
}
