import { notImplemented, type ResourceAnswer } from 'create-mcp-from-schema/runtime';
import type { CatalogueResource } from '../../generated/handlers.ts';

export const catalogueResource: CatalogueResource = async (
  uri,
  context,
): Promise<ResourceAnswer> => {
  return notImplemented('library://catalogue');
};
