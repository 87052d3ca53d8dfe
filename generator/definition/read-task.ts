import { childOf, stringAt, type SourceNode } from '../source/source-node.js';
import type { TaskModel } from '../model/model.js';
import { numberAt } from '../resolve/resolution.js';

/** How calls of a tool become tasks, as its `task` says: one word, or an object. `undefined`: they do not. */
export function readTask(tool: SourceNode): TaskModel | undefined {
  const node = childOf(tool, 'task');
  const support = node?.kind === 'map' ? (stringAt(node, 'support') ?? 'optional') : stringAt(tool, 'task');
  if (support !== 'optional' && support !== 'required') return undefined;
  const ttlMs = numberAt(node, 'ttlMs');
  const pollIntervalMs = numberAt(node, 'pollIntervalMs');
  return {
    support,
    ...(stringAt(node, 'begins') === 'handler' && { begins: 'handler' }),
    ...(ttlMs !== undefined && { ttlMs }),
    ...(pollIntervalMs !== undefined && { pollIntervalMs }),
  };
}
