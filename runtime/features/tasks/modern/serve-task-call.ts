import type { ResultBody } from '../../../core/results/result-body.js';
import type { Service } from '../../../core/service/service.js';
import type { OfferedCall } from '../../../core/service/task-port.js';
import { startDurably } from '../durable-start.js';
import { runAsTask } from '../run-as-task.js';
import { knowsTasks, requireTasks } from '../tasks-extension.js';
import { modernTaskForm } from './task-form.js';

/**
 * Serves a call that may become a task, for a client that supports tasks. A durable task starts unless its arguments
 * are invalid, and a worker makes the call.
 *
 * @throws ProtocolError -32021 for a client without tasks if the tool requires them.
 */
export function takeModernCall(service: Service, call: OfferedCall): Promise<ResultBody> | undefined {
  const { request, exchange, caller, tool } = call;
  const options = tool?.definition.task;
  if (options?.support === 'required') requireTasks(caller.clientCapabilities);
  if (options === undefined || !knowsTasks(caller.clientCapabilities)) return undefined;
  const form = modernTaskForm(service);
  if (options.durable !== true) return runAsTask(service, exchange, options, form, (start) => call.serve(start));
  const { params } = request;
  return startDurably(
    service,
    exchange,
    { params, caller, options },
    (start) => call.serve(start),
    (record) => form.describe(record),
  );
}
