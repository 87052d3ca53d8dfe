import { limitCalls } from './limit-calls.js';
import { loadLazily } from '../service/load-lazily.js';
import { ProtocolError } from '../protocol/protocol-error.js';
const tools = loadLazily(() => import('./call-tool.js'));
const prompts = loadLazily(() => import('./get-prompt.js'));
const resources = loadLazily(() => import('./read-resource.js'));
const completion = loadLazily(() => import('./complete.js'));
/**
 * Answers what handlers may answer.
 *
 * @throws ProtocolError -32601 for any other method, 429 for too many calls.
 */
export function answerCall(service, { method, params }, context) {
    const isLimited = service.callsPerSecond !== undefined;
    if (isLimited && (method === 'tools/call' || method === 'completion/complete'))
        limitCalls(service, context.peer);
    switch (method) {
        case 'tools/call':
            return (tools.loaded?.callTool(service, params, context) ??
                tools.load(({ callTool }) => callTool(service, params, context)));
        case 'prompts/get':
            return (prompts.loaded?.getPrompt(service, params, context) ??
                prompts.load(({ getPrompt }) => getPrompt(service, params, context)));
        case 'resources/read':
            return (resources.loaded?.readResource(service, params, context) ??
                resources.load(({ readResource }) => readResource(service, params, context)));
        case 'completion/complete':
            return (completion.loaded?.complete(service, params, context) ??
                completion.load(({ complete }) => complete(service, params, context)));
        default:
            throw new ProtocolError(-32601, 'Method not found');
    }
}
