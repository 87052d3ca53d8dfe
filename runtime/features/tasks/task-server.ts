import type { PartSource } from '../../core/service/part.js';
import type { Service } from '../../core/service/service.js';
import { cancelTask, getTask, waitForResult } from './legacy/serve-task-method.js';
import { takeLegacyCall } from './legacy/serve-task-call.js';
import { takeModernCall } from './modern/serve-task-call.js';
import { serveTaskMethod } from './serve-task-method.js';
import { isModernVersion } from '../../wire/protocol-versions.js';
import { requireTasks } from './tasks-extension.js';
import { findTasks } from './watch-tasks.js';

/**
 * Serves the tasks of a server, in both eras.
 *
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export const taskServer: PartSource<Service> = {
  open: (service) => ({
    serve: {
      'tasks/get': (params, call) =>
        isModernVersion(call.protocolVersion)
          ? serveTaskMethod(service, 'tasks/get', params, call)
          : getTask(service, params, call),
      'tasks/cancel': (params, call) =>
        isModernVersion(call.protocolVersion)
          ? serveTaskMethod(service, 'tasks/cancel', params, call)
          : cancelTask(service, params, call),
      'tasks/update': (params, call) => serveTaskMethod(service, 'tasks/update', params, call),
      'tasks/result': (params, call) => waitForResult(service, params, call),
    },
    tasks: {
      take: (call) =>
        isModernVersion(call.caller.protocolVersion) ? takeModernCall(service, call) : takeLegacyCall(service, call),
      require: requireTasks,
      find: (wanted, principal) => findTasks(service, wanted, principal),
    },
  }),
};
