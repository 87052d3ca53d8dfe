import type { DynamicTextResourceResource } from '../../generated/handlers.ts';
import { isId, makeResource } from '../make-resource.ts';

export const dynamicTextResourceResource: DynamicTextResourceResource = ({ resourceId }) =>
  isId(resourceId) ? makeResource('Text', resourceId) : undefined;
