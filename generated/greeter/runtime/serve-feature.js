import { callTool } from './call-tool.js';
import { getPrompt } from './get-prompt.js';
import { ProtocolError } from './protocol-error.js';
import { readResource } from './read-resource.js';
/**
 * Answers the methods that are the same in all eras. Lists are answered even without their capability: they are empty.
 *
 * @throws ProtocolError -32601 for any other method.
 */
export function serveFeature(service, { method, params }, context) {
    switch (method) {
        case 'tools/call':
            return callTool(service, params, context);
        case 'tools/list':
            return service.lists.page('tools', params['cursor'], context.revision);
        case 'prompts/get':
            return getPrompt(service, params, context);
        case 'prompts/list':
            return service.lists.page('prompts', params['cursor'], context.revision);
        case 'resources/read':
            return readResource(service, params, context);
        case 'resources/list':
            return service.lists.page('resources', params['cursor'], context.revision);
        case 'resources/templates/list':
            return service.lists.page('resourceTemplates', params['cursor'], context.revision);
        default:
            throw new ProtocolError(-32601, 'Method not found');
    }
}
