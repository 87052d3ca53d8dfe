import type { TaskOptions } from '../../../core/api/definition.js';
import { answerInOrder } from '../../../core/calls/answer-order.js';
import { serveFeature } from '../../../core/calls/serve-feature.js';
import { isJsonObject } from '../../../wire/json-object.js';
import { invalidParams, ProtocolError } from '../../../wire/protocol-error.js';
import { revisionFeatures } from '../../../wire/revisions.js';
import { emptyBody, type ResultBody } from '../../../core/results/result-body.js';
import { loadTools } from '../../../core/service/load-tools.js';
import { startDurably, type DurableStart } from '../durable-start.js';
import { runAsTask } from '../run-as-task.js';
import type { TaskStart } from '../task-start.js';
import { findTaskOptions } from '../tasks-extension.js';
import { coreTaskForm } from './core-tasks.js';
import { serveDurableCall, type LegacyCall } from './serve-durable-call.js';

/**
 * Serves a call of a tool on a server with tasks. In revision 2025-11-25 the client decides which calls become tasks; other calls are
 * answered plainly. Only the tool that has to run as a durable task is always called by a worker.
 *
 * @throws ProtocolError -32601 for a call as a task of a tool without tasks, -32602 for malformed parameters.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation
 */
export function serveTaskCall(call: LegacyCall): ResultBody | Promise<ResultBody> {
  return answerInOrder(call.exchange, () => serveLoaded(call));
}

function serveLoaded(call: LegacyCall): ResultBody | Promise<ResultBody> {
  const { service, request, exchange, caller } = call;
  if (service.tools === undefined) {
    return loadTools(service).then(() => (exchange.isClosed ? emptyBody : serveLoaded(call)));
  }
  const { name, task } = request.params;
  const options = findTaskOptions(service, request);
  if (task !== undefined && revisionFeatures[caller.revision].coreTasks) {
    if (!isJsonObject(task)) throw invalidParams('Invalid params: "task" must be an object');
    if (options !== undefined) return serveAsTask(call, options);
    const isKnown = typeof name === 'string' && service.tools.has(name) && service.enabled.has('tools', name);
    if (isKnown) throw new ProtocolError(-32601, `Tool "${name}" cannot be called as a task`);
  }
  if (options?.durable === true && options.support === 'required') {
    return serveDurableCall(call, options);
  }
  return serve(call);
}

function serve(call: LegacyCall, start?: TaskStart | DurableStart): ResultBody | Promise<ResultBody> {
  const { service, request, exchange, caller } = call;
  return serveFeature(service, request, start?.exchange ?? exchange, caller, {
    task: start,
    openDialog: async () => {
      const dialog = await call.openDialog();
      return start !== undefined && 'joinDialog' in start ? start.joinDialog(dialog) : dialog;
    },
  });
}

/** Serves a call that becomes a task in any case: the client expects nothing else. */
function serveAsTask(call: LegacyCall, options: TaskOptions): Promise<ResultBody> {
  const { service, request, exchange, caller } = call;
  if (options.durable !== true) {
    return runAsTask(service, exchange, options, coreTaskForm, (start) => serve(call, start));
  }
  let hasBegun = false;
  return startDurably(
    service,
    exchange,
    { params: request.params, caller, options },
    async (start) => {
      const body = await serve(call, start);
      return hasBegun || exchange.isClosed ? body : runAsTask(service, exchange, options, coreTaskForm, () => body);
    },
    (record) => {
      hasBegun = true;
      return coreTaskForm.describe(record);
    },
  );
}
