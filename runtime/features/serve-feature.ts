import type { CallContext } from './call-context.js';
import { callTool } from './call-tool.js';
import { complete } from './complete.js';
import { getPrompt } from './get-prompt.js';
import { readResource } from './read-resource.js';
import type { JsonObject } from '../protocol/json-object.js';
import type { Request } from '../protocol/json-rpc.js';
import { methods } from '../protocol/methods.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import { loadTools, type Service } from '../service/service.js';
import { limitCalls } from './limit-calls.js';

type ServeFeature = (service: Service, params: JsonObject, context: CallContext) => ResultBody | Promise<ResultBody>;

/** The methods that handlers serve. */
const features: ReadonlyMap<string, ServeFeature> = new Map<string, ServeFeature>([
  ['tools/call', callTool],
  ['prompts/get', getPrompt],
  ['resources/read', readResource],
  ['completion/complete', complete],
]);

/**
 * Serves a method that a user's handlers answer, in either era.
 *
 * @throws ProtocolError 429 when the caller sends too many calls, and what the method itself throws.
 */
export function serveFeature(
  service: Service,
  request: Request,
  context: CallContext,
): ResultBody | Promise<ResultBody> {
  const { method, params } = request;
  const { needsTools, isLimited } = methods.get(method) ?? {};
  const feature = features.get(method);
  if (feature === undefined) throw new ProtocolError(-32601, 'Method not found');
  if (needsTools === true && service.tools === undefined) {
    // A request that was cancelled in the meantime must not take effect any more.
    return loadTools(service).then(() => (context.isClosed ? emptyBody : serveFeature(service, request, context)));
  }
  if (isLimited === true) limitCalls(service, context.peer);
  return feature(service, params, context);
}
