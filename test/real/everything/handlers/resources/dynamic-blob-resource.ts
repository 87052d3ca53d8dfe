import type { DynamicBlobResource } from '../../generated/handlers.ts';
import { isId, makeResource } from '../make-resource.ts';

export const dynamicBlobResource: DynamicBlobResource = ({ resourceId }) =>
  isId(resourceId) ? makeResource('Blob', resourceId) : undefined;
