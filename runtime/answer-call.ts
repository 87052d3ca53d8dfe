import type { CallContext } from './call-context.js';
import type { Request } from './json-rpc.js';
import { limitCalls } from './limit-calls.js';
import { loadLazily } from './load-lazily.js';
import { ProtocolError } from './protocol-error.js';
import type { ResultBody } from './results/result-body.js';
import type { Service } from './service.js';

const callTool = loadLazily(
  () => import('./call-tool.js'),
  ({ callTool }) => callTool,
);
const getPrompt = loadLazily(
  () => import('./get-prompt.js'),
  ({ getPrompt }) => getPrompt,
);
const readResource = loadLazily(
  () => import('./read-resource.js'),
  ({ readResource }) => readResource,
);
const complete = loadLazily(
  () => import('./complete.js'),
  ({ complete }) => complete,
);

/**
 * Answers what handlers may answer.
 *
 * @throws ProtocolError -32601 for any other method, 429 for too many calls.
 */
export function answerCall(
  service: Service,
  { method, params }: Request,
  context: CallContext,
): ResultBody | Promise<ResultBody> {
  const isLimited = service.callsPerSecond !== undefined;
  if (isLimited && (method === 'tools/call' || method === 'completion/complete')) limitCalls(service, context.peer);
  switch (method) {
    case 'tools/call':
      return callTool(service, params, context);
    case 'prompts/get':
      return getPrompt(service, params, context);
    case 'resources/read':
      return readResource(service, params, context);
    case 'completion/complete':
      return complete(service, params, context);
    default:
      throw new ProtocolError(-32601, 'Method not found');
  }
}
