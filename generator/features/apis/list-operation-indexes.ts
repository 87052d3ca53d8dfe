import type { Model, ToolModel } from '../../core/model/model.js';

/** API whose operations are not listed as tools, with its active operations. */
interface IndexedOperations {
  readonly api: string;
  readonly operations: readonly ToolModel[];
}

/** Lists the operation indexes of a model, including empty ones. */
export function listOperationIndexes({ tools }: Model): readonly IndexedOperations[] {
  const apis = tools.flatMap(({ handler }) => (handler.kind === 'discovery' ? [handler.api] : []));
  return [...new Set(apis)].map((api) => ({
    api,
    operations: tools.filter(
      ({ unlisted, handler, isInactive }) =>
        unlisted && handler.kind === 'forward' && handler.api === api && !isInactive,
    ),
  }));
}
