import type { DynamicTextResource } from '../../generated/handlers.ts';
import { isId, makeResource } from '../make-resource.ts';

export const dynamicTextResource: DynamicTextResource = ({ resourceId }) =>
  isId(resourceId) ? makeResource('Text', resourceId) : undefined;
