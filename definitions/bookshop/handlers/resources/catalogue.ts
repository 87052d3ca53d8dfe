import type { ResourceResult } from 'create-mcp-from-schema/runtime';
import type { CatalogueResource } from '../../../../generated/bookshop/handlers.ts';
import { catalogue } from '../catalogue.ts';

/** All books in the shop. */
export const catalogueResource: CatalogueResource = (): ResourceResult => JSON.stringify(catalogue);
