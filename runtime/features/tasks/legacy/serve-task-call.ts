import type { TaskOptions } from '../../../core/api/definition.js';
import { isJsonObject } from '../../../wire/json.js';
import { invalidParams, ProtocolError } from '../../../wire/protocol-error.js';
import { protocolFeatures } from '../../../wire/protocol-features.js';
import type { ResultBody } from '../../../core/results/result-body.js';
import type { Service } from '../../../core/service/service.js';
import type { OfferedCall } from '../../../core/service/task-port.js';
import { startDurably } from '../durable-start.js';
import { runAsTask } from '../run-as-task.js';
import { coreTaskForm } from './core-tasks.js';
import { serveDurableCall } from './serve-durable-call.js';

/**
 * Serves a call of a tool on a server with tasks. In protocol version 2025-11-25 the client decides which calls become
 * tasks; other calls return their result. Only a tool that requires a durable task is always called by a worker.
 *
 * @throws ProtocolError -32601 for a task call of a tool without tasks, -32602 for malformed parameters.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks#tool-level-negotiation
 */
export function takeLegacyCall(service: Service, call: OfferedCall): Promise<ResultBody> | undefined {
  const { request, caller, tool } = call;
  const { task } = request.params;
  const options = tool?.definition.task;
  if (task !== undefined && protocolFeatures[caller.protocolVersion].coreTasks) {
    if (!isJsonObject(task)) throw invalidParams('Invalid params: "task" must be an object');
    if (options !== undefined) return serveAsTask(service, call, options);
    if (tool !== undefined) {
      throw new ProtocolError(-32601, `Tool "${tool.definition.name}" cannot be called as a task`);
    }
  }
  if (options?.durable !== true || options.support !== 'required') return undefined;
  return serveDurableCall(service, call, options);
}

/** Serves a call that always becomes a task, because the client expects one. */
function serveAsTask(service: Service, call: OfferedCall, options: TaskOptions): Promise<ResultBody> {
  const { request, exchange, caller } = call;
  if (options.durable !== true) {
    return runAsTask(service, exchange, options, coreTaskForm, (start) => call.serve(start));
  }
  let hasBegun = false;
  return startDurably(
    service,
    exchange,
    { params: request.params, caller, options },
    async (start) => {
      const body = await call.serve(start);
      return hasBegun || exchange.isClosed ? body : runAsTask(service, exchange, options, coreTaskForm, () => body);
    },
    (record) => {
      hasBegun = true;
      return coreTaskForm.describe(record);
    },
  );
}
