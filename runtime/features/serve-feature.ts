import { canComplete } from '../service/describe-server.js';
import type { Request } from '../protocol/json-rpc.js';
import { ProtocolError } from '../protocol/protocol-error.js';
import type { ResultBody } from '../results/result-body.js';
import type { Revision } from '../protocol/revisions.js';
import type { Service } from '../service/service.js';

/**
 * Answers the methods that are the same in all eras. Lists are answered even without their capability: they are empty.
 *
 * @returns `undefined` for what handlers may answer.
 * @throws ProtocolError -32601 for any other method.
 */
export function serveFeature(
  service: Service,
  { method, params }: Request,
  revision: Revision,
): ResultBody | Promise<ResultBody> | undefined {
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
      if (canComplete(service.definition)) return undefined;
      throw new ProtocolError(-32601, 'Method not found');
    default:
      throw new ProtocolError(-32601, 'Method not found');
  }
}
