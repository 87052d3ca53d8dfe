import type { Model, ToolModel } from '../../model/model.js';

/** An API whose operations are no tools of their own, and those of them that are active. */
export interface CatalogueOperations {
  readonly api: string;
  readonly operations: readonly ToolModel[];
}

/** The catalogues of a model; one whose operations are all gone is there all the same. */
export function listCatalogues({ tools }: Model): readonly CatalogueOperations[] {
  const apis = tools.flatMap(({ handler }) => (handler.kind === 'discovery' ? [handler.api] : []));
  return [...new Set(apis)].map((api) => ({
    api,
    operations: tools.filter(({ catalogued, isInactive }) => catalogued?.api === api && !isInactive),
  }));
}
