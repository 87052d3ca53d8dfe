import type { ResourcePrompt } from '../../generated/handlers.ts';
import { makeResource } from '../make-resource.ts';

export const resourcePrompt: ResourcePrompt = ({ resourceType, resourceId }) => {
  const resource = makeResource(resourceType, resourceId);
  const text = `This prompt includes the ${resourceType} resource with id: ${resourceId}. Please analyze the following resource:`;
  return {
    messages: [
      { role: 'user', content: text },
      { role: 'user', content: { type: 'resource', resource } },
    ],
  };
};
