import type { CallContext } from './call-context.js';
import type { JsonObject } from '../protocol/json-object.js';
import type { Request } from '../protocol/json-rpc.js';
import { methods } from '../protocol/methods.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import { loadLazily, type LazyModule } from '../service/load-lazily.js';
import { loadTools, type Service } from '../service/service.js';
import { limitCalls } from './limit-calls.js';

type ServeFeature = (service: Service, params: JsonObject, context: CallContext) => ResultBody | Promise<ResultBody>;

/** The methods that handlers serve, each loaded by its first request. */
const features: ReadonlyMap<string, LazyModule<ServeFeature>> = new Map([
  ['tools/call', loadLazily<ServeFeature>(async () => (await import('./call-tool.js')).callTool)],
  ['prompts/get', loadLazily<ServeFeature>(async () => (await import('./get-prompt.js')).getPrompt)],
  ['resources/read', loadLazily<ServeFeature>(async () => (await import('./read-resource.js')).readResource)],
  ['completion/complete', loadLazily<ServeFeature>(async () => (await import('./complete.js')).complete)],
]);

/**
 * Serves a method that user's handlers answer, in either era.
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
  return (
    feature.loaded?.(service, params, context) ?? feature.load((serveMethod) => serveMethod(service, params, context))
  );
}
