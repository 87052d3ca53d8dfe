import type { Caller } from '../exchange/caller.js';
import type { Exchange } from '../exchange/exchange.js';
import type { CallSource } from '../questions/conversation.js';
import type { JsonObject } from '../../wire/json-object.js';
import type { Request } from '../../wire/json-rpc.js';
import { methods } from '../../wire/methods.js';
import { ProtocolError } from '../../wire/protocol-error.js';
import { emptyBody, type ResultBody } from '../results/result-body.js';
import { loadTools } from '../service/load-tools.js';
import type { Service } from '../service/service.js';
import { answerInOrder } from './answer-order.js';
import { CallContext } from './call-context.js';
import { callTool } from './call-tool.js';
import { complete } from './complete.js';
import { findEntries } from './find-entries.js';
import { getPrompt } from './get-prompt.js';
import { listResources } from './list-resources.js';
import { limitCalls } from './limit-calls.js';
import { readResource } from './read-resource.js';
import { refuseScopes } from './refuse-scopes.js';
import { getSkill, listSkills, readDirectory } from '../../features/skills/serve-skills.js';

type ServeFeature = (service: Service, params: JsonObject, context: CallContext) => ResultBody | Promise<ResultBody>;

/** The methods that handlers serve. */
const features: ReadonlyMap<string, ServeFeature> = new Map<string, ServeFeature>([
  ['tools/call', callTool],
  ['prompts/get', getPrompt],
  ['resources/list', listResources],
  ['resources/read', readResource],
  ['skills/list', listSkills],
  ['skills/get', getSkill],
  ['resources/directory/read', readDirectory],
  ['completion/complete', complete],
]);

/** Serves a method with {@link serveFeature}, its answer in the order of requests. */
export function serveInOrder(...given: Parameters<typeof serveFeature>): ResultBody | Promise<ResultBody> {
  const [, , exchange] = given;
  return answerInOrder(exchange, () => serveFeature(...given));
}

/**
 * Serves a method that a user's handlers answer, in either era.
 *
 * @param source The era's part of the call.
 * @throws ProtocolError 429 when the caller sends too many calls, and what the method itself throws.
 */
export function serveFeature(
  service: Service,
  request: Request,
  exchange: Exchange,
  caller: Caller,
  source: CallSource,
): ResultBody | Promise<ResultBody> {
  const { method, params } = request;
  const { needsTools } = methods.get(method) ?? {};
  const feature = features.get(method);
  if (feature === undefined) throw new ProtocolError(-32601, 'Method not found');
  if (needsTools === true && service.tools === undefined) {
    const serve = () => serveFeature(service, request, exchange, caller, source);
    // A request that was cancelled in the meantime must not take effect any more.
    return loadTools(service).then(() => (exchange.isClosed ? emptyBody : serve()));
  }
  const { auth, peer = '', isCounted } = exchange.channel;
  const { access } = service;
  const lacking = access?.findLacking(findEntries(service, request), auth);
  if (lacking !== undefined) return refuseScopes(method, lacking);
  const counting = isCounted === true ? undefined : limitCalls(service, auth?.principal ?? peer);
  const answer = () =>
    feature(service, params, new CallContext(exchange, caller, params['_meta'], source, service.app));
  return counting === undefined ? answer() : counting.then(() => (exchange.isClosed ? emptyBody : answer()));
}
