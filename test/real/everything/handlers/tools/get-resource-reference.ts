import { embeddedResource, results } from 'create-mcp-from-schema/runtime';
import type { GetResourceReference } from '../../generated/handlers.ts';
import { makeResource } from '../make-resource.ts';

export const getResourceReference: GetResourceReference = ({ resourceType, resourceId }) => {
  const resource = makeResource(resourceType, resourceId);
  return results([
    `Returning resource reference for Resource ${resourceId}:`,
    embeddedResource(resource),
    `You can access this resource using the URI: ${resource.uri}`,
  ]);
};
