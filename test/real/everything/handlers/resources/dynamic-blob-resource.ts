import type { DynamicBlobResourceResource } from '../../generated/handlers.ts';
import { isId, makeResource } from '../make-resource.ts';

export const dynamicBlobResourceResource: DynamicBlobResourceResource = ({ resourceId }) =>
  isId(resourceId) ? makeResource('Blob', resourceId) : undefined;
