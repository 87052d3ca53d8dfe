import { resourceLink, results } from 'create-mcp-from-schema/runtime';
import type { GetResourceLinks } from '../../generated/handlers.ts';
import { makeResource } from '../make-resource.ts';

export const getResourceLinks: GetResourceLinks = ({ count }) => {
  const links = Array.from({ length: count }, (_item, index) => {
    const id = index + 1;
    const type = id % 2 === 0 ? 'Text' : 'Blob';
    const { uri, mimeType } = makeResource(type, id);
    return resourceLink(uri, `${type} Resource ${id}`, { description: `Resource ${id}: plaintext resource`, mimeType });
  });
  return results([`Here are ${count} resource links to resources available in this server:`, ...links]);
};
