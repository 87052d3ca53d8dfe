import type { CallContext } from './call-context.js';
import type { Request } from './json-rpc.js';
import { limitCalls } from './limit-calls.js';
import { loadLazily } from './load-lazily.js';
import { ProtocolError } from './protocol-error.js';
import type { ResultBody } from './results/result-body.js';
import type { Service } from './service.js';

const tools = loadLazily(() => import('./call-tool.js'));

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
      return tools.loaded === undefined
        ? tools.load(({ callTool }) => callTool(service, params, context))
        : tools.loaded.callTool(service, params, context);
    case 'prompts/get':
      return import('./get-prompt.js').then(({ getPrompt }) => getPrompt(service, params, context));
    case 'resources/read':
      return import('./read-resource.js').then(({ readResource }) => readResource(service, params, context));
    case 'completion/complete':
      return import('./complete.js').then(({ complete }) => complete(service, params, context));
    default:
      throw new ProtocolError(-32601, 'Method not found');
  }
}
