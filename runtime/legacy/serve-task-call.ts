import { answerInOrder } from '../features/answer-order.js';
import { serveFeature } from '../features/serve-feature.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import { loadTools } from '../service/load-tools.js';
import { findTaskOptions } from '../tasks/tasks-extension.js';
import { serveDurableCall, type LegacyCall } from './serve-durable-call.js';

/**
 * Serves a call of a tool on a server with durable tasks. A client without tasks gets the plain answer; only the tool that has to run
 * as a durable task is called by a worker.
 */
export function serveTaskCall(call: LegacyCall): ResultBody | Promise<ResultBody> {
  return answerInOrder(call.exchange, () => serveLoaded(call));
}

function serveLoaded(call: LegacyCall): ResultBody | Promise<ResultBody> {
  const { service, request, exchange, caller, openDialog } = call;
  if (service.tools === undefined) {
    return loadTools(service).then(() => (exchange.isClosed ? emptyBody : serveLoaded(call)));
  }
  const options = findTaskOptions(service, request);
  if (options?.durable === true && options.support === 'required') return serveDurableCall(call, options);
  return serveFeature(service, request, exchange, caller, { openDialog });
}
