import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPackageRoot } from '../../core/package/find-package-root.js';
import type { CatalogTool } from './list-catalog.js';
import type { RankTools } from './rank-tools.js';

/** The module `runtime/features/discover/search-catalog.ts`, which the build bundles. */
interface SearchModule {
  readonly searchCatalog: (tools: readonly CatalogTool[]) => RankTools;
}

/** Loads the search of discover and code mode from the published runtime. The generator does not import it. */
export async function loadSearch(): Promise<(catalog: readonly CatalogTool[]) => RankTools> {
  const file = path.join(findPackageRoot(), 'dist', 'runtime', 'bundled', 'search-catalog.js');
  const { searchCatalog } = (await import(pathToFileURL(file).href)) as SearchModule;
  return searchCatalog;
}
