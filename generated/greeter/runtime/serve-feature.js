import { canComplete } from './describe-server.js';
import { ProtocolError } from './protocol-error.js';
/**
 * Answers the methods that are the same in all eras. Lists are answered even without their capability: they are empty.
 *
 * @param serveCall Answers what handlers may answer; loaded when it is first needed.
 * @throws ProtocolError -32601 for any other method.
 */
export function serveFeature(service, { method, params }, revision, serveCall) {
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
            return serveCall();
        case 'completion/complete':
            if (canComplete(service.definition))
                return serveCall();
            throw new ProtocolError(-32601, 'Method not found');
        default:
            throw new ProtocolError(-32601, 'Method not found');
    }
}
