import type { Feature } from '../../feature-kit/feature.js';
import { checkToolsets } from './check-toolsets.js';

/** Groups of tools that can be chosen at the start: `toolsets`. */
export const toolsets: Feature = {
  name: 'toolsets',
  check: ({ tools }, { definitions }) => checkToolsets(definitions.server, tools),
};
