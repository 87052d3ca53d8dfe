import { childOf, itemsOf } from '../source/source-node.js';
import type { ApiOperation } from './api-operation.js';

/** The tags of an operation, each once. */
export function listTags({ operation }: ApiOperation): readonly string[] {
  const tags = itemsOf(childOf(operation.node, 'tags')).flatMap((item) =>
    item.kind === 'scalar' ? [String(item.value)] : [],
  );
  return [...new Set(tags)];
}
