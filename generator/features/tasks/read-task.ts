import { defined, jsonObjectOf } from '../../core/model/json.js';
import type { ToolModel } from '../../core/model/model.js';
import { booleanAt, numberAt } from '../../core/source/read-values.js';
import { childOf, entryOf, stringAt, type SourceNode } from '../../core/source/source-node.js';
import { report, type Resolution } from '../../feature-kit/definition/resolve-entry.js';
import { boundArgumentsOf } from '../bind/bind-part.js';
import { taskPart, type TaskModel } from './task-part.js';

/** Reads `task` of a tool. */
export function readToolTask(tool: ToolModel, node: SourceNode, resolution: Resolution): ToolModel {
  const task = readTask(resolution, node);
  if (!task) return tool;
  if (task.durable === true) checkHeaders(resolution, tool, node);
  // Clients that use protocol version 2025-11-25 can call the tool without a task, even if clients with the extension cannot.
  return taskPart.on({ ...tool, execution: jsonObjectOf({ taskSupport: 'optional' }) }, task);
}

/** Reports bound arguments whose value a worker does not have. */
function checkHeaders(resolution: Resolution, tool: ToolModel, node: SourceNode): void {
  const durable = entryOf(childOf(node, 'task'), 'durable');
  const bound = boundArgumentsOf(tool).find(({ source }) => source.get('kind') === 'header');
  if (!durable || !bound) return;
  const message = `A \`durable\` task has no HTTP headers, to one of which \`${bound.name}\` is bound.`;
  const help = 'Remove `durable`, or bind the argument to `from` or `env`.';
  report(resolution, 'conflicting-keys', durable.keyLocation, message, { help });
}

/** Reads `task` of a tool: a string or an object. Returns `undefined` if calls never become tasks. */
function readTask(resolution: Resolution, tool: SourceNode): TaskModel | undefined {
  const node = childOf(tool, 'task');
  const support = node?.kind === 'map' ? (stringAt(node, 'support') ?? 'optional') : stringAt(tool, 'task');
  const isManual = stringAt(node, 'start') === 'manual';
  const durable = entryOf(node, 'durable');
  const isDurable = booleanAt(node, 'durable') === true;
  if (durable && isDurable && (support === 'forbidden' || isManual)) {
    const message =
      support === 'forbidden'
        ? 'A `durable` task needs `support: optional` or `required`.'
        : 'A `durable` task cannot have `start: manual`: a handler that is running cannot move to a worker.';
    const help = support === 'forbidden' ? 'Remove `durable`, or change `support`.' : 'Remove `durable` or `start`.';
    report(resolution, 'conflicting-keys', durable.keyLocation, message, { help });
  }
  if (support !== 'optional' && support !== 'required') return undefined;
  const hints = ['idempotentHint', 'readOnlyHint'].map((hint) => booleanAt(childOf(tool, 'annotations'), hint));
  return {
    support,
    ...(isManual && { begins: 'handler' }),
    ...defined({ ttlMs: numberAt(node, 'ttlMs'), pollIntervalMs: numberAt(node, 'pollIntervalMs') }),
    ...(isDurable && { durable: true }),
    ...(isDurable && hints.includes(true) && { isRepeatable: true }),
  };
}
