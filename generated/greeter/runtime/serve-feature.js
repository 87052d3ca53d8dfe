import { canComplete } from './describe-server.js';
import { loadLazily } from './load-lazily.js';
import { ProtocolError } from './protocol-error.js';
const tools = loadLazily(() => import('./call-tool.js'));
const prompts = loadLazily(() => import('./get-prompt.js'));
const resources = loadLazily(() => import('./read-resource.js'));
const completion = loadLazily(() => import('./complete.js'));
/**
 * Answers the methods that are the same in all eras. Lists are answered even without their capability: they are empty.
 *
 * @throws ProtocolError -32601 for any other method, 429 for too many calls.
 */
export function serveFeature(service, { method, params }, context) {
    if (method === 'tools/call' || method === 'completion/complete')
        service.limiter?.take(context.peer);
    switch (method) {
        case 'tools/call':
            return tools(({ callTool }) => callTool(service, params, context));
        case 'tools/list':
            return service.lists.page('tools', params['cursor'], context.revision);
        case 'prompts/get':
            return prompts(({ getPrompt }) => getPrompt(service, params, context));
        case 'prompts/list':
            return service.lists.page('prompts', params['cursor'], context.revision);
        case 'resources/read':
            return resources(({ readResource }) => readResource(service, params, context));
        case 'resources/list':
            return service.lists.page('resources', params['cursor'], context.revision);
        case 'resources/templates/list':
            return service.lists.page('resourceTemplates', params['cursor'], context.revision);
        case 'completion/complete':
            if (!canComplete(service.definition))
                throw new ProtocolError(-32601, 'Method not found');
            return completion(({ complete }) => complete(service, params, context));
        default:
            throw new ProtocolError(-32601, 'Method not found');
    }
}
