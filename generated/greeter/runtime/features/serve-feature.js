import { canComplete } from '../service/describe-server.js';
import { ProtocolError } from '../protocol/protocol-error.js';
/**
 * Answers the methods that are the same in all eras. Lists are answered even without their capability: they are empty.
 *
 * @returns `undefined` for what handlers may answer.
 * @throws ProtocolError -32601 for any other method.
 */
export function serveFeature(service, { method, params }, revision) {
    switch (method) {
        case 'tools/list':
            return service.lists.page('tools', params['cursor'], revision);
        case 'prompts/list':
            return service.lists.page('prompts', params['cursor'], revision);
        case 'resources/list':
            return service.lists.page('resources', params['cursor'], revision);
        case 'resources/templates/list':
            return service.lists.page('resourceTemplates', params['cursor'], revision);
        case 'tools/call':
        case 'prompts/get':
        case 'resources/read':
            return undefined;
        case 'completion/complete':
            if (canComplete(service.definition))
                return undefined;
            throw new ProtocolError(-32601, 'Method not found');
        default:
            throw new ProtocolError(-32601, 'Method not found');
    }
}
