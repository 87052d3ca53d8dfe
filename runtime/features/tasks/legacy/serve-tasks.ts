import type { ResultBody } from '../../../core/results/result-body.js';
import type { LegacyCall } from './serve-durable-call.js';
import { serveTaskCall } from './serve-task-call.js';
import { serveTaskMethod } from './serve-task-method.js';

/** Serves a request about a task, or a call of a tool that may become one. */
export function serveTasks(call: LegacyCall): ResultBody | Promise<ResultBody> {
  return call.request.method === 'tools/call' ? serveTaskCall(call) : serveTaskMethod(call);
}
