import type { Model, ToolModel } from '../../core/model/model.js';

/** An API whose operations are no tools of their own, and those of them that are active. */
interface CatalogueOperations {
  readonly api: string;
  readonly operations: readonly ToolModel[];
}

/** The catalogues of a model, those without operations too. */
export function listCatalogues({ tools }: Model): readonly CatalogueOperations[] {
  const apis = tools.flatMap(({ handler }) => (handler.kind === 'discovery' ? [handler.api] : []));
  return [...new Set(apis)].map((api) => ({
    api,
    operations: tools.filter(
      ({ unlisted, handler, isInactive }) =>
        unlisted && handler.kind === 'forward' && handler.api === api && !isInactive,
    ),
  }));
}
